import { frozenJson, isFrozenJson } from "@silo/artifacts";

/** In which order an object's keys come: the last one first, or by a number that stands for one order of many. */
export type KeyOrder = "reversed" | number;

/**
 * A copy of a state whose objects have their keys in another order, at every depth. Arrays, Maps and Sets keep theirs:
 * there, order is content. Keys that look like array indexes stay first, as the language has it.
 */
export function withKeyOrder(value: unknown, order: KeyOrder): unknown {
  return reorder(value, order, 0);
}

/**
 * Copies of what `frozenJson` made, by order: the records of a world are mostly the same ones in every run of a proof.
 * Only what stands two levels below the root, where the records of collections do, is kept.
 */
const known = new Map<KeyOrder, WeakMap<object, unknown>>();
const keptDepth = 2;

function reorder(value: unknown, order: KeyOrder, depth: number): unknown {
  if (depth !== keptDepth || !isFrozenJson(value)) return reordered(value, order, depth);
  const copies = known.get(order) ?? new WeakMap<object, unknown>();
  known.set(order, copies);
  const copy = copies.get(value as object) ?? frozenJson(reordered(value, order, depth));
  copies.set(value as object, copy);
  return copy;
}

function reordered(value: unknown, order: KeyOrder, depth: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const again = (item: unknown): unknown => reorder(item, order, depth + 1);
  if (Array.isArray(value)) return value.map(again);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [again(key), again(item)]));
  if (value instanceof Set) return new Set([...value].map(again));
  const copy: Record<string, unknown> = {};
  for (const [key, item] of ordered(Object.entries(value), order)) {
    if (key !== "__proto__") copy[key] = again(item);
    // Not an assignment: that would set the prototype.
    else
      Object.defineProperty(copy, key, {
        value: again(item),
        configurable: true,
        enumerable: true,
        writable: true,
      });
  }
  return copy;
}

function ordered<T>(entries: [string, T][], order: KeyOrder): [string, T][] {
  if (order === "reversed") return entries.reverse();
  return entries.sort(([a], [b]) => rank(a, order) - rank(b, order));
}

/** A number that depends on all of the text and on the seed (FNV-1a). */
function rank(text: string, seed: number): number {
  let hash = 2_166_136_261 ^ seed;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  return hash >>> 0;
}
