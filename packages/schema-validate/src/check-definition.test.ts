import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { isToolError, type DefinitionFinding } from "@silo/errors";
import { compileSchema, type CompileOptions } from "./compile-schema.js";
import type { JsonSchema } from "./json-schema.js";
import { keywordsOf } from "./keyword-shapes.js";

interface Outcome {
  readonly errors: readonly DefinitionFinding[];
  readonly warnings: readonly DefinitionFinding[];
}

function define(schema: unknown, options: Partial<CompileOptions> = {}): Outcome {
  try {
    const { warnings } = compileSchema(schema as JsonSchema, { purpose: "data", ...options });
    return { errors: [], warnings };
  } catch (error) {
    if (!isToolError(error, "INVALID_DEFINITION")) throw error;
    return { errors: error.findings, warnings: [] };
  }
}

function input(schema: unknown, options: Partial<CompileOptions> = {}): Outcome {
  return define(schema, { purpose: "input", ...options });
}

const object = (properties: Record<string, unknown>, rest: Record<string, unknown> = {}): unknown => ({
  type: "object",
  properties,
  ...rest,
});

describe("what no value can be checked against is an error, whoever wrote it", () => {
  test.each<[string, unknown, string, string]>([
    ["a type of another language", object({ a: { type: "dict" } }), "properties.a.type", 'write "object"'],
    ["a type in another case", object({ a: { type: "String" } }), "properties.a.type", 'write "string"'],
    ["the type any", object({ a: { type: "any" } }), "properties.a.type", 'leave "type" out'],
    [
      "a boolean bound of draft-04",
      object({ a: { minimum: 0, exclusiveMinimum: true } }),
      "properties.a.exclusiveMinimum",
      'write "exclusiveMinimum": 0 instead of "minimum"',
    ],
    [
      "a boolean required of draft-03",
      object({ a: { required: true } }),
      "properties.a.required",
      "of the object that has it",
    ],
    [
      "required inside of properties",
      object({ a: {}, required: ["a"] }),
      "properties.required",
      "move it out",
    ],
    ["a schema that is a text", object({ a: "string" }), "properties.a", "must be a schema"],
    ["an empty union", object({ a: { anyOf: [] } }), "properties.a.anyOf", "at least one schema"],
    ["a union with a hole", object({ a: { anyOf: [null] } }), "properties.a.anyOf.0", "must be a schema"],
    ["an anchor that is none", { $anchor: "#a" }, "$anchor", "letters"],
    ["a negative length", object({ a: { minLength: -1 } }), "properties.a.minLength", "0 or more"],
    [
      "a pattern that is none",
      object({ a: { pattern: "(" } }),
      "properties.a.pattern",
      "not a regular expression",
    ],
    ["an asynchronous schema", { $async: true, type: "object" }, "$async", "let every value pass"],
    ["a reference to nowhere", object({ a: { $ref: "#/$defs/b" } }), "properties.a.$ref", '"#/$defs/b"'],
    [
      "a reference into Object.prototype",
      object({ a: { $ref: "#/$defs/toString" } }, { $defs: {} }),
      "properties.a.$ref",
      "where no schema is",
    ],
    [
      "a reference into a constructor",
      object({ a: { $ref: "#/properties/constructor" } }),
      "properties.a.$ref",
      "where no schema is",
    ],
    [
      "a remote reference",
      object({ a: { $ref: "https://example.com/a.json" } }),
      "properties.a.$ref",
      "nothing is ever loaded",
    ],
    [
      "a reference to a file",
      object({ a: { $ref: "other.json" } }),
      "properties.a.$ref",
      "nothing is ever loaded",
    ],
    [
      "a circle of references",
      object(
        { a: { $ref: "#/$defs/a" } },
        { $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { $ref: "#/$defs/a" } } },
      ),
      "$defs.a",
      "refers to itself",
    ],
    ["another dialect", { $schema: "http://json-schema.org/draft-04/schema#" }, "$schema", "not supported"],
    ["what JSON cannot hold", object({ a: { const: 1n } }), "properties.a.const", "a bigint"],
    ["what is no schema at all", "string", "", "an object or a boolean"],
  ])("%s", (_name, schema, path, words) => {
    for (const origin of ["own", "foreign"] as const) {
      const { errors } = define(schema, { origin });
      const finding = errors.find((candidate) => candidate.path === path);
      expect(finding?.message, JSON.stringify(errors)).toContain(words);
    }
  });

  test("a circle of objects, and schemas beyond all measure", () => {
    const circle: Record<string, unknown> = { type: "object" };
    circle["properties"] = { a: circle };
    expect(define(circle).errors[0]?.path).toBe("properties.a");
    let deep: unknown = true;
    for (let level = 0; level < 5_000; level++) deep = { items: deep };
    expect(define(deep).errors[0]?.message).toContain("nested too deep");
    const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`p${index}`, true]));
    expect(define(object(wide)).errors[0]?.path).toBe("properties");
  });
});

describe("a mistake is an error of an own schema and a warning about a foreign one", () => {
  test.each<[string, unknown, string, string]>([
    ["a misspelled keyword", object({ a: {} }, { requried: ["a"] }), "requried", 'did you mean "required"?'],
    [
      "a word of OpenAPI",
      object({ a: { type: "string", nullable: true } }),
      "properties.a.nullable",
      'add "null" to "type"',
    ],
    ["an unknown word", object({ a: {} }, { sortOrder: 1 }), "sortOrder", '"x-"'],
    [
      "a keyword of the other draft",
      object({ a: { type: "array", additionalItems: false } }),
      "properties.a.additionalItems",
      "prefixItems",
    ],
    [
      "a list of items in 2020-12",
      object({ a: { type: "array", items: [{ type: "string" }] } }),
      "properties.a.items",
      "prefixItems",
    ],
    [
      "a required name that is not declared",
      object({ stage: {} }, { required: ["stagee"] }),
      "required.0",
      'did you mean "stage"?',
    ],
    [
      "a default that is refused",
      object({ a: { type: "integer", default: "1" } }),
      "properties.a.default",
      "does not accept",
    ],
    [
      "a value that contradicts the type",
      object({ a: { type: "integer", enum: [1, "2"] } }),
      "properties.a.enum.1",
      "never accepts",
    ],
    [
      "bounds that contradict",
      object({ a: { type: "integer", minimum: 3, maximum: 1 } }),
      "properties.a.minimum",
      "no value is ever accepted",
    ],
    ["an empty enum", object({ a: { enum: [] } }), "properties.a.enum", "no value is ever accepted"],
    [
      "additionalProperties that refuse those of allOf",
      object({}, { allOf: [{ properties: { a: {} } }], additionalProperties: false }),
      "additionalProperties",
      "unevaluatedProperties",
    ],
    [
      "a pattern that may take for ever",
      object({ a: { type: "string", pattern: "x(?=a)(a+)+$" } }),
      "properties.a.pattern",
      "exponential time",
    ],
  ])("%s", (_name, schema, path, words) => {
    const found = (findings: readonly DefinitionFinding[]): string | undefined =>
      findings.find((finding) => finding.path === path)?.message;
    expect(found(define(schema).errors)).toContain(words);
    const { errors, warnings } = define(schema, { origin: "foreign" });
    expect(errors).toEqual([]);
    expect(found(warnings)).toContain(words);
  });

  test("of a tool's input: it must be an object, and its lists must say what they hold", () => {
    expect(input({ properties: { a: {} } }).errors[0]?.code).toBe("input_not_object");
    expect(input({ type: ["object", "null"] }).errors[0]?.code).toBe("input_not_object");
    expect(input(object({ a: { type: "array" } })).errors[0]?.code).toBe("array_without_items");
    expect(define(object({ a: { type: "array" } })).errors).toEqual([]);
    expect(input(object(JSON.parse('{"__proto__": {}}'))).errors[0]?.path).toBe("properties");
  });
});

test("every fault is told at once", () => {
  const { errors } = define(object({ a: { type: "dict" }, b: { minLength: "1" }, c: { pattern: "(" } }));
  expect(errors.map(({ path }) => path)).toEqual([
    "properties.a.type",
    "properties.b.minLength",
    "properties.c.pattern",
  ]);
});

test("a doubt is a warning, whoever wrote it", () => {
  const { errors, warnings } = define(
    object({ a: { type: "string", format: "colour" }, b: { type: "number", multipleOf: 0.1 } }),
  );
  expect(errors).toEqual([]);
  expect(warnings.map(({ code }) => code)).toEqual(["format_unknown", "multiple_inexact"]);
});

test("a word of one's own begins with x-", () => {
  expect(define(object({ a: { "x-order": 1 } }))).toEqual({ errors: [], warnings: [] });
});

test("branches that close themselves do not refuse each other's members", () => {
  const branch = (name: string): unknown =>
    object({ [name]: {} }, { required: [name], additionalProperties: false });
  expect(define({ oneOf: [branch("a"), branch("b")] })).toEqual({ errors: [], warnings: [] });
});

describe("the dialect", () => {
  test.each([
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft-07/schema",
  ])("of %s is draft-07, where a list of items goes by position", ($schema) => {
    const schema = compileSchema(
      { $schema, items: [{ type: "string" }], additionalItems: false },
      { purpose: "data" },
    );
    expect(schema.is(["a"])).toBe(true);
    expect(schema.check(["a", 1])).toHaveLength(1);
  });

  test("is 2020-12 by default", () => {
    const schema = compileSchema({ prefixItems: [{ type: "string" }], items: false }, { purpose: "data" });
    expect(schema.check(["a", 1]).map(({ path }) => path)).toEqual([[1]]);
  });
});

describe("a foreign schema is enforced as it was meant", () => {
  test("nullable takes null", () => {
    const options = { purpose: "input", origin: "foreign" } as const;
    const nullable = compileSchema(
      { type: "object", properties: { a: { type: "string", enum: ["x"], nullable: true } } },
      options,
    );
    expect(nullable.is({ a: null })).toBe(true);
    expect(nullable.is({ a: "y" })).toBe(false);
  });

  test("a list of items goes by position", () => {
    const tuple = compileSchema(
      { type: "array", items: [{ type: "string" }], additionalItems: false },
      { purpose: "data", origin: "foreign" },
    );
    expect(tuple.is(["a"])).toBe(true);
    expect(tuple.is([1])).toBe(false);
    expect(tuple.is(["a", "b"])).toBe(false);
  });

  test("a member that is required and not declared can be given", () => {
    const schema = compileSchema(
      { type: "object", properties: { a: {} }, required: ["b"] },
      { purpose: "input", origin: "foreign" },
    );
    expect(schema.is({ b: 1 })).toBe(true);
    expect(schema.is({ b: 1, c: 1 })).toBe(false);
  });
});

test("whatever stands in for a schema, it is used or refused with findings, and nothing else is thrown", () => {
  const keyword = fc.constantFrom(...keywordsOf("2020-12"), "nullable", "additionalItems");
  const scalar = fc.constantFrom<unknown>(
    true,
    false,
    null,
    1,
    -1,
    0.5,
    "object",
    "#",
    "#/properties/a",
    "(",
    "^a",
  );
  const { part } = fc.letrec<{ part: unknown }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie("part"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b"), tie("part"), { maxKeys: 2 }),
      fc.dictionary(keyword, tie("part"), { maxKeys: 4 }),
    ),
  }));
  const purpose = fc.constantFrom("input" as const, "output" as const, "data" as const);
  fc.assert(
    fc.property(
      fc.dictionary(keyword, part, { maxKeys: 4 }),
      fc.jsonValue(),
      purpose,
      (schema, value, use) => {
        try {
          const compiled = compileSchema(schema, { purpose: use, origin: "foreign" });
          compiled.check(value);
          compiled.check({ a: 1, b: "x" });
        } catch (error) {
          expect(isToolError(error, "INVALID_DEFINITION") && error.findings.length).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 500 },
  );
});
