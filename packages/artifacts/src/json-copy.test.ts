import { isSiloError } from "@silo/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonCopy } from "./json-copy.js";

/** What `work` throws, as code and details. */
function refusal(work: () => unknown): unknown {
  try {
    return { returned: work() };
  } catch (error) {
    return isSiloError(error, "value_not_json")
      ? { path: error.details.path, reason: error.details.reason }
      : error;
  }
}

const throwing = (): never => {
  throw new Error("read me not");
};

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { in: value };
  return value;
}

describe("jsonCopy refuses what JSON cannot hold, and names the place", () => {
  const cycle: Record<string, unknown> = { list: [] };
  (cycle["list"] as unknown[]).push({ back: cycle });
  const viaMap = new Map<string, unknown>();
  viaMap.set("self", viaMap);
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  it.each([
    ["NaN", { a: [0, NaN] }, "a.1", "it is NaN"],
    ["Infinity", [Infinity], "0", "it is Infinity"],
    ["a BigInt", { a: { b: 1n } }, "a.b", "it is a bigint"],
    ["a boxed BigInt", { a: Object(1n) as unknown }, "a", "it is of type BigInt"],
    ["a function", { run: () => 1 }, "run", "it is a function"],
    ["a symbol", { mark: Symbol("x") }, "mark", "it is a symbol"],
    ["undefined in an array", { a: [1, undefined] }, "a.1", "it is undefined"],
    ["a hole in an array", { a: new Array<unknown>(1_000_000_000) }, "a.0", "it is undefined"],
    ["an invalid Date", { at: new Date(NaN) }, "at", "it is an invalid Date"],
    ["a cycle", cycle, "list.0.back", "it contains itself"],
    ["a cycle through a Map", viaMap, "self", "it contains itself"],
    ["a Map with odd keys", { m: new Map([[{}, 1]]) }, "m", "a key of the Map is of type object, not a text"],
    [
      "a Map with a number and its text as keys",
      {
        m: new Map<unknown, number>([
          [1, 1],
          ["1", 2],
        ]),
      },
      "m",
      "two keys of the Map, a number and a text, would be one",
    ],
    ["a value of a Map", { m: new Map([["k", 1n]]) }, "m.k", "it is a bigint"],
    ["an item of a Set", { s: new Set([1, NaN]) }, "s.1", "it is NaN"],
    ["a promise that nobody awaited", { items: Promise.resolve([1]) }, "items", "it is of type Promise"],
    ["an error", { e: new TypeError("x") }, "e", "it is of type Error"],
    ["a regular expression", [/x/], "0", "it is of type RegExp"],
    ["half of a surrogate pair", { t: "\uD83D" }, "t", "it holds half of a surrogate pair"],
    [
      "half of a surrogate pair in a name",
      { "\uD83D": 1 },
      "\uD83D",
      "its name holds half of a surrogate pair",
    ],
    ["what toJSON gives", { a: { toJSON: () => ({ b: NaN }) } }, "a.b", "it is NaN"],
    ["toJSON that never ends", { a: endless() }, undefined, "it is nested deeper than 1000 levels"],
    ["toJSON that throws", { a: { toJSON: throwing } }, "a", "it cannot be read: read me not"],
    [
      "a getter that throws",
      { a: Object.defineProperty({}, "x", { get: throwing, enumerable: true }) },
      "a",
      "it cannot be read: read me not",
    ],
    [
      "a proxy that throws",
      { a: new Proxy({}, { ownKeys: throwing }) },
      "a",
      "it cannot be read: read me not",
    ],
    [
      "a proxy of an array that throws",
      [new Proxy([1], { get: throwing })],
      "0",
      "it cannot be read: read me not",
    ],
    ["too many levels", nested(1_001), undefined, "it is nested deeper than 1000 levels"],
  ])("%s", (_name, value, path, reason) => {
    expect(refusal(() => jsonCopy(value, "x"))).toEqual({
      path: path ?? (expect.any(String) as unknown),
      reason,
    });
  });

  it("also a revoked proxy, which breaks every look at it", () => {
    expect(refusal(() => jsonCopy({ a: revoked.proxy }, "x"))).toMatchObject({ path: "a" });
  });

  it("names the subject", () => {
    expect(() => jsonCopy([1n], "the arguments")).toThrowError(
      expect.objectContaining({
        code: "value_not_json",
        details: { path: "0", subject: "the arguments", reason: "it is a bigint" },
      }),
    );
  });
});

/** Every object gives another one of its kind. */
function endless(): object {
  return { toJSON: () => ({ next: endless() }) };
}

describe("jsonCopy copies", () => {
  const twice = { n: 1 };
  class Self {
    n = 1;
    toJSON(): this {
      return this;
    }
  }

  it.each<[string, unknown, unknown]>([
    ["undefined as null", undefined, null],
    ["members that are undefined as none", { a: undefined, b: null }, { b: null }],
    ["1000 levels", nested(1_000), nested(1_000)],
    [
      "a value that is in two places",
      { a: twice, b: [twice, twice] },
      { a: { n: 1 }, b: [{ n: 1 }, { n: 1 }] },
    ],
    [
      "a Map, with numbers as keys too",
      new Map<unknown, unknown>([
        ["a", 1],
        [2, new Map()],
      ]),
      { a: 1, 2: {} },
    ],
    ["a Set", { s: new Set(["b", "a"]) }, { s: ["b", "a"] }],
    ["a Date", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
    ["an object with toJSON", { url: new URL("https://example.org/a") }, { url: "https://example.org/a" }],
    ["an object whose toJSON gives itself", new Self(), { n: 1 }],
    ["boxed values", [Object("ab"), Object(1), Object(false)], ["ab", 1, false]],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [
      "own members of an instance",
      new (class {
        a = 1;
        #b = 2;
        b() {
          return this.#b;
        }
      })(),
      { a: 1 },
    ],
  ])("%s", (_name, value, expected) => {
    expect(jsonCopy(value, "x")).toEqual(expected);
  });

  it("__proto__ as data, without touching a prototype", () => {
    const copy = jsonCopy(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'), "x") as object;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(copy, "__proto__")?.value).toEqual({ polluted: true });
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    const fromMap = jsonCopy(new Map([["__proto__", 1]]), "x") as object;
    expect(Object.keys(fromMap)).toEqual(["__proto__"]);
  });

  it("every JSON value as it is, sharing nothing with the original", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const copy = jsonCopy(value, "x");
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        const known = objectsIn(value);
        expect(objectsIn(copy).some((object) => known.includes(object))).toBe(false);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

function objectsIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
