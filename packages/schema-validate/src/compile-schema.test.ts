import { describe, expect, test, vi } from "vitest";
import fc from "fast-check";
import { isToolError } from "@silo/errors";
import { compileSchema } from "./compile-schema.js";
import type { JsonSchema } from "./json-schema.js";

const text = { type: "string" };

function keywords(schema: JsonSchema, value: unknown): string[] {
  return compileSchema(schema, { purpose: "input" })
    .check(value)
    .map(({ keyword, path }) => [path.join("."), keyword].join(":"));
}

describe("undeclared arguments (contract V8)", () => {
  const open = { type: "object", properties: { a: text } };

  test("are a problem where the schema forgets to say so", () => {
    expect(keywords(open, { a: "x", b: 1 })).toEqual(["b:undeclared"]);
    expect(keywords({ type: "object", properties: { at: open } }, { at: { b: 1 } })).toEqual([
      "at.b:undeclared",
    ]);
    expect(
      keywords(
        { type: "object", properties: { list: { type: "array", items: open } } },
        { list: [{ b: 1 }] },
      ),
    ).toEqual(["list.0.b:undeclared"]);
  });

  test("are none of outputs and other data", () => {
    expect(compileSchema(open, { purpose: "output" }).check({ a: "x", b: 1 })).toEqual([]);
    expect(compileSchema(open, { purpose: "data" }).check({ a: "x", b: 1 })).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["additionalProperties: true", { additionalProperties: true }],
    ["additionalProperties with a schema", { additionalProperties: { type: "integer" } }],
    ["patternProperties", { patternProperties: { "^b": {} } }],
    ["unevaluatedProperties: true", { unevaluatedProperties: true }],
  ])("are none where the level opens itself by %s", (_name, opener) => {
    expect(keywords({ ...open, ...opener }, { a: "x", b: 1 })).toEqual([]);
  });

  test("are none in an object that declares no members", () => {
    expect(keywords({ type: "object", properties: { any: { type: "object" } } }, { any: { b: 1 } })).toEqual(
      [],
    );
  });

  test("count those of allOf, of references and of the chosen branch as declared", () => {
    const schema = {
      type: "object",
      properties: { kind: { enum: ["x", "y"] } },
      required: ["kind"],
      allOf: [{ $ref: "#/$defs/base" }],
      oneOf: [
        { properties: { kind: { const: "x" }, x: text }, required: ["x"] },
        { properties: { kind: { const: "y" }, y: text }, required: ["y"] },
      ],
      $defs: { base: { properties: { id: text } } },
    };
    expect(keywords(schema, { kind: "x", x: "1", id: "2" })).toEqual([]);
    expect(keywords(schema, { kind: "x", x: "1", y: "2" })).toEqual(["y:undeclared"]);
    expect(keywords(schema, { kind: "y", y: "1", z: "2" })).toEqual(["z:undeclared"]);
  });

  test("are seen in what a reference leads to, in both dialects", () => {
    for (const $schema of [
      "https://json-schema.org/draft/2020-12/schema",
      "http://json-schema.org/draft-07/schema#",
    ]) {
      const schema = {
        $schema,
        type: "object",
        properties: { node: { $ref: "#/definitions/node" } },
        definitions: {
          node: { type: "object", properties: { next: { $ref: "#/definitions/node" }, id: text } },
        },
      };
      expect(keywords(schema, { node: { id: "1", next: { id: "2" } } })).toEqual([]);
      expect(keywords(schema, { node: { next: { ident: "2" } } })).toEqual(["node.next.ident:undeclared"]);
    }
  });

  test("do not close what is extended elsewhere", () => {
    const schema = {
      type: "object",
      properties: {
        base: { type: "object", properties: { a: text } },
        more: { allOf: [{ $ref: "#/properties/base" }], properties: { b: text } },
      },
    };
    expect(keywords(schema, { more: { a: "x", b: "y" } })).toEqual([]);
    expect(keywords(schema, { more: { c: "x" } })).toEqual(["more.c:undeclared"]);
  });
});

describe("absent arguments (contract V4)", () => {
  test("are an empty object where nothing is required", () => {
    const schema = compileSchema({ type: "object", properties: { a: text } }, { purpose: "input" });
    for (const absent of [undefined, null]) {
      expect(schema.check(absent)).toEqual([]);
      // It is no object, though, that a program could read members of.
      expect(schema.is(absent)).toBe(false);
      expect(schema.parse(absent)).toEqual({});
    }
  });

  test("are told as what arrived where something is", () => {
    const schema = compileSchema(
      { type: "object", properties: { a: text }, required: ["a"] },
      { purpose: "input" },
    );
    expect(schema.check(null).map(({ keyword, received }) => [keyword, received.kind])).toEqual([
      ["type", "null"],
      ["required", "nothing"],
    ]);
    expect(schema.check(undefined)[0]?.received.kind).toBe("nothing");
  });

  test("are no output", () => {
    expect(
      compileSchema({ type: "object", properties: {} }, { purpose: "output" }).check(undefined),
    ).toMatchObject([{ keyword: "type", received: { kind: "nothing" } }]);
  });
});

describe("a value", () => {
  test("is never changed", () => {
    const schema = compileSchema(
      {
        type: "object",
        properties: {
          n: { type: "integer", default: 3 },
          s: text,
          list: { type: "array", items: { type: "number" } },
        },
        additionalProperties: false,
      },
      { purpose: "data" },
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = structuredClone(value);
        schema.check(value);
        expect(value).toEqual(copy);
      }),
    );
    const frozen = Object.freeze({ n: "3" });
    expect(schema.check(frozen)).toHaveLength(1);
  });

  test("comes back from parse as it is, or SchemaError carries place and detail apart", () => {
    const schema = compileSchema<{ a: string }>(
      { type: "object", properties: { a: text }, required: ["a"] },
      { purpose: "data" },
    );
    const value = { a: "x" };
    expect(schema.parse(value)).toBe(value);
    let caught: unknown;
    try {
      schema.parse({ a: 1 });
    } catch (error) {
      caught = error;
    }
    expect(isToolError(caught, "SCHEMA_INVALID") && [caught.path, caught.detail, caught.message]).toEqual([
      "a",
      "must be a string, received number 1",
      '"a" must be a string, received number 1',
    ]);
  });

  test("may have members that are undefined: they are not there", () => {
    const schema = compileSchema(
      { type: "object", properties: { a: text, b: text }, required: ["b"] },
      { purpose: "input" },
    );
    expect(schema.check({ a: undefined, b: "x", c: undefined })).toEqual([]);
    expect(schema.check({ b: undefined }).map(({ keyword }) => keyword)).toEqual(["required"]);
  });
});

describe("schemas do not meet", () => {
  test("two may have the same address", () => {
    const first = compileSchema({ $id: "https://example.com/a", type: "string" }, { purpose: "data" });
    const second = compileSchema({ $id: "https://example.com/a", type: "integer" }, { purpose: "data" });
    expect([first.is("x"), second.is("x"), second.is(1)]).toEqual([true, false, true]);
  });

  test("none can refer to another", () => {
    compileSchema({ $id: "https://example.com/b", type: "string" }, { purpose: "data" }).is("x");
    expect(() => compileSchema({ $ref: "https://example.com/b" }, { purpose: "data" })).toThrow(
      /nothing is ever loaded/,
    );
  });

  test("remote schemas are those given", () => {
    const remotes = { "https://example.com/c": { type: "integer" } };
    const schema = compileSchema(
      { properties: { c: { $ref: "https://example.com/c" } } },
      { purpose: "data", remotes },
    );
    expect(schema.check({ c: "1" })).toMatchObject([{ path: ["c"], keyword: "type" }]);
    expect(schema.is({ c: 1 })).toBe(true);
  });

  test("equal ones share a result, and a later change of the object has no effect", () => {
    const mutable = { type: "object", properties: { a: { type: "string" } } };
    const first = compileSchema(mutable, { purpose: "data" });
    mutable.properties.a.type = "integer";
    expect(first.is({ a: "x" })).toBe(true);
    expect(
      compileSchema({ type: "object", properties: { a: { type: "string" } } }, { purpose: "data" }),
    ).toBe(first);
    expect(compileSchema(mutable, { purpose: "data" }).is({ a: "x" })).toBe(false);
    expect(Object.isFrozen(first.schema)).toBe(true);
  });
});

describe("names of Object.prototype", () => {
  test("are ordinary members", () => {
    const schema = compileSchema(
      { type: "object", properties: { constructor: text, toString: text }, required: ["constructor"] },
      { purpose: "input" },
    );
    expect(schema.check({}).map(({ path }) => path)).toEqual([["constructor"]]);
    expect(schema.check({ constructor: "x" })).toEqual([]);
    expect(schema.check({ constructor: "x", valueOf: 1 })).toMatchObject([
      { keyword: "undeclared", path: ["valueOf"] },
    ]);
  });

  test("__proto__ is checked in data and refused in calls", () => {
    const schema: JsonSchema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"integer"}}}',
    ) as JsonSchema;
    const value: unknown = JSON.parse('{"__proto__":"x"}');
    expect(compileSchema(schema, { purpose: "data" }).check(value)).toMatchObject([
      { path: ["__proto__"], keyword: "type" },
    ]);
    expect(compileSchema({ type: "object" }, { purpose: "input" }).check(value)).toMatchObject([
      { path: ["__proto__"], keyword: "not_json" },
    ]);
  });
});

test("formats are checked, and only annotate in foreign data, as JSON Schema says", () => {
  const schema = { type: "string", format: "date" };
  expect(compileSchema(schema, { purpose: "data" }).is("soon")).toBe(false);
  expect(compileSchema(schema, { purpose: "data", origin: "foreign" }).is("soon")).toBe(true);
});

describe("the process around", () => {
  test("is told where it forbids to make code from strings, at the first value", () => {
    const schema = compileSchema({ type: "object", title: "never compiled" }, { purpose: "data" });
    vi.stubGlobal("Function", function Forbidden() {
      throw new EvalError("Code generation from strings disallowed for this context");
    });
    try {
      expect(() => schema.check({})).toThrow(/forbids making code from strings/);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(schema.check({})).toEqual([]);
  });

  test("gets nothing printed into it", () => {
    const prints = (["log", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
    const schema = {
      properties: { a: { format: "unheard-of" }, b: { $anchor: "x", requried: true } },
      if: true,
    };
    const compiled = compileSchema(schema, { purpose: "data", origin: "foreign" });
    compiled.check({ a: "x", b: 1 });
    expect(prints.map((print) => print.mock.calls)).toEqual([[], [], []]);
    prints.forEach((print) => print.mockRestore());
  });
});

test("a dialect that is none is refused", () => {
  const dialect = "draft-04" as "draft-07";
  expect(() => compileSchema({}, { purpose: "data", dialect })).toThrow(/"2020-12" and "draft-07"/);
});
