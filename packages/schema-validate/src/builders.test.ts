import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { isToolError } from "@silo/errors";
import { s } from "./builders.js";
import { compileSchema } from "./compile-schema.js";
import type { Schema } from "./infer.js";

const order = s.object(
  {
    id: s.string({ pattern: "^O-\\d+$", description: "The order's id." }),
    count: s.integer({ minimum: 1 }),
    price: s.optional(s.number({ exclusiveMinimum: 0 })),
    stage: s.enumeration(["open", "done"]),
    kind: s.literal("order"),
    notes: s.array(s.string({ minLength: 1 }), { maxItems: 3, uniqueItems: true }),
    owner: s.nullable(s.string()),
    target: s.union([s.object({ url: s.string() }), s.boolean()]),
    tags: s.optional(s.record(s.string())),
    extra: s.optional(s.json()),
  },
  { $id: "https://example.com/order", title: "Order" },
);

const value = { id: "O-1", count: 1, stage: "open", kind: "order", notes: [], owner: null, target: true };

function thrown(
  schema: Schema<unknown>,
  given: unknown,
): { path: string; detail: string; message: string } | undefined {
  try {
    schema.parse(given);
  } catch (error) {
    if (isToolError(error, "SCHEMA_INVALID")) return error;
    throw error;
  }
  return undefined;
}

describe("a builder's schema", () => {
  test("is a JSON Schema, with its members in the order written", () => {
    expect(JSON.parse(JSON.stringify(order))).toEqual({
      type: "object",
      properties: {
        id: { type: "string", pattern: "^O-\\d+$", description: "The order's id." },
        count: { type: "integer", minimum: 1 },
        price: { type: "number", exclusiveMinimum: 0 },
        stage: { type: "string", enum: ["open", "done"] },
        kind: { type: "string", const: "order" },
        notes: { type: "array", items: { type: "string", minLength: 1 }, maxItems: 3, uniqueItems: true },
        owner: { anyOf: [{ type: "string" }, { type: "null" }] },
        target: {
          anyOf: [
            {
              type: "object",
              properties: { url: { type: "string" } },
              required: ["url"],
              additionalProperties: false,
            },
            { type: "boolean" },
          ],
        },
        tags: { type: "object", additionalProperties: { type: "string" } },
        extra: {},
      },
      required: ["id", "count", "stage", "kind", "notes", "owner", "target"],
      additionalProperties: false,
      $id: "https://example.com/order",
      title: "Order",
    });
    expect(Object.keys(order["properties"] as object)).toEqual([
      "id",
      "count",
      "price",
      "stage",
      "kind",
      "notes",
      "owner",
      "target",
      "tags",
      "extra",
    ]);
  });

  test("survives a structured clone, which leaves parse behind", () => {
    expect(structuredClone(order)).toEqual(JSON.parse(JSON.stringify(order)));
    expect("parse" in structuredClone(order)).toBe(false);
  });

  test("cannot be changed", () => {
    expect(Object.isFrozen(order)).toBe(true);
    expect(Object.isFrozen(order["properties"])).toBe(true);
  });

  test("says nothing where no option is given", () => {
    expect(JSON.stringify([s.string(), s.json(), s.object({})])).toBe(
      '[{"type":"string"},{},{"type":"object","properties":{},"additionalProperties":false}]',
    );
  });
});

describe("parse", () => {
  test("gives the value back as it is", () => {
    expect(order.parse(value)).toBe(value);
  });

  test("throws the whole path, without a schema knowing its own address", () => {
    const path = s.string();
    const schema = s.object({ files: s.array(s.object({ path })) });
    expect(thrown(schema, { files: [{ path: 4 }] })).toMatchObject({
      path: "files.0.path",
      detail: "must be a string",
      message: '"files.0.path" must be a string',
    });
    expect(thrown(path, 4)).toMatchObject({
      path: "",
      detail: "must be a string",
      message: "must be a string",
    });
  });

  test.each<[unknown, string]>([
    [{ ...value, id: "1" }, '"id" must match the pattern ^O-\\d+$'],
    [{ ...value, count: 0 }, '"count" must be at least 1'],
    [{ ...value, stage: "closed" }, '"stage" must be one of "open", "done"'],
    [{ ...value, kind: "x" }, '"kind" must be "order"'],
    [{ ...value, notes: ["a", "a"] }, '"notes.1" repeats item 0: every item must be different'],
    [{ ...value, owner: 1 }, '"owner" must be a string or null'],
    [{ ...value, tags: { a: 1 } }, '"tags.a" must be a string'],
    [{ ...value, other: 1 }, '"other" is not a declared field'],
    [{}, '"id" is required'],
    [null, "must be an object"],
  ])("%j", (given, message) => {
    expect(thrown(order, given)?.message).toBe(message);
  });

  test("agrees with the compiled schema", () => {
    const compiled = compileSchema(order, { purpose: "data" });
    const mutated = fc
      .tuple(fc.constantFrom(...Object.keys(value)), fc.jsonValue())
      .map(([name, by]) => ({ ...value, [name]: by }));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), mutated), (given) => {
        expect(thrown(order, given) === undefined).toBe(compiled.is(given));
      }),
    );
  });

  test("tells null from a member that may be left out", () => {
    const schema = s.object({ a: s.optional(s.string()) });
    expect(schema.parse({})).toEqual({});
    expect(thrown(schema, { a: null })?.message).toBe('"a" must be a string');
  });

  test("lets an object be open where it says so", () => {
    expect(s.object({}, { additionalProperties: true }).parse({ a: 1 })).toEqual({ a: 1 });
    expect(thrown(s.object({}, { additionalProperties: s.string() }), { a: 1 })?.message).toBe(
      '"a" must be a string',
    );
  });
});
