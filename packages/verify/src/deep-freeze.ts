/** Freezes `value` and all that it holds, in place, and returns it. Contents of a Map, Set or Date stay mutable. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  // A typed array with elements cannot be frozen.
  if (!ArrayBuffer.isView(value)) Object.freeze(value);
  if (value instanceof Map) for (const [key, item] of value) deepFreeze([key, item]);
  if (value instanceof Set) for (const item of value) deepFreeze(item);
  for (const key of Object.keys(value)) deepFreeze((value as Record<string, unknown>)[key]);
  return value;
}
