import { readFileSync } from "node:fs";
import { format } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { mentions } from "./mentions.js";
import { numberIn, numbersIn } from "./numbers-in.js";

const page = readFileSync(new URL("../../../docs/verifiers.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
  language,
  text,
}));

/** The rows under every table head that begins with these columns, without the formatting of code. */
function rowsOf(...columns: string[]): string[][] {
  const lines = page.split("\n").map((line) => (line.startsWith("|") ? cellsOf(line) : []));
  let isWanted = false;
  return lines.filter((cells, index) => {
    if (cells.length === 0) isWanted = false;
    const isHead = lines[index + 1]?.[0]?.startsWith("---") === true;
    if (isHead) isWanted = columns.every((column, place) => cells[place] === column);
    return isWanted && !isHead && cells[0]?.startsWith("---") === false;
  });
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1"));
}

const unescape = (text: string): string => text.replaceAll("\\n", "\n");

describe("docs/verifiers.md", () => {
  const samples = ["whole-verifier", "what-changed", "read-answer", "look-at-calls"];

  it.each(samples)("has the sample %s, which prints what it says", async (name) => {
    const source = readFileSync(new URL(`../examples/${name}.ts`, import.meta.url), "utf8");
    const index = blocks.findIndex(({ text }) => text === source);
    expect(index, `no block equals examples/${name}.ts`).toBeGreaterThanOrEqual(0);
    const lines: string[] = [];
    const log = vi
      .spyOn(console, "log")
      .mockImplementation((...values: unknown[]) => void lines.push(format(...values)));
    try {
      await import(`../examples/${name}.ts`);
    } finally {
      log.mockRestore();
    }
    expect(blocks[index + 1]).toEqual({ language: "text", text: `${lines.join("\n")}\n` });
  });

  it("has no other code", () => {
    expect(blocks.filter(({ language }) => language !== "text")).toHaveLength(samples.length);
  });

  const numberRows = rowsOf("Answer", "`numbersIn`".replaceAll("`", ""));
  it.each(numberRows)("reads the numbers in %s: %s", (answer = "", numbers = "") => {
    const expected = numbers === "" ? [] : numbers.split(", ").map(Number);
    expect(numbersIn(unescape(answer))).toEqual(expected);
    expect(numberIn(unescape(answer))).toBe(expected.length === 1 ? expected[0] : undefined);
  });

  const nameRows = rowsOf("Answer", "Name");
  it.each(nameRows)("looks in %s for %s: %s", (answer = "", name = "", expected) => {
    expect(String(mentions(unescape(answer), name))).toBe(expected);
  });

  it("has these tables", () => {
    expect([numberRows.length, nameRows.length]).toEqual([53, 21]);
  });
});
