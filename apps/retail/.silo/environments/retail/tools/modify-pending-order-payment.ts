import { s, toolError } from "@silo/runtime";
import { orderId, paymentMethodId } from "../arguments.js";
import { defineTool } from "../define-tool.js";
import { credit, isShort } from "../money.js";
import { findOrder, findPaymentMethod } from "../records.js";
import { orderSchema } from "../state.js";

export const modifyPendingOrderPayment = defineTool({
  name: "modify_pending_order_payment",
  description:
    "Moves the payment of a pending order to another payment method of the same customer. Returns the order as it then is.",
  inputSchema: s.object({
    order_id: orderId,
    payment_method_id: paymentMethodId("takes over the payment"),
  }),
  outputSchema: orderSchema,
  effect: "write",
  run(state, { order_id, payment_method_id }) {
    const order = findOrder(state, order_id);
    if (!order.status.includes("pending"))
      throw toolError("invalid_state", "Non-pending order cannot be modified");
    const method = findPaymentMethod(state, order.user_id, payment_method_id);
    const [paid, ...more] = order.payment_history;
    if (paid?.transaction_type !== "payment" || more.length > 0)
      throw toolError("invalid_state", "There should be exactly one payment for a pending order");
    if (paid.payment_method_id === payment_method_id)
      throw toolError("invalid_input", "The new payment method should be different from the current one");
    const { amount } = paid;
    if (isShort(method, amount))
      throw toolError("limit_exceeded", "Insufficient gift card balance to pay for the order");
    order.payment_history.push(
      { transaction_type: "payment", amount, payment_method_id },
      { transaction_type: "refund", amount, payment_method_id: paid.payment_method_id },
    );
    credit(method, -amount);
    credit(findPaymentMethod(state, order.user_id, paid.payment_method_id), amount);
    return order;
  },
});
