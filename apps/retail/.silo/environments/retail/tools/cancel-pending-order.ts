import { s, toolError } from "@silo/runtime";
import { orderId } from "../arguments.js";
import { defineTool } from "../define-tool.js";
import { credit } from "../money.js";
import { findOrder, findPaymentMethod } from "../records.js";
import { orderSchema } from "../state.js";

const reasons = ["no longer needed", "ordered by mistake"];

export const cancelPendingOrder = defineTool({
  name: "cancel_pending_order",
  description:
    "Cancels a whole order that is still pending, and refunds every payment of it. Returns the order as it then is.",
  inputSchema: s.object({
    order_id: orderId,
    reason: s.string({ description: `Why: ${reasons.map((reason) => `"${reason}"`).join(" or ")}` }),
  }),
  outputSchema: orderSchema,
  effect: "write",
  run(state, { order_id, reason }) {
    const order = findOrder(state, order_id);
    if (order.status !== "pending") throw toolError("invalid_state", "Non-pending order cannot be cancelled");
    if (!reasons.includes(reason)) throw toolError("invalid_input", "Invalid reason");
    const refunds = order.payment_history.map(({ amount, payment_method_id }) => {
      credit(findPaymentMethod(state, order.user_id, payment_method_id), amount);
      return { transaction_type: "refund" as const, amount, payment_method_id };
    });
    order.status = "cancelled";
    order.cancel_reason = reason;
    order.payment_history.push(...refunds);
    return order;
  },
});
