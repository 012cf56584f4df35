import { describeThrown, isSiloError, siloError } from "@silo/errors";
import { byCodeUnit } from "./by-code-unit.js";
import { isFrozenJson } from "./frozen-json.js";
import { isWellFormed } from "./is-well-formed.js";
import type { JsonValue } from "./json-value.js";
import { serializeJson } from "./serialize-json.js";
import { setMember } from "./set-member.js";

export type { JsonValue } from "./json-value.js";

const maxDepth = 1_000;

interface Walk {
  subject: string;
  path: string[];
  open: Set<object>;
  /** Where the copies of Sets are noted, if they are to be in the order of their contents. */
  sets?: WeakSet<object>;
}

/**
 * A deep copy of `value` as JSON: nothing in it is shared with the original. A Map becomes an object, a Set an array,
 * a Date its ISO text, an object with `toJSON` what that gives; members that are undefined are left out, and
 * undefined itself becomes null. What JSON cannot hold (NaN, a BigInt, a cycle, a function, a promise, half of a
 * surrogate pair) throws `value_not_json` with its path (contract A6).
 */
export function jsonCopy(value: unknown, subject: string): JsonValue {
  return copyWhole(value, { subject, path: [], open: new Set() });
}

/**
 * A copy as `jsonCopy` makes it, in which the items of a Set are in canonical order and not in that in which they came
 * into it. The arrays that were Sets are added to `sets`. What `frozenJson` made is JSON already, and is not copied.
 */
export function copyBySetContent(value: unknown, subject: string, sets: WeakSet<object>): JsonValue {
  return copyWhole(value, { subject, path: [], open: new Set(), sets });
}

function copyWhole(value: unknown, walk: Walk): JsonValue {
  if (value === undefined) return null;
  try {
    return copy(value, walk);
  } catch (cause) {
    if (isSiloError(cause, "value_not_json")) throw cause;
    // A getter, a toJSON or a proxy may throw anything; the path still says where.
    return refuse(walk, `it cannot be read: ${describeThrown(cause)}`, cause);
  }
}

function refuse(walk: Walk, reason: string, cause?: unknown): never {
  throw siloError("value_not_json", { subject: walk.subject, path: walk.path.join("."), reason }, { cause });
}

function copy(value: unknown, walk: Walk): JsonValue {
  switch (typeof value) {
    case "string":
      return isWellFormed(value) ? value : refuse(walk, "it holds half of a surrogate pair");
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : refuse(walk, `it is ${value}`);
    case "object":
      return value === null ? null : copyObject(value, walk);
    case "undefined":
      return refuse(walk, "it is undefined");
    default:
      return refuse(walk, `it is a ${typeof value}`);
  }
}

function copyObject(value: object, walk: Walk): JsonValue {
  if (walk.sets && isFrozenJson(value)) return value;
  if (walk.open.has(value)) refuse(walk, "it contains itself");
  if (walk.path.length >= maxDepth) refuse(walk, `it is nested deeper than ${maxDepth} levels`);
  walk.open.add(value);
  const result = copyMembers(asPlain(value, walk), walk);
  walk.open.delete(value);
  return result;
}

/** Their contents are no members, so that a copy of the members would be an empty object. */
const opaqueKinds = [
  Promise,
  RegExp,
  Error,
  WeakMap,
  WeakSet,
  WeakRef,
  ArrayBuffer,
  SharedArrayBuffer,
  BigInt,
  Symbol,
];

/** What stands for `value` in JSON. `toJSON` is called once, as JSON.stringify does. */
function asPlain(value: object, walk: Walk): unknown {
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") {
    if (value instanceof Date && Number.isNaN(value.getTime())) refuse(walk, "it is an invalid Date");
    return toJSON.call(value, walk.path.at(-1) ?? "");
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === Array.prototype || prototype === null) return value;
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
  const kind = opaqueKinds.find((type) => value instanceof type);
  return kind ? refuse(walk, `it is of type ${kind.name}`) : value;
}

function copyMembers(value: unknown, walk: Walk): JsonValue {
  if (typeof value !== "object" || value === null) return copy(value, walk);
  if (Array.isArray(value) || value instanceof Set) {
    const items: Iterable<unknown> = value;
    const copies = Array.from(items, (item, index) => at(walk, String(index), item));
    return walk.sets && !Array.isArray(value) ? inOrderOfContent(copies, walk.sets) : copies;
  }
  const result: { [key: string]: JsonValue } = {};
  for (const [key, item] of value instanceof Map ? mapEntries(value, walk) : Object.entries(value)) {
    if (item !== undefined) setMember(result, key, at(walk, key, item));
  }
  return result;
}

function inOrderOfContent(items: JsonValue[], sets: WeakSet<object>): JsonValue[] {
  const ordered = items
    .map((item) => ({ item, text: serializeJson(item) }))
    .sort((a, b) => byCodeUnit(a.text, b.text))
    .map(({ item }) => item);
  sets.add(ordered);
  return ordered;
}

function mapEntries(map: Map<unknown, unknown>, walk: Walk): [string, unknown][] {
  const entries = Array.from(map, ([key, item]): [string, unknown] => {
    if (typeof key === "string" || typeof key === "number") return [String(key), item];
    return refuse(walk, `a key of the Map is of type ${typeof key}, not a text`);
  });
  if (new Set(entries.map(([key]) => key)).size < entries.length) {
    refuse(walk, "two keys of the Map, a number and a text, would be one");
  }
  return entries;
}

function at(walk: Walk, key: string, item: unknown): JsonValue {
  walk.path.push(key);
  if (!isWellFormed(key)) refuse(walk, "its name holds half of a surrogate pair");
  const result = copy(item, walk);
  walk.path.pop();
  return result;
}
