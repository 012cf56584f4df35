import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unsafeCharacters } from "../test/hostile-values.js";
import { blockText, lineText } from "./escape-text.js";

describe("lineText", () => {
  it("leaves an ordinary text as it is", () => {
    expect(lineText('Ticket "T-1" für Ana 👩 kostet 5 €')).toBe('Ticket "T-1" für Ana 👩 kostet 5 €');
  });

  it("escapes what breaks a line, colours a terminal or hides", () => {
    expect(lineText("a\nb\u001B[31m\u202E\u200B\uD800")).toBe("a\\nb\\u001b[31m\\u202e\\u200b\\ud800");
  });

  it("cuts between characters and never within an escape", () => {
    expect(lineText("abcdef", { max: 4 })).toBe("abc…");
    expect(lineText("a\u{1F600}\u{1F600}", { max: 3 })).toBe("a…");
    expect(lineText("a\u0000b", { max: 6 })).toBe("a…");
  });

  it("is safe and bounded for every text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.integer({ min: 1, max: 200 }),
        (text, max) => {
          const line = lineText(text, { max });
          expect(unsafeCharacters(line)).toEqual([]);
          expect(line.length).toBeLessThanOrEqual(max);
        },
      ),
    );
  });
});

describe("blockText", () => {
  it("keeps lines and tabs, and escapes the rest", () => {
    expect(blockText("a\n\tb\r\u001B[0m")).toBe("a\n\tb\\r\\u001b[0m");
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(unsafeCharacters(blockText(text).replace(/[\n\t]/g, ""))).toEqual([]);
      }),
    );
  });
});
