import { describe, expect, test } from "vitest";
import { compileSchema } from "./compile-schema.js";
import { describeProblems } from "./describe-problems.js";
import { say } from "./testing/say.js";

const text = { type: "string" };
const integer = { type: "integer" };

describe("many problems", () => {
  const rows = { type: "array", items: { type: "object", properties: { id: integer }, required: ["id"] } };

  test("that are equal for many items are one", () => {
    expect(say({ rows }, { rows: Array.from({ length: 1000 }, () => ({})) })).toBe(
      '"rows.0..999.id" is required (integer)',
    );
    expect(say({ rows }, { rows: [{}, { id: 1 }, {}, {}] })).toBe('"rows.0,2..3.id" is required (integer)');
  });

  test("are told up to 20 groups, and the rest is counted", () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const message = say(Object.fromEntries(names.map((name) => [name, text])), {}, { required: names });
    expect(message.split("; ")).toHaveLength(21);
    expect(message).toContain("and 10 more problems");
  });

  test("never need more than 4 KiB", () => {
    const names = Array.from({ length: 100 }, (_, index) => `${"é".repeat(60)}${index}`);
    const schema = compileSchema(
      {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, integer])),
        required: names,
      },
      { purpose: "input" },
    );
    const message = describeProblems(schema.check({}), { subject: { tool: "t" } });
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096);
    expect(message).toMatch(/and \d+ more problems\.$/);
  });

  test("keep their order: missing, undeclared, then member by member", () => {
    expect(say({ b: integer, a: integer }, { c: 1, a: "x" }, { required: ["b", "a"] })).toBe(
      '"b" is required (integer); "c" is not a parameter; expected one of: b, a; "a" must be an integer, received string "x"',
    );
  });
});
