import { siloError } from "@silo/errors";

/** A value that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

const maxDepth = 1_000;

interface Walk {
  subject: string;
  path: string[];
  open: Set<object>;
}

/**
 * A deep copy of `value` as JSON: nothing in it is shared with the original. A Map becomes an object, a Set an array,
 * a Date its ISO text, an object with `toJSON` what that gives; members that are undefined are left out, and
 * undefined itself becomes null. What JSON cannot hold (NaN, a BigInt, a cycle, a function) throws
 * `value_not_json` with its path (contract A6).
 */
export function jsonCopy(value: unknown, subject: string): JsonValue {
  if (value === undefined) return null;
  return copy(value, { subject, path: [], open: new Set() });
}

function refuse(walk: Walk, reason: string): never {
  throw siloError("value_not_json", { subject: walk.subject, path: walk.path.join("."), reason });
}

function copy(value: unknown, walk: Walk): JsonValue {
  switch (typeof value) {
    case "string":
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
  if (walk.open.has(value)) refuse(walk, "it contains itself");
  if (walk.path.length >= maxDepth) refuse(walk, `it is nested deeper than ${maxDepth} levels`);
  walk.open.add(value);
  const result = copyMembers(value, walk);
  walk.open.delete(value);
  return result;
}

function copyMembers(value: object, walk: Walk): JsonValue {
  const toJson: unknown = (value as { toJSON?: unknown }).toJSON;
  if (value instanceof Date && Number.isNaN(value.getTime())) refuse(walk, "it is an invalid Date");
  if (typeof toJson === "function") return copy(toJson.call(value, walk.path.at(-1) ?? ""), walk);
  if (Array.isArray(value)) return Array.from(value, (item, index) => at(walk, String(index), item));
  if (value instanceof Set) return Array.from(value, (item, index) => at(walk, String(index), item));
  if (value instanceof Map) return members(mapEntries(value, walk), walk);
  return members(Object.entries(value), walk);
}

function mapEntries(map: Map<unknown, unknown>, walk: Walk): [string, unknown][] {
  return Array.from(map, ([key, item]) => {
    if (typeof key === "string" || typeof key === "number") return [String(key), item];
    return refuse(walk, `a key of the Map is a ${typeof key}, not a text`);
  });
}

function members(entries: [string, unknown][], walk: Walk): JsonValue {
  // fromEntries defines its members, so that a key named __proto__ stays data.
  return Object.fromEntries(
    entries.filter(([, item]) => item !== undefined).map(([key, item]) => [key, at(walk, key, item)]),
  );
}

function at(walk: Walk, key: string, item: unknown): JsonValue {
  walk.path.push(key);
  const result = copy(item, walk);
  walk.path.pop();
  return result;
}
