import { isSiloError } from "@silo/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./read-json.js";

function faultOf(text: string): unknown {
  try {
    parseJson(text, "data/a.json");
  } catch (error) {
    return isSiloError(error, "invalid_json") ? error.details : error;
  }
  return "parsed";
}

describe("parseJson", () => {
  it.each<[string, string, number, number]>([
    ["a missing comma", '{"a":1 "b":2}', 1, 8],
    ["a missing comma, lines later", '{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ["a trailing comma in an object", '{"a":1,}', 1, 8],
    ["a trailing comma in an array", "[1,\n]", 2, 1],
    ["an unterminated string", '{"a": "abc', 1, 11],
    ["a line break in a string", '{"a": "x\ny"}', 1, 9],
    ["a control character in a string", '{\n"a": "\u0001"}', 2, 7],
    ["an unterminated object", '{"a":1', 1, 7],
    ["an unterminated array, lines later", "[\n1,\n2\n", 4, 1],
    ["an empty file", "", 1, 1],
    ["a file of spaces", "  ", 1, 3],
    ["a byte order mark, which does not count", '\uFEFF{"a" 1}', 1, 6],
    ["lines that end as on Windows", '{\r\n "a": 1\r\n "b"}', 3, 2],
    ["lines that end in a carriage return", '{\r "a": x}', 2, 7],
    ["a second value", "[1] 2", 1, 5],
    ["single quotes", "{'a':1}", 1, 2],
    ["a comment", "// c\n1", 1, 1],
    ["a wrong escape", '["\\x"]', 1, 4],
    ["a wrong number", "[-]", 1, 3],
    ["a word", '{"a": undefined}', 1, 7],
    ["a second byte order mark", "\uFEFF\uFEFF1", 1, 1],
  ])("finds %s", (_name, text, line, column) => {
    expect(faultOf(text)).toEqual({
      file: "data/a.json",
      reason: expect.any(String) as unknown,
      line,
      column,
    });
  });

  it("tells what is wrong in words, without the text and the position", () => {
    expect(faultOf('{"a":1,}')).toMatchObject({ reason: expect.stringMatching(/^[a-z]/) as unknown });
    for (const text of ['{"a":1,}', "[1,,2]", "{'a':1}", '"\u0001"', "", "[x]"]) {
      expect(JSON.stringify(faultOf(text))).not.toMatch(/position|is not valid JSON|RBrace/);
    }
  });

  it.each<[string, unknown]>([
    ['\uFEFF{"a":\r\n1}', { a: 1 }],
    ["null", null],
    ['"a"', "a"],
    ["[".repeat(5_000) + "]".repeat(5_000), expect.any(Array)],
  ])("reads %j", (text, value) => {
    expect(parseJson(text, "f")).toEqual(value);
  });

  it("keeps __proto__ as data", () => {
    expect(Object.keys(parseJson('{"__proto__":{}}', "f") as object)).toEqual(["__proto__"]);
  });

  it("gives a place inside of the text for every text that is no JSON, and the value for every one that is", () => {
    const damaged = fc
      .tuple(fc.jsonValue(), fc.nat(), fc.constantFrom("", ",", "{", "]", '"', "\n", "\u0000", "x", "\\"))
      .map(([value, where, what]) => {
        const text = JSON.stringify(value, null, 2);
        const offset = where % (text.length + 1);
        return text.slice(0, offset) + what + text.slice(offset + (where % 2));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          const { line, column } = faultOf(text) as { line: number; column: number };
          const lines = text.split(/\r\n|\r|\n/);
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
          return;
        }
        expect(parseJson(text, "f")).toEqual(value);
      }),
      { seed: 6, numRuns: 250 },
    );
  });
});
