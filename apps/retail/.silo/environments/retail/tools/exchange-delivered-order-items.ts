import { s, toolError } from "@silo/runtime";
import { itemIds, newItemIds, orderId, paymentMethodId } from "../arguments.js";
import { defineTool } from "../define-tool.js";
import { isShort, round2 } from "../money.js";
import { findItem, findNewVariant, missingItem } from "../order-items.js";
import { findOrder, findPaymentMethod } from "../records.js";
import { orderSchema } from "../state.js";

export const exchangeDeliveredOrderItems = defineTool({
  name: "exchange_delivered_order_items",
  description:
    "Requests that items of a delivered order be exchanged for other variants of the same products. No money moves yet. Returns the order as it then is.",
  inputSchema: s.object({
    order_id: orderId,
    item_ids: itemIds("give back"),
    new_item_ids: newItemIds,
    payment_method_id: paymentMethodId("settles the difference in price later"),
  }),
  outputSchema: orderSchema,
  effect: "write",
  run(state, { order_id, item_ids, new_item_ids, payment_method_id }) {
    const order = findOrder(state, order_id);
    if (order.status !== "delivered")
      throw toolError("invalid_state", "Non-delivered order cannot be exchanged");
    const missing = missingItem(order, item_ids);
    if (missing !== undefined) throw toolError("not_found", `Number of ${missing} not found.`);
    if (item_ids.length !== new_item_ids.length)
      throw toolError("invalid_input", "The number of items to be exchanged should match.");
    let difference = 0;
    for (const [index, itemId] of item_ids.entries()) {
      const item = findItem(order, itemId);
      difference += findNewVariant(state, item, new_item_ids[index] ?? "").price - item.price;
    }
    difference = round2(difference);
    if (isShort(findPaymentMethod(state, order.user_id, payment_method_id), difference))
      throw toolError("limit_exceeded", "Insufficient gift card balance to pay for the price difference");
    order.status = "exchange requested";
    order.exchange_items = item_ids.toSorted();
    order.exchange_new_items = new_item_ids.toSorted();
    order.exchange_payment_method_id = payment_method_id;
    order.exchange_price_difference = difference;
    return order;
  },
});
