import { describe, expect, test } from "vitest";
import { compileSchema } from "./compile-schema.js";
import { describeProblems } from "./describe-problems.js";
import type { JsonSchema } from "./json-schema.js";
import { say } from "./testing/say.js";

const text = { type: "string" };
const integer = { type: "integer" };

describe("the sentence", () => {
  test("has the published form, byte for byte (contract V2)", () => {
    const schema = compileSchema(
      { type: "object", properties: { opportunityId: text }, required: ["opportunityId"] },
      { purpose: "input" },
    );
    const problems = schema.check({ opportunityID: "O-1" });
    expect(describeProblems(problems, { subject: { tool: "get_opportunity" } })).toBe(
      'Invalid arguments for "get_opportunity": "opportunityId" is required; "opportunityID" is not a parameter; expected one of: opportunityId.',
    );
    expect(problems).toEqual([
      { path: ["opportunityId"], keyword: "required", expected: ["string"], received: { kind: "nothing" } },
      {
        path: ["opportunityID"],
        keyword: "undeclared",
        expected: ["opportunityId"],
        received: { kind: "string", value: "O-1", size: 3 },
        nearest: "opportunityId",
      },
    ]);
  });

  test("says nothing of a valid value", () => {
    expect(describeProblems([], { subject: { tool: "t" } })).toBe("");
  });

  test("speaks of outputs and of files in their own words", () => {
    const schema = compileSchema(
      { type: "object", properties: { a: text }, additionalProperties: false },
      { purpose: "output" },
    );
    const problems = schema.check({ b: 1 });
    expect(describeProblems(problems, { subject: { output: "get_b" } })).toBe(
      'Invalid output of "get_b": "b" is not a declared field; expected one of: a.',
    );
    expect(describeProblems(problems, { subject: { file: "tasks/TASK-001.json" } })).toBe(
      'Invalid tasks/TASK-001.json: "b" is not a known field; expected one of: a.',
    );
  });
});

describe("each kind of mistake", () => {
  test.each<[string, Record<string, JsonSchema>, unknown, string, Record<string, unknown>?]>([
    ["a missing text", { a: text }, {}, '"a" is required', { required: ["a"] }],
    [
      "a missing number, with its type",
      { timeout_ms: { type: "number" } },
      {},
      '"timeout_ms" is required (number)',
      { required: ["timeout_ms"] },
    ],
    [
      "a missing choice, with its values",
      { a: { enum: ["x", "y"] } },
      {},
      '"a" is required (one of "x", "y")',
      { required: ["a"] },
    ],
    [
      "a missing date, with its form",
      { a: { type: "string", format: "date" } },
      {},
      '"a" is required (a date such as 2031-03-23)',
      { required: ["a"] },
    ],
    [
      "a near miss among several names",
      { name: text, stage: text },
      { stagee: "x" },
      '"stagee" is not a parameter (did you mean "stage"?); expected one of: name, stage',
    ],
    [
      "a name that is far from all",
      { name: text, stage: text },
      { zzz: 1 },
      '"zzz" is not a parameter; expected one of: name, stage',
    ],
    ["an argument of a tool that takes none", {}, { a: 1 }, '"a" is not a parameter (none is accepted)'],
    ["a wrong type", { a: text }, { a: { b: 1 } }, '"a" must be a string, received object'],
    ["a wrong type, with a short value", { a: text }, { a: 5 }, '"a" must be a string, received number 5'],
    [
      "a number as text",
      { a: integer },
      { a: "12" },
      '"a" must be an integer, received string "12" (send 12 without quotes)',
    ],
    [
      "text that is no faithful number",
      { a: { type: "number" } },
      { a: "0x10" },
      '"a" must be a number, received string "0x10"',
    ],
    [
      "text that loses digits as a number",
      { a: { type: "number" } },
      { a: "12345678901234567890" },
      '"a" must be a number, received string "12345678901234567890"',
    ],
    ["a fraction", { a: integer }, { a: 1.5 }, '"a" must be an integer, received number 1.5'],
    [
      "one of several types",
      { a: { type: ["array", "null"], items: text } },
      { a: 1 },
      '"a" must be an array or null, received number 1',
    ],
    [
      "null for an optional member",
      { a: text },
      { a: null },
      '"a" must be a string, received null (omit it)',
    ],
    [
      "null for a required member",
      { a: text },
      { a: null },
      '"a" must be a string, received null',
      { required: ["a"] },
    ],
    [
      "the word null for an optional member",
      { a: { enum: ["x"] } },
      { a: "null" },
      '"a" must be "x", received string "null" (omit it)',
    ],
    [
      "a value that is not in the list",
      { a: { enum: ["lead", "lost"] } },
      { a: "Lead" },
      '"a" must be one of "lead", "lost", received string "Lead" (did you mean "lead"?)',
    ],
    ["a wrong constant", { a: { const: 3 } }, { a: 4 }, '"a" must be 3, received number 4'],
    [
      "a type and a list",
      { a: { type: "integer", enum: [1, 2] } },
      { a: "2" },
      '"a" must be an integer (one of 1, 2), received string "2" (send 2 without quotes)',
    ],
    [
      "a number that is too small",
      { a: { type: "number", minimum: 1 } },
      { a: 0 },
      '"a" must be at least 1, received number 0',
    ],
    [
      "a number on an open bound",
      { a: { type: "number", exclusiveMaximum: 1 } },
      { a: 1 },
      '"a" must be less than 1, received number 1',
    ],
    [
      "a number that is no multiple",
      { a: { type: "integer", multipleOf: 5 } },
      { a: 7 },
      '"a" must be a multiple of 5, received number 7',
    ],
    [
      "a text that is too short",
      { a: { type: "string", minLength: 3 } },
      { a: "ab" },
      '"a" must have at least 3 characters, received "ab" (2)',
    ],
    [
      "a text that is too long, counted in code points",
      { a: { type: "string", maxLength: 1 } },
      { a: "😀😀" },
      '"a" must have at most 1 character, received "😀😀" (2)',
    ],
    [
      "a pattern, without the value",
      { a: { type: "string", pattern: "^[A-Z]{3}$" } },
      { a: "euro" },
      '"a" must match the pattern ^[A-Z]{3}$',
    ],
    [
      "a format, with its form",
      { a: { type: "string", format: "date" } },
      { a: "23/03/2031" },
      '"a" must be a date such as 2031-03-23, received string "23/03/2031"',
    ],
    [
      "too few items",
      { a: { type: "array", items: text, minItems: 1 } },
      { a: [] },
      '"a" must have at least 1 item, received 0',
    ],
    [
      "a repeated item",
      { a: { type: "array", items: text, uniqueItems: true } },
      { a: ["x", "y", "x"] },
      '"a.2" repeats item 0: every item must be different',
    ],
    [
      "JSON as text",
      { a: { type: "array", items: text } },
      { a: '["x"]' },
      '"a" must be an array, received string that holds JSON (send the array itself, not as text)',
    ],
    [
      "a member that another one asks for",
      { a: text, b: integer },
      { a: "x" },
      '"b" is required when "a" is given (integer)',
      { dependentRequired: { a: ["b"] } },
    ],
    ["a member that is never accepted", { a: false }, { a: 1 }, '"a" is not accepted'],
    [
      "one of two members, neither",
      { a: text, b: text },
      {},
      'give at least one of "a", "b"',
      { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    ],
    [
      "one of two members, both",
      { a: text, b: text },
      { a: "", b: "" },
      'give exactly one of "a", "b"',
      { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    ],
    [
      "a member that only a condition asks for",
      { mode: { enum: ["a", "b"] }, level: integer },
      { mode: "a" },
      '"level" is required (integer)',
      { if: { properties: { mode: { const: "a" } }, required: ["mode"] }, then: { required: ["level"] } },
    ],
    [
      "members of which some go together",
      { a: text, b: text, c: text },
      {},
      'give at least one of "a" with "b", "c"',
      { anyOf: [{ required: ["a", "b"] }, { required: ["c"] }] },
    ],
    [
      "a value that is excluded",
      { a: { type: "string", not: { enum: ["root", "admin"] } } },
      { a: "root" },
      '"a" must not be "root" or "admin"',
    ],
    [
      "members that exclude each other",
      { a: text, b: text },
      { a: "", b: "" },
      'must not have "a" with "b"',
      { not: { required: ["a", "b"] } },
    ],
    [
      "a name that is not accepted",
      { a: { type: "object", propertyNames: { pattern: "^[a-z]+$" } } },
      { a: { Bad: 1 } },
      '"a.Bad" is not an accepted name: it must match the pattern ^[a-z]+$',
    ],
    [
      "an empty text for an optional member",
      { a: { type: "string", format: "date" } },
      { a: "" },
      '"a" must be a date such as 2031-03-23, received string "" (omit it)',
    ],
    [
      "a wrapper that is JSON as text",
      { a: text },
      { arguments: '{"a":"x"}' },
      '"arguments" is not a parameter: send what it holds directly, one level up; expected one of: a',
      { required: ["a"] },
    ],
    [
      "a wrapper",
      { a: text },
      { arguments: { a: "x" } },
      '"arguments" is not a parameter: send what it holds directly, one level up; expected one of: a',
      { required: ["a"] },
    ],
  ])("%s", (_name, properties, value, wanted, rest) => {
    expect(say(properties, value, rest)).toBe(wanted);
  });

  test("a nested path is dotted, with indexes", () => {
    const files = { type: "array", items: { type: "object", properties: { path: text } } };
    expect(say({ files }, { files: [{ path: 4 }] })).toContain(
      '"files.0.path" must be a string, received number',
    );
  });

  test("at the root there is no path", () => {
    expect(say({}, [])).toBe("must be an object, received array");
    expect(say({ a: text }, [], { required: ["a"] })).toBe(
      "must be an object, received array; expected one of: a",
    );
  });

  test("a text of more than 40 code points is not echoed, an escaped one is", () => {
    expect(say({ a: integer }, { a: "x".repeat(41) })).toBe('"a" must be an integer, received string');
    expect(say({ a: integer }, { a: 'l1\nl2"\u202e' })).toBe(
      '"a" must be an integer, received string "l1\\nl2\\"\\u202e"',
    );
  });

  test("a long list of values shows the nearest and the count", () => {
    const values = Array.from({ length: 30 }, (_, index) => `value_${index}`);
    expect(say({ a: { enum: values } }, { a: "value_29x" })).toContain(
      '"a" must be one of 30 values such as "value_29"',
    );
  });
});
