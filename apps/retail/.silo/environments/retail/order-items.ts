import { toolError } from "@silo/runtime";
import { findVariant } from "./records.js";
import type { Order, State, Variant } from "./state.js";

export type OrderItem = Order["items"][number];

/** The first id that is wanted more often than the order has it. */
export function missingItem({ items }: Order, itemIds: readonly string[]): string | undefined {
  const count = (ids: readonly string[], id: string): number => ids.filter((other) => other === id).length;
  const held = items.map(({ item_id }) => item_id);
  return itemIds.find((id) => count(itemIds, id) > count(held, id));
}

/** The first item of the order with this id. */
export function findItem({ items }: Order, itemId: string): OrderItem {
  const item = items.find(({ item_id }) => item_id === itemId);
  if (item === undefined) throw toolError("not_found", `Item ${itemId} not found`);
  return item;
}

/** The variant of the same product that is to come in place of an item. */
export function findNewVariant(state: State, item: OrderItem, newItemId: string): Variant {
  const variant = findVariant(state, item.product_id, newItemId);
  if (!variant.available) throw toolError("invalid_state", `New item ${newItemId} not found or available`);
  return variant;
}
