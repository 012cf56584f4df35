import { mentions, otherChanges } from "@silo/runtime";
import { inIdOrder } from "./listing.js";
import type { Collection } from "./state.js";

/** The ids that came into a collection, in the order of their numbers, whatever the order of its keys. */
export function addedIds<T extends { id: string }>(before: object, after: Collection<T>): string[] {
  return inIdOrder(after)
    .map(({ id }) => id)
    .filter((id) => !Object.hasOwn(before, id));
}

/**
 * The different ids of one kind that a text names, such as OPP-005, in the order in which they first appear. What it
 * denies ("not OPP-005") it does not name.
 */
export function idsIn(text: string, prefix: string): string[] {
  const found = text.match(new RegExp(`\\b${prefix}-\\d+\\b`, "gi")) ?? [];
  return [...new Set(found.map((id) => id.toUpperCase()))].filter((id) => mentions(text, id));
}

/** Whether the record has all wanted values, lists included; what is not there has none. */
export function fits(record: object | null | undefined, wanted: Record<string, unknown>): boolean {
  if (!record) return false;
  const actual = new Map<string, unknown>(Object.entries(record));
  return Object.entries(wanted).every(
    ([key, value]) =>
      value !== undefined &&
      actual.has(key) &&
      otherChanges({ value }, { value: actual.get(key) }, {}).length === 0,
  );
}

/** A list for the detail of a check: "none", or the items. */
export function listed(items: string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}
