import { s, toolError } from "@silo/runtime";
import { address, orderId } from "../arguments.js";
import { defineTool } from "../define-tool.js";
import { findOrder } from "../records.js";
import { orderSchema } from "../state.js";

export const modifyPendingOrderAddress = defineTool({
  name: "modify_pending_order_address",
  description: "Replaces the shipping address of a pending order. Returns the order as it then is.",
  inputSchema: s.object({ order_id: orderId, ...address }),
  outputSchema: orderSchema,
  effect: "write",
  run(state, { order_id, ...newAddress }) {
    const order = findOrder(state, order_id);
    if (!order.status.includes("pending"))
      throw toolError("invalid_state", "Non-pending order cannot be modified");
    order.address = newAddress;
    return order;
  },
});
