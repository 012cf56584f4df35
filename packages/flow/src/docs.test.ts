import { readFileSync } from "node:fs";
import { format } from "node:util";
import { describe, expect, it, vi } from "vitest";

const page = readFileSync(new URL("../../../docs/flow.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text = ""]) => ({
  language,
  text,
}));
const sourceOf = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
const exampleOf = (name: string): string => sourceOf(`packages/flow/agents/${name}.ts`);

describe("docs/flow.md", () => {
  const printing = ["whole-flow", "stop-here"];

  it.each(printing)("has the sample %s, which prints what it says", async (name) => {
    const index = blocks.findIndex(({ text }) => text === exampleOf(name));
    expect(index, `no block equals agents/${name}.ts`).toBeGreaterThanOrEqual(0);
    const lines: string[] = [];
    const log = vi
      .spyOn(console, "log")
      .mockImplementation((...values: unknown[]) => void lines.push(format(...values)));
    try {
      await import(`../agents/${name}.ts`);
    } finally {
      log.mockRestore();
    }
    expect(blocks[index + 1]).toEqual({ language: "text", text: `${lines.join("\n")}\n` });
  });

  it("has the sample go-on, and no other code", () => {
    expect(blocks.map(({ text }) => text)).toContain(exampleOf("go-on"));
    expect(blocks.filter(({ language }) => language === "ts")).toHaveLength(printing.length + 1);
  });

  /** The rows of the table of rules: the rule, the file of a test, and words of its name. */
  const rows = [...page.matchAll(/^\| (.+?) +\| `([\w./-]+)`: (.+?) +\|$/gm)].map(
    ([, rule = "", file = "", name = ""]) => ({
      rule,
      file,
      name,
    }),
  );

  it.each(rows)("names a test that is there for: $rule", ({ file, name }) => {
    const tests = sourceOf(file).replaceAll(/\s+/g, " ");
    expect(tests).toContain(name);
    expect(tests).toMatch(/\b(it|describe|defineFlow)(\.each)?[(<]/);
  });

  it("has a row for every rule", () => {
    expect(rows.length).toBeGreaterThanOrEqual(30);
  });
});
