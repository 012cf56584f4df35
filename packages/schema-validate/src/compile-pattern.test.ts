import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { compilePattern, patternOf } from "./compile-pattern.js";
import { patternStructure } from "./pattern-structure.js";

describe("the shape of a pattern", () => {
  test.each([
    ["^[a-z]{3}$", false, 0],
    ["^AS\\d+$", false, 1],
    ["\\d+$", false, 2],
    ["^(a+)+$", true, 2],
    ["(a|b)*", true, 2],
    ["^(ab)*$", false, 1],
    ["^(a{2})+$", false, 1],
    ["^(?:ab?)+$", true, 1],
    ["^[(+*]+\\(\\+$", false, 1],
    ["^(?<name>a)+?$", false, 1],
  ])("%s", (pattern, nested, repeats) => {
    expect(patternStructure(pattern)).toMatchObject({ nested, repeats });
  });

  test("conditions at the start are taken apart, but not where a choice would reach them", () => {
    expect(patternStructure("^(?!a)(?=b+)c$")).toMatchObject({
      lead: [
        { negative: true, body: "a" },
        { negative: false, body: "b+" },
      ],
      rest: "^c$",
    });
    expect(patternStructure("^(?!a)b|c")).toMatchObject({ lead: [], rest: "^(?!a)b|c" });
  });
});

test("the linear engine and that of the platform agree", () => {
  const patterns = ["^(a+b?)+$", "^(?!ab)(a|b|c)+$", "(a|bc)*d", "^([a-c]+\\.)+[a-c]{2,}$", "^(\\w+\\s?)*$"];
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "d", ".", " ", "é"), maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...patterns), letters, (pattern, text) => {
      expect(compilePattern(pattern).test(text)).toBe(new RegExp(pattern, "u").test(text));
    }),
    { numRuns: 500 },
  );
});

test("what the linear engine cannot take has a longest text", () => {
  expect(compilePattern("^(\\w+) \\1$").longest).toBe(3_162);
  expect(compilePattern("^(\\w+) \\1$").test("ab ab")).toBe(true);
  expect(compilePattern("x(?=a)(a+)+$")).toMatchObject({ dangerous: true, longest: 20 });
  expect(compilePattern("^(a+)+$").dangerous).toBe(false);
});

test("what is no regular expression has no matcher", () => {
  expect(patternOf("(")).toBeUndefined();
  expect(() => compilePattern("(")).toThrow(SyntaxError);
});

test("an old pattern that the u flag refuses is read without it", () => {
  expect(compilePattern("^[\\w-.]+$").test("a-b.c")).toBe(true);
});
