import { describe, expect, test } from "vitest";
import { compileSchema } from "./compile-schema.js";
import { repairArguments } from "./repair-arguments.js";

const schema = compileSchema(
  {
    type: "object",
    properties: {
      id: { type: "string" },
      count: { type: "integer" },
      ratio: { type: "number" },
      done: { type: "boolean" },
      list: { type: "array", items: { type: "object", properties: { n: { type: "integer" } } } },
      stage: { enum: ["open", "done"] },
    },
    required: ["id"],
  },
  { purpose: "input" },
);

describe("a mistake that leaves no doubt is undone", () => {
  test.each<[string, unknown, unknown, string[]]>([
    ["a wrapper", { arguments: { id: "x" } }, { id: "x" }, ["unwrapped"]],
    ["the whole as text", '{"id":"x"}', { id: "x" }, ["parsed"]],
    ["a list as text", { id: "x", list: '[{"n":1}]' }, { id: "x", list: [{ n: 1 }] }, ["parsed"]],
    [
      "a number and a boolean as text",
      { id: "x", count: "3", done: "false" },
      { id: "x", count: 3, done: false },
      ["parsed", "parsed"],
    ],
    ["null for an optional member", { id: "x", count: null }, { id: "x" }, ["removed"]],
    [
      "one mistake inside of another",
      { input: { id: "x", list: '[{"n":"1"}]' } },
      { id: "x", list: [{ n: 1 }] },
      ["unwrapped", "parsed", "parsed"],
    ],
  ])("%s", (_name, value, wanted, kinds) => {
    const before = structuredClone(value);
    const repair = repairArguments(value, schema);
    expect(repair.value).toEqual(wanted);
    expect(repair.changes.map(({ kind }) => kind)).toEqual(kinds);
    expect(repair.problems).toEqual([]);
    expect(value).toEqual(before);
  });

  test("and said", () => {
    expect(repairArguments({ input: { id: "x", count: "3" } }, schema).changes).toEqual([
      { path: ["input"], kind: "unwrapped", message: 'took the arguments out of "input"' },
      { path: ["count"], kind: "parsed", message: 'read "count" as JSON instead of text' },
    ]);
  });
});

describe("a guess is not made", () => {
  test.each<[string, unknown]>([
    ["a name that is nearly right", { ID: "x" }],
    ["an undeclared member", { id: "x", extra: 1 }],
    ["a value that is nearly in the list", { id: "x", stage: "Open" }],
    ["hexadecimal text", { id: "x", count: "0x10" }],
    ["text with spaces", { id: "x", count: " 5 " }],
    ["text that would lose digits", { id: "x", ratio: "12345678901234567890" }],
    ["text that would come back shorter", { id: "x", ratio: "1.50" }],
    ["a fraction for an integer", { id: "x", count: "1.5" }],
    ["another spelling of true", { id: "x", done: "True" }],
    ["an empty text", { id: "x", done: "" }],
    ["null for a required member", { id: null }],
    ["one mistake beside another that stays", { id: "x", count: "3", extra: 1 }],
  ])("%s", (_name, value) => {
    const repair = repairArguments(value, schema);
    expect(repair.value).toBe(value);
    expect(repair.changes).toEqual([]);
    expect(repair.problems).toEqual(schema.check(value));
    expect(repair.problems.length).toBeGreaterThan(0);
  });
});

test("a valid value stays the very same", () => {
  const value = { id: "12345" };
  expect(repairArguments(value, schema)).toEqual({ value, changes: [], problems: [] });
  expect(repairArguments(value, schema).value).toBe(value);
});
