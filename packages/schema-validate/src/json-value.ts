import type { PathSegment, Problem } from "./problem.js";
import { receivedOf } from "./problem.js";

/** How much of a value is looked at. */
export interface ValueLimits {
  /** Levels of lists and objects. */
  readonly depth: number;
  /** Values, counting every member and item. */
  readonly nodes: number;
  /** UTF-16 units of one text. */
  readonly text: number;
  /** Whether an object may have a member of the name `__proto__`. */
  readonly prototypeName: boolean;
}

/** What a walk over a value found. */
export interface JsonWalk {
  readonly problem: Problem | undefined;
  /** True where an object has a member that is `undefined`: in JSON, no member at all. */
  readonly hasUndefined: boolean;
}

const FINE: JsonWalk = { problem: undefined, hasUndefined: false };
const FINE_WITHOUT_UNDEFINED: JsonWalk = { problem: undefined, hasUndefined: true };

class NotJson {
  readonly keyword: string;
  readonly expected: unknown;
  readonly reason: string;
  readonly value: unknown;
  readonly path: PathSegment[] = [];
  constructor(keyword: string, expected: unknown, reason: string, value?: unknown) {
    this.keyword = keyword;
    this.expected = expected;
    this.reason = reason;
    this.value = value;
  }
}

/**
 * Whether JSON can hold a value within the limits: plain objects, lists, texts, finite numbers, booleans, `null`
 * (contract V6, A6). A getter that throws does not get out. Stops at the first place that is wrong.
 */
export function walkJson(value: unknown, limits: ValueLimits): JsonWalk {
  const walk = new Walk(limits);
  let fault: NotJson | undefined;
  try {
    fault = walk.visit(value, 0);
    if (fault?.keyword === "too_deep") fault = circle(value, fault.path) ?? fault;
  } catch {
    fault = new NotJson("not_json", null, "it cannot be read");
  }
  if (!fault) return walk.hasUndefined ? FINE_WITHOUT_UNDEFINED : FINE;
  const { keyword, expected, reason } = fault;
  // Of too many values none is the one too many.
  if (keyword === "too_large" && reason === "values") fault.path.length = 0;
  const received = keyword === "not_json" ? { kind: "not_json" as const } : sizeOnly(fault.value);
  return {
    problem: { path: fault.path.reverse(), keyword, expected, received, other: reason },
    hasUndefined: false,
  };
}

function sizeOnly(value: unknown): Problem["received"] {
  const { kind, size } = receivedOf(value);
  return size === undefined ? { kind } : { kind, size };
}

class Walk {
  readonly #limits: ValueLimits;
  #left: number;
  hasUndefined = false;

  constructor(limits: ValueLimits) {
    this.#limits = limits;
    this.#left = limits.nodes;
  }

  visit(value: unknown, depth: number): NotJson | undefined {
    if (--this.#left < 0) return new NotJson("too_large", this.#limits.nodes, "values", value);
    switch (typeof value) {
      case "string":
        if (value.length > this.#limits.text)
          return new NotJson("too_large", this.#limits.text, "characters", value);
        return isWellFormed(value)
          ? undefined
          : new NotJson("not_json", null, "it holds half of a surrogate pair");
      case "number":
        return Number.isFinite(value) ? undefined : new NotJson("not_json", null, `it is ${value}`);
      case "boolean":
        return undefined;
      case "object":
        if (value === null) return undefined;
        if (depth >= this.#limits.depth) return new NotJson("too_deep", this.#limits.depth, "levels", value);
        return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
      case "undefined":
        return new NotJson("not_json", null, "nothing is there");
      default:
        return new NotJson("not_json", null, `it is a ${typeof value}`);
    }
  }

  #list(list: readonly unknown[], depth: number): NotJson | undefined {
    for (let index = 0; index < list.length; index++) {
      const fault = this.visit(list[index], depth + 1);
      if (fault) return at(fault, index);
    }
    return undefined;
  }

  #object(object: object, depth: number): NotJson | undefined {
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      return new NotJson("not_json", null, `it is not a plain object`);
    }
    for (const name of Object.keys(object)) {
      const member = (object as Record<string, unknown>)[name];
      if (member === undefined) {
        this.hasUndefined = true;
        continue;
      }
      if (name === "__proto__" && !this.#limits.prototypeName)
        return at(new NotJson("not_json", null, "this name is not accepted"), name);
      if (!isWellFormed(name))
        return at(new NotJson("not_json", null, "its name holds half of a surrogate pair"), name);
      const fault = this.visit(member, depth + 1);
      if (fault) return at(fault, name);
    }
    return undefined;
  }
}

function at(fault: NotJson, ...segments: PathSegment[]): NotJson {
  fault.path.push(...segments);
  return fault;
}

/** The place where a value on a path, which is given from its end, holds itself. */
function circle(root: unknown, reversedPath: readonly PathSegment[]): NotJson | undefined {
  const path = [...reversedPath].reverse();
  const seen = new Set<unknown>();
  let value = root;
  for (const [depth, segment] of path.entries()) {
    seen.add(value);
    value = (value as Record<PathSegment, unknown>)[segment];
    if (seen.has(value))
      return at(new NotJson("not_json", null, "it contains itself"), ...path.slice(0, depth + 1).reverse());
  }
  return undefined;
}

/** Node has the method; TypeScript's ES2023 does not know it yet. */
function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}

/** A copy without the members that are `undefined`. */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutUndefined(member)]));
}
