import { s, toolError } from "@silo/runtime";
import { itemIds, orderId, paymentMethodId } from "../arguments.js";
import { defineTool } from "../define-tool.js";
import { missingItem } from "../order-items.js";
import { findOrder, findPaymentMethod } from "../records.js";
import { orderSchema } from "../state.js";

export const returnDeliveredOrderItems = defineTool({
  name: "return_delivered_order_items",
  description: "Requests that items of a delivered order be returned. Returns the order as it then is.",
  inputSchema: s.object({
    order_id: orderId,
    item_ids: itemIds("send back"),
    payment_method_id: paymentMethodId(
      "gets the refund, and is the one that paid for the order or a gift card",
    ),
  }),
  outputSchema: orderSchema,
  effect: "write",
  run(state, { order_id, item_ids, payment_method_id }) {
    const order = findOrder(state, order_id);
    if (order.status !== "delivered")
      throw toolError("invalid_state", "Non-delivered order cannot be returned");
    const method = findPaymentMethod(state, order.user_id, payment_method_id);
    const paidWith = order.payment_history[0]?.payment_method_id;
    if (method.source !== "gift_card" && payment_method_id !== paidWith)
      throw toolError("not_allowed", "Payment method should be the original payment method");
    if (missingItem(order, item_ids) !== undefined) throw toolError("not_found", "Some item not found");
    order.status = "return requested";
    order.return_items = item_ids.toSorted();
    order.return_payment_method_id = payment_method_id;
    return order;
  },
});
