import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { describeProblems } from "./describe-problems.js";
import { parseArguments } from "./parse-arguments.js";

function fault(text: string): string {
  const parsed = parseArguments(text);
  if (parsed.ok) return "";
  return describeProblems(parsed.problems, { subject: { tool: "t" } }).replace(
    'Invalid arguments for "t": must be JSON: ',
    "",
  );
}

test("a text of JSON gives its value, unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const parsed = parseArguments(text);
      // fast-check makes names of its own choice, `__proto__` among them.
      if (!text.includes("__proto__"))
        expect(parsed).toEqual({ ok: true, value: JSON.parse(text) as unknown });
    }),
  );
  expect(parseArguments('{"needle":"what\'s the weather"}')).toEqual({
    ok: true,
    value: { needle: "what's the weather" },
  });
});

test.each(["", "  \n"])("an empty text %j is no arguments", (text) => {
  expect(parseArguments(text)).toEqual({ ok: true, value: undefined });
});

describe("what is no JSON is told with its place", () => {
  test.each([
    ['{"a":1}{"b":2}', "a second value begins at offset 7; send one value only."],
    ['{"a":1} trailing', "a second value begins at offset 8; send one value only."],
    ['{"a":1}}', "unexpected '}' after the value, at offset 7."],
    ['{"path":"x.md","content":"lo', "the text ends inside of the string that begins at offset 25."],
    ['{"a":[1,2', "the text ends inside of the array that begins at offset 5."],
    ['{"a":', "the text ends at offset 5, where a value is wanted."],
    ["{'a':1}", "unexpected ''' at offset 1, where a name in double quotes is wanted."],
    ['{"a":1,}', "unexpected '}' at offset 7, where a name in double quotes is wanted."],
    ['{"a" 1}', "unexpected '1' at offset 5, where ':' is wanted."],
    ['{"a":None}', "unexpected 'N' at offset 5, where a value is wanted."],
    ['{"a":"l1\nl2"}', "line break or control character in a string at offset 8; write it as an escape."],
    ['{"a":"\\x"}', "unknown escape in a string at offset 6."],
    ["<arguments>", "unexpected '<' at offset 0, where a value is wanted."],
  ])("%j", (text, words) => {
    expect(fault(text)).toBe(words);
  });

  test("any text gets a place, and none an exception", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "1", "a", "\\", " ", "\n", "-", "é"),
        }),
        (text) => {
          const parsed = parseArguments(text);
          if (!parsed.ok) expect(parsed.problems[0]?.expected).toMatch(/offset|nested/);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("what JSON.parse lets through and a value must not hold", () => {
  test.each([
    ['{"a":1e400}', ["a"]],
    ['{"a":"\\ud800"}', ["a"]],
    ['{"__proto__":1}', ["__proto__"]],
    ['{"\\u005f_proto__":1}', ["__proto__"]],
  ])("%s", (text, path) => {
    const parsed = parseArguments(text);
    expect(parsed.ok ? [] : parsed.problems).toMatchObject([{ path, keyword: "not_json" }]);
  });
});
