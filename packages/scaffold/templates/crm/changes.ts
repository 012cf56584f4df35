import type { State } from "./state.js";

/** Where two worlds differ: `collection.id` for a record, otherwise the member's name. */
export function changedPlaces(before: State, after: State): string[] {
  return namesOf(before, after).flatMap((name) => {
    const [was, is] = [memberOf(before, name), memberOf(after, name)];
    if (!isObject(was) || !isObject(is)) return isEqual(was, is) ? [] : [name];
    return namesOf(was, is)
      .filter((id) => !isEqual(memberOf(was, id), memberOf(is, id)))
      .map((id) => `${name}.${id}`);
  });
}

/** The ids that came into a collection. */
export function addedIds(before: object, after: object): string[] {
  return Object.keys(after).filter((id) => !Object.hasOwn(before, id));
}

/** The different ids of one kind that a text names, such as OPP-005, in the order in which they first appear. */
export function idsIn(text: string, prefix: string): string[] {
  const named = text.match(new RegExp(`\\b${prefix}-\\d+\\b`, "gi")) ?? [];
  return [...new Set(named.map((id) => id.toUpperCase()))];
}

/** A list for the detail of a check: "none", or the items. */
export function listed(items: string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}

function isEqual(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return namesOf(a, b).every((name) => isEqual(memberOf(a, name), memberOf(b, name)));
}

function namesOf(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function memberOf(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
