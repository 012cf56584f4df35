import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mentions } from "./mentions.js";

// The rules have their examples in docs/verifiers.md, all of which are run; these are what the tables leave out.
describe("mentions", () => {
  it.each<[string, string]>([
    ["MU\u0308LLER", "Müller"],
    ["Fj\u00adord Mari\u200btime", "Fjord Maritime"],
    ["Fjord Maritime Group – Beacon Marine", "Fjord Maritime Group - Beacon Marine"],
    ["see OPP-005 - done", "OPP-005"],
    ["-OPP-005", "OPP-005"],
    ["OPP-005/OPP-006,OPP-007", "OPP-006"],
    ["_OPP-005_ @OPP-006", "OPP-006"],
    ["トヨタは", "トヨタ"],
    ["C++ rocks", "C++"],
    ['{"text":"a\\nFjord"}', "Fjord"],
    ['{"Fjord":true}', "Fjord"],
    ['{"id":1234}', "1234"],
    ["ΣΊΣΥΦΟΣ", "Σίσυφος"],
    ["ﬁne", "Fine"],
    ["not only Fjord", "Fjord"],
    ["Fjord, not Beacon", "Fjord"],
  ])("finds in %j %j", (answer, name) => {
    expect(mentions(answer, name)).toBe(true);
  });

  it.each<[string, string]>([
    ["", "Fjord"],
    ["", ""],
    ["anything", ""],
    ["anything.", " . "],
    ["any thing-", "-"],
    ["$1,500", "1"],
    ["AT&T", "AT"],
    ["opp_005", "opp"],
    ["Ann'd", "Ann"],
    ["neither Fjord nor Beacon", "Beacon"],
    ["not for the **Fjord**", "Fjord"],
    ["without OPP-1", "OPP-1"],
    ["кий", "кии"],
  ])("does not find in %j %j", (answer, name) => {
    expect(mentions(answer, name)).toBe(false);
  });

  const names = fc.constantFrom(
    "OPP-1",
    "OPP-10",
    "Fjord Maritime",
    "Zoë O'Neil",
    "Straße 5",
    "Ann",
    "株式会社",
  );

  it("finds a name between whatever cannot belong to it", () => {
    const edge = fc.constantFrom("", " ", ", ", "\n", "(", ")", "**", "“", "”: ", "; ", " and ");
    fc.assert(
      fc.property(edge, names, edge, (before, name, after) => {
        for (const form of [
          name,
          name.toUpperCase(),
          name.normalize("NFD"),
          name.replaceAll("-", "\u2011"),
        ]) {
          expect([form, mentions(`${before}${form}${after}`, name)]).toEqual([form, true]);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("finds none that a letter or a digit makes longer", () => {
    const latin = names.filter((name) => name !== "株式会社");
    fc.assert(
      fc.property(latin, fc.constantFrom("a", "Z", "0", "é", "-x", ".5", "_b"), (name, more) => {
        expect(mentions(`see ${name}${more} there`, name)).toBe(false);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it("answers whatever the texts", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, text, (answer, name) => {
        expect(typeof mentions(answer, name)).toBe("boolean");
      }),
      { seed: 7, numRuns: 1000 },
    );
  });

  it.each(["not fjord ", "fjord-", "fjordx", "- ", "é", "[", "'s "])("reads a long answer of %j", (bit) => {
    expect(mentions(bit.repeat(40_000), "Fjord")).toBe(false);
  });
});
