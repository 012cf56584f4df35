import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Findings, proofCodes, suggestions, validationCodes, type FindingCode } from "./findings.js";

const page = readFileSync(new URL("../../../docs/findings.md", import.meta.url), "utf8");

describe("docs/findings.md", () => {
  it("has every finding of validation, with its level and what mends it", () => {
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (error|warning) +\| (.+?) +\| (.+?) +\|$/gm)].map(
      ([, code, level, , mend]) => [code, level, mend],
    );
    expect(rows).toEqual(
      Object.entries(validationCodes).map(([code, level]) => [code, level, suggestions[code as FindingCode]]),
    );
  });
});

describe("findings", () => {
  it.each(Object.keys({ ...validationCodes, ...proofCodes }) as FindingCode[])(
    "%s has a suggestion, unless its place knows a better one",
    (code) => {
      const findings = new Findings();
      findings.add(code, "One.");
      findings.add(code, "Two.", { file: "x", suggestion: "Do this" });
      const [one, two] = findings.sorted().sort((a, b) => (a.message < b.message ? -1 : 1));
      expect(one?.suggestion).toMatch(/^[A-Z].{8,}[^.]$/);
      expect(two).toMatchObject({ file: "x", suggestion: "Do this" });
    },
  );
});
