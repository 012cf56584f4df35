import { readFileSync } from "node:fs";
import { format } from "node:util";
import { expect, test, vi } from "vitest";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/```(ts|text)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
  language,
  text,
}));

test.each(["check-arguments", "build-schemas", "find-mistakes", "repair"])(
  "the sample %s stands in the README and prints what it says",
  async (name) => {
    const source = readFileSync(new URL(`../examples/${name}.ts`, import.meta.url), "utf8");
    const index = blocks.findIndex(({ text }) => text === source);
    expect(index, `the README has no block that equals examples/${name}.ts`).toBeGreaterThanOrEqual(0);
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
  },
);

test("every block of code in the README is a sample", () => {
  expect(blocks.filter(({ language }) => language === "ts")).toHaveLength(4);
});
