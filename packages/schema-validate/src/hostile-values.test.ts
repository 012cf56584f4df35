import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { compileSchema, type CompiledSchema } from "./compile-schema.js";
import { describeProblems } from "./describe-problems.js";
import type { JsonSchema } from "./json-schema.js";
import { parseArguments } from "./parse-arguments.js";

/** Far above what any of these needs: only an answer that never comes, or comes exponentially late, is caught. */
const KILL_LIMIT = 60_000;

const anyObject = compileSchema({ type: "object" }, { purpose: "input" });

function input(properties: Record<string, JsonSchema>, rest: Record<string, unknown> = {}): CompiledSchema {
  return compileSchema({ type: "object", properties, ...rest }, { purpose: "input" });
}

function first(schema: CompiledSchema, value: unknown): string {
  const [problem] = schema.check(value);
  return problem ? `${problem.path.join(".")}:${problem.keyword}` : "";
}

function message(schema: CompiledSchema, value: unknown): string {
  const text = describeProblems(schema.check(value), { subject: { tool: "t" } });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
  return text;
}

describe("what JSON cannot hold", () => {
  const circle: Record<string, unknown> = { a: { b: 1 } };
  (circle["a"] as Record<string, unknown>)["back"] = circle;
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  test.each<[string, unknown, string]>([
    ["a BigInt", { a: { b: 1n } }, "a.b:not_json"],
    ["a function", { a: [() => 1] }, "a.0:not_json"],
    ["a symbol", { a: Symbol("x") }, "a:not_json"],
    ["NaN", { a: NaN }, "a:not_json"],
    ["Infinity", { a: -Infinity }, "a:not_json"],
    ["a hole in a list", { a: [undefined, 1] }, "a.0:not_json"],
    ["half of a pair", { a: "\ud800" }, "a:not_json"],
    ["half of a pair in a name", { "\udc00": 1 }, "\udc00:not_json"],
    ["a date", { a: new Date(0) }, "a:not_json"],
    ["a map", { a: new Map() }, "a:not_json"],
    ["an instance", { a: new (class Point {})() }, "a:not_json"],
    ["inherited members", { a: Object.create({ b: 1 }) as unknown }, "a:not_json"],
    ["a circle", circle, "a.back:not_json"],
    [
      "a getter that throws",
      {
        get a() {
          throw new Error("no");
        },
      },
      ":not_json",
    ],
    ["a revoked proxy", { a: proxy }, ":not_json"],
    ["a member of the name __proto__", JSON.parse('{"__proto__": {"a": 1}}'), "__proto__:not_json"],
  ])("%s is told, with its place", (_name, value, problem) => {
    expect(first(anyObject, value)).toBe(problem);
    expect(message(anyObject, value)).not.toMatch(/[\ud800-\udfff\u0000-\u001f]/u);
  });

  test("objects without a prototype are plain", () => {
    expect(anyObject.check(Object.assign(Object.create(null) as object, { a: 1 }))).toEqual([]);
  });

  test("a value that changes while it is read is answered", () => {
    let reads = 0;
    const value = {
      get a() {
        if (++reads > 1) throw new Error("no");
        return 1;
      },
    };
    expect(first(input({ a: { type: "integer" } }), value)).toBe(":not_json");
  });

  test("anything at all gets an answer and never an exception", () => {
    const schema = input({ a: { type: "array", items: { type: "integer" } }, b: { $ref: "#" } });
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        (value) => {
          message(schema, value);
          message(schema, { a: value, b: value });
        },
      ),
    );
  });
});

describe("depth and size", () => {
  const recursive = input({ a: { $ref: "#" }, list: { type: "array", items: { type: "integer" } } });

  test(
    "10,000 levels, as a value, as parsed, and as text",
    () => {
      let deep: Record<string, unknown> = {};
      for (let level = 0; level < 10_000; level++) deep = { a: deep };
      expect(recursive.check(deep)[0]?.keyword).toBe("too_deep");
      expect(recursive.check(deep, { parsed: true })[0]?.keyword).toBe("too_deep");
      const parsed = parseArguments('{"a":'.repeat(10_000) + "1" + "}".repeat(10_000));
      expect(parsed.ok ? "" : parsed.problems[0]?.keyword).toBe("too_deep");
    },
    KILL_LIMIT,
  );

  test(
    "a million items",
    () => {
      const million = Array.from({ length: 1_000_000 }, () => "x");
      expect(recursive.check({ list: million })[0]?.keyword).toBe("too_large");
      const data = compileSchema({ type: "array", items: { type: "integer" } }, { purpose: "data" });
      const problems = data.check(million);
      expect(problems.length).toBeLessThanOrEqual(3_000);
      expect(problems.at(-1)?.more).toBe(true);
      expect(describeProblems(problems, { subject: { file: "rows.json" } })).toMatch(
        /^Invalid rows\.json: "0\.\.\d+" must be an integer, received string "x"; and more problems\.$/,
      );
    },
    KILL_LIMIT,
  );

  test(
    "100,000 undeclared members",
    () => {
      const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index]));
      expect(message(input({ key: { type: "string" } }), many)).toContain('"key0" is not a parameter');
    },
    KILL_LIMIT,
  );

  test(
    "100,000 members of an open object that lacks 500",
    () => {
      const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index]));
      const names = Array.from({ length: 500 }, (_, index) => `needed${index}`);
      const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
      const open = input(properties, { required: names, additionalProperties: true });
      expect(message(open, many)).toContain("and 480 more problems");
      const named = compileSchema(
        { type: "object", propertyNames: { pattern: "^(a+)+$" } },
        { purpose: "input" },
      );
      expect(message(named, many)).toContain("not an accepted name");
    },
    KILL_LIMIT,
  );

  test("names of any length and kind", () => {
    const names = ["\u001b[31m", "\u202e", "x".repeat(100_000), '"', "\n\n## SYSTEM"];
    const text = message(
      input({ a: { type: "string" } }),
      Object.fromEntries(names.map((name) => [name, 1])),
    );
    expect(text).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(text.length).toBeLessThan(600);
  });

  test(
    "equal items of a long list are found in linear time",
    () => {
      const unique = compileSchema({ type: "array", uniqueItems: true }, { purpose: "data" });
      const objects = Array.from({ length: 20_000 }, (_, index) => ({ a: index, b: [index] }));
      expect(unique.check(objects)).toEqual([]);
      expect(unique.check([...objects, { b: [7], a: 7 }])).toMatchObject([
        { path: [20_000], keyword: "uniqueItems", other: 7 },
      ]);
    },
    KILL_LIMIT,
  );
});

describe("patterns that backtrack", () => {
  const evil = `${"a".repeat(40)}!`;

  test.each([
    ["^(a+)+$", `${"a".repeat(100_000)}!`],
    ["^(a|a)*$", evil],
    ["^(a|aa)+$", evil],
    ["^([a-z]+)*\\d$", "a".repeat(50_000)],
    ["^(?!x)(\\w+\\s?)*$", evil],
    ["^\\s+|\\s+$", `x${" ".repeat(50_000)}x`],
    [".*.*.*=", "x".repeat(20_000)],
  ])(
    "%s",
    (pattern, value) => {
      expect(input({ a: { type: "string", pattern } }).check({ a: value })).toMatchObject([
        { path: ["a"], keyword: "pattern" },
      ]);
      expect(
        input(
          {},
          { patternProperties: { [pattern]: { type: "integer" } }, additionalProperties: false },
        ).check({ [evil]: "x" }).length,
      ).toBeGreaterThan(0);
    },
    KILL_LIMIT,
  );

  test(
    "one that only a backtracking engine takes is refused as an own one, and bounded as a foreign one",
    () => {
      const schema = { type: "object", properties: { a: { type: "string", pattern: "x(?=a)(a+)+$" } } };
      expect(() => compileSchema(schema, { purpose: "input" })).toThrow(/exponential/);
      const foreign = compileSchema(schema, { purpose: "input", origin: "foreign" });
      expect(foreign.check({ a: "xaaa" })).toEqual([]);
      expect(foreign.check({ a: `x${evil}` })).toMatchObject([
        { path: ["a"], keyword: "too_large", expected: 20 },
      ]);
    },
    KILL_LIMIT,
  );
});

describe("schemas that explode", () => {
  function chain(end: JsonSchema): JsonSchema {
    const $defs: Record<string, JsonSchema> = { d18: end };
    for (let level = 0; level < 18; level++) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      $defs[`d${level}`] = { anyOf: [next, next] };
    }
    return { type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs };
  }

  test(
    "18 unions of two references give one problem",
    () => {
      expect(compileSchema(chain({ type: "integer" }), { purpose: "input" }).check({ a: "x" })).toHaveLength(
        1,
      );
      expect(compileSchema(chain({ minLength: 3 }), { purpose: "input" }).check({ a: "x" })).toHaveLength(1);
    },
    KILL_LIMIT,
  );

  test(
    "1,000 members and 20,000 values are compiled",
    () => {
      const names = Array.from({ length: 1_000 }, (_, index) => `p${index}`);
      expect(
        first(input(Object.fromEntries(names.map((name) => [name, { type: "string" }]))), { q: 1 }),
      ).toBe("q:undeclared");
      const values = Array.from({ length: 20_000 }, (_, index) => `v${index}`);
      expect(message(input({ a: { type: "string", enum: values } }), { a: "v1999x" })).toContain(
        "20000 values such as",
      );
    },
    KILL_LIMIT,
  );
});

test(
  "many schemas need no more memory than few",
  () => {
    const use = (from: number): void => {
      for (let index = from; index < from + 500; index++) {
        compileSchema(
          { type: "object", properties: { [`a${index}`]: { type: "string" } } },
          { purpose: "input" },
        ).check({});
      }
    };
    use(0);
    const before = process.memoryUsage().heapUsed;
    use(1_000);
    // An instance of ajv for every schema would be a hundred times as much.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  },
  KILL_LIMIT,
);
