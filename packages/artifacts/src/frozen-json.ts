import { isWellFormed } from "./is-well-formed.js";
import type { JsonValue } from "./json-value.js";
import { setMember } from "./set-member.js";

const shared = Symbol.for("@silo/artifacts/frozen-json");

/** Deeper than this, a value is left to those who name the place of what is wrong. */
const maxDepth = 1_000;

/**
 * What `frozenJson` made: plain, frozen with all that it holds, and JSON as it stands. One set for the whole process, since
 * a command and the module of an author's that it loads often have two copies of this package. It has the roots and what
 * stands up to two levels below them, where the records of collections do: a set of all that is made would cost more than
 * the copies.
 */
const made = ((globalThis as { [shared]?: WeakSet<object> })[shared] ??= new WeakSet<object>());
const notedDepth = 2;

const notPlain = Symbol("what is no plain JSON");

type Taken = JsonValue | typeof notPlain;
type Members = { [key: string]: JsonValue };

/**
 * A deeply frozen copy of what is plain JSON: objects and arrays, finite numbers, whole texts, no member that is
 * undefined. Undefined for anything else, such as a state with a Map, a Date or a NaN in it.
 *
 * What this function made is given back as it is, and a part that equals the part of `like` at its place, the order of
 * keys included, is taken from there, where this function made `like` too. So two copies of states share what is the same
 * in both, and whoever compares them need not look into it.
 */
export function frozenJson(value: unknown, like?: unknown): JsonValue | undefined {
  const taken = take(value, isFrozenJson(like) ? like : undefined, 0);
  return taken === notPlain ? undefined : taken;
}

/** Whether `frozenJson` made this: as a whole, or as a part not far below that. */
export function isFrozenJson(value: unknown): value is JsonValue {
  return typeof value === "object" && value !== null && made.has(value);
}

function take(value: unknown, like: JsonValue | undefined, depth: number): Taken {
  switch (typeof value) {
    case "string":
      return isWellFormed(value) ? value : notPlain;
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : notPlain;
    case "object":
      if (value === null) return null;
      if (depth <= notedDepth && made.has(value)) return value as JsonValue;
      if (depth >= maxDepth) return notPlain;
      return Array.isArray(value) ? takeItems(value, like, depth) : takeMembers(value, like, depth);
    default:
      return notPlain;
  }
}

function takeItems(items: unknown[], like: JsonValue | undefined, depth: number): Taken {
  if (Object.getPrototypeOf(items) !== Array.prototype) return notPlain;
  const model = Array.isArray(like) ? like : undefined;
  // None while all is as in the model.
  let copy: JsonValue[] | undefined = model?.length === items.length ? undefined : [];
  for (let index = 0; index < items.length; index += 1) {
    const former = model?.[index];
    const taken = take(items[index], former, depth + 1);
    if (taken === notPlain) return notPlain;
    if (copy === undefined && Object.is(taken, former)) continue;
    copy ??= (model ?? []).slice(0, index);
    copy.push(taken);
  }
  return copy === undefined ? (model as JsonValue[]) : finished(copy, depth);
}

function takeMembers(object: object, like: JsonValue | undefined, depth: number): Taken {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return notPlain;
  const members = object as Record<string, unknown>;
  const model = typeof like === "object" && like !== null && !Array.isArray(like) ? like : {};
  const modelKeys = Object.keys(model);
  const keys = Object.keys(members);
  let copy: Members | undefined = like !== undefined && modelKeys.length === keys.length ? undefined : {};
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const isInPlace = modelKeys[index] === key;
    const former = isInPlace || Object.hasOwn(model, key) ? model[key] : undefined;
    const taken = take(members[key], former, depth + 1);
    if (taken === notPlain || !(isInPlace || isWellFormed(key))) return notPlain;
    if (copy === undefined && isInPlace && Object.is(taken, former)) continue;
    copy ??= firstMembers(model, modelKeys.slice(0, index));
    setMember(copy, key, taken);
  }
  return copy === undefined ? model : finished(copy, depth);
}

function firstMembers(model: Members, keys: readonly string[]): Members {
  const copy: Members = {};
  for (const key of keys) setMember(copy, key, model[key] as JsonValue);
  return copy;
}

function finished<T extends JsonValue[] | Members>(copy: T, depth: number): T {
  Object.freeze(copy);
  if (depth <= notedDepth) made.add(copy);
  return copy;
}
