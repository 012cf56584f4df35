import { s } from "@silo/runtime";
import { orderId } from "../arguments.js";
import { defineTool } from "../define-tool.js";
import { findOrder } from "../records.js";
import { orderSchema } from "../state.js";

export const getOrderDetails = defineTool({
  name: "get_order_details",
  description: "Shows an order: items, address, status, fulfilments and payments.",
  inputSchema: s.object({ order_id: orderId }),
  outputSchema: orderSchema,
  effect: "read",
  run(state, { order_id }) {
    return findOrder(state, order_id);
  },
});
