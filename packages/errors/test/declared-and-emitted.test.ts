import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { siloErrorCodes } from "../src/silo-codes.js";

/** Codes of commands that are not there yet. One that is emitted by now has to go from here. */
const notYetEmitted: readonly string[] = [];

const repository = new URL("../../../", import.meta.url);

/** The TypeScript sources of every package and app, without tests. */
function sources(): string[] {
  return ["packages", "apps"].flatMap((group) =>
    readdirSync(new URL(`${group}/`, repository)).flatMap((name) => {
      const folder = new URL(`${group}/${name}/src/`, repository);
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(path))
        .map((path) => readFileSync(new URL(path, folder), "utf8"));
    }),
  );
}

/**
 * Every code that stands in the first argument of a call of `siloError`, also where a condition chooses, and where a member
 * of a table does that stands in the same file.
 */
function emittedCodes(texts: readonly string[]): Set<string> {
  const found = texts.flatMap((text) =>
    Array.from(text.matchAll(/\bsiloError\(([^,;]*),/g), (match) => match[1]!).flatMap((argument) => {
      const [, member] = /^[\w.[\]]+\.(\w+)$/.exec(argument.trim()) ?? [];
      const pattern = member === undefined ? /"([^"]+)"/g : new RegExp(`\\b${member}: "([^"]+)"`, "g");
      return Array.from((member === undefined ? argument : text).matchAll(pattern), (match) => match[1]!);
    }),
  );
  return new Set(found);
}

const emitted = emittedCodes(sources());

describe("the codes", () => {
  it("are all emitted somewhere, or are listed as not yet", () => {
    expect(siloErrorCodes.filter((code) => !emitted.has(code) && !notYetEmitted.includes(code))).toEqual([]);
  });

  it("are listed as not yet only where that is so", () => {
    expect(
      notYetEmitted.filter((code) => emitted.has(code) || !siloErrorCodes.includes(code as never)),
    ).toEqual([]);
  });

  it("are all declared where they are emitted", () => {
    expect([...emitted].filter((code) => !siloErrorCodes.includes(code as never))).toEqual([]);
  });
});
