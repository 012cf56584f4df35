/**
 * Freezes `value` and all that it holds, in place, and returns it; what is frozen already is still looked into.
 * Contents of a Map, Set, Date or typed array stay mutable.
 */
export function deepFreeze<T>(value: T): T {
  freezeAll(value, new Set());
  return value;
}

function freezeAll(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  // A typed array with elements cannot be frozen, and holds numbers only.
  if (ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  if (value instanceof Map) for (const entry of value) entry.forEach((item) => freezeAll(item, seen));
  if (value instanceof Set) for (const item of value) freezeAll(item, seen);
  for (const key of Object.keys(value)) freezeAll((value as Record<string, unknown>)[key], seen);
}
