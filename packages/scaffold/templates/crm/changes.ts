import { mentions } from "@silo/runtime";

/** The ids that came into a collection. */
export function addedIds(before: object, after: object): string[] {
  return Object.keys(after).filter((id) => !Object.hasOwn(before, id));
}

/**
 * The different ids of one kind that a text names, such as OPP-005, in the order in which they first appear. What it
 * denies ("not OPP-005") it does not name.
 */
export function idsIn(text: string, prefix: string): string[] {
  const found = text.match(new RegExp(`\\b${prefix}-\\d+\\b`, "gi")) ?? [];
  return [...new Set(found.map((id) => id.toUpperCase()))].filter((id) => mentions(text, id));
}

/** A list for the detail of a check: "none", or the items. */
export function listed(items: string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}
