import { describe, expect, test } from "vitest";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import { isToolError } from "@silo/errors";
import { compileSchema, type CompiledSchema } from "./compile-schema.js";
import { describeProblems } from "./describe-problems.js";
import type { StandardJsonSchema } from "./infer.js";

const libraries: [string, StandardJsonSchema][] = [
  [
    "zod",
    z.object({
      ticketId: z.string().min(2),
      stage: z.enum(["open", "done"]).optional(),
      count: z.number().int(),
    }),
  ],
  [
    "valibot",
    toStandardJsonSchema(
      v.object({
        ticketId: v.pipe(v.string(), v.minLength(2)),
        stage: v.optional(v.picklist(["open", "done"])),
        count: v.pipe(v.number(), v.integer()),
      }),
    ),
  ],
  ["arktype", type({ ticketId: "string >= 2", "stage?": "'open' | 'done'", count: "number.integer" })],
];

describe.each(libraries)("a schema of %s", (_name, schema) => {
  const compiled: CompiledSchema = compileSchema(schema, { purpose: "input" });

  test("is accepted where a JSON Schema is", () => {
    expect(compiled.check({ ticketId: "T-1", count: 2 })).toEqual([]);
    expect(compiled.check({ ticketId: "T-1", count: 2, stage: "done" })).toEqual([]);
  });

  test("is told in the same words", () => {
    expect(
      describeProblems(compiled.check({ ticketID: "T-1", count: "2", stage: "opn" }), {
        subject: { tool: "t" },
      }),
    ).toBe(
      'Invalid arguments for "t": "ticketId" is required; "ticketID" is not a parameter (did you mean "ticketId"?); expected one of: ' +
        `${Object.keys((compiled.schema as { properties: object }).properties).join(", ")}; ` +
        problemsInOrder(compiled.schema),
    );
  });
});

/** The two mistakes of the members, in the order in which the library declares them. */
function problemsInOrder(schema: unknown): string {
  const words: Record<string, string> = {
    count: '"count" must be an integer, received string "2" (send 2 without quotes)',
    stage: `"stage" must be one of ${stageValues(schema)
      .map((value) => `"${value}"`)
      .join(", ")}, received string "opn" (did you mean "open"?)`,
  };
  const names = Object.keys((schema as { properties: object }).properties).filter((name) => name in words);
  return `${names.map((name) => words[name]).join("; ")}.`;
}

function stageValues(schema: unknown): string[] {
  return (schema as { properties: { stage: { enum: string[] } } }).properties.stage.enum;
}

test("transforms are not applied: the input is checked, and comes back as it came", () => {
  const schema = z.object({ count: z.string().transform(Number), since: z.string().default("now") });
  const compiled = compileSchema(schema, { purpose: "input" });
  const value = { count: "3" };
  expect(compiled.parse(value)).toBe(value);
  expect(value).toEqual({ count: "3" });
});

test("patterns with conditions at their start are enforced, and bounded", () => {
  const compiled = compileSchema(z.object({ email: z.email() }), { purpose: "input" });
  expect(compiled.is({ email: "ada.lovelace@mathematics.example.com" })).toBe(true);
  expect(compiled.is({ email: "ada..lovelace@example.com" })).toBe(false);
  expect(compiled.check({ email: `${"a.".repeat(50_000)}@` }).length).toBeGreaterThan(0);
});

describe("a schema that gives no JSON Schema is an error of the definition", () => {
  test.each<[string, () => unknown]>([
    ["no converter", () => v.object({ a: v.string() })],
    ["a type that JSON does not have", () => z.object({ a: z.bigint() })],
    [
      "a broken converter",
      () => ({
        "~standard": {
          version: 1,
          vendor: "x",
          validate: () => ({}),
          jsonSchema: { input: () => undefined },
        },
      }),
    ],
  ])("%s", (_name, make) => {
    let caught: unknown;
    try {
      compileSchema(make() as StandardJsonSchema, { purpose: "input" });
    } catch (error) {
      caught = error;
    }
    expect(isToolError(caught, "INVALID_DEFINITION") && caught.findings[0]?.code).toBe("no_json_schema");
  });
});
