import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anything, hostileValues, unsafeCharacters } from "../test/hostile-values.js";
import { agentText } from "./agent-text.js";

describe("agentText", () => {
  it("writes what JSON holds as JSON does, on one line", () => {
    expect(agentText({ id: "T-1", open: true, tags: ["a", null], cost: 1.5 })).toBe(
      '{"id":"T-1","open":true,"tags":["a",null],"cost":1.5}',
    );
  });

  it("tags what JSON cannot hold, instead of dropping it or throwing", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const values = [
      10n,
      NaN,
      -Infinity,
      undefined,
      () => 1,
      Symbol("s"),
      new Map(),
      new Date(NaN),
      new TypeError("x"),
      cycle,
    ];
    expect(JSON.parse(agentText(values))).toEqual([
      "[bigint 10]",
      "[NaN]",
      "[-Infinity]",
      "[undefined]",
      "[function]",
      "[symbol]",
      "[map]",
      "[invalid date]",
      "[error x]",
      ["[cycle]"],
    ]);
    expect(agentText(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"');
    expect(agentText({ __proto__: null, a: 1 })).toBe('{"a":1}');
  });

  it("does not run getters", () => {
    let ran = false;
    const value = {
      get secret() {
        ran = true;
        return 1;
      },
    };
    expect(agentText(value)).toBe('{"secret":"[getter]"}');
    expect(ran).toBe(false);
  });

  it("says how much it left out", () => {
    expect(
      agentText(
        Array.from({ length: 1000 }, (_, index) => index),
        { max: 60 },
      ),
    ).toMatch(/^\[0,1,.*"\[\d+ more\]"\]$/);
    expect(agentText({ a: "x".repeat(100), b: 1, c: 2 }, { max: 80 })).toContain('"…":"[2 more]"');
    expect(agentText("é".repeat(100), { max: 40 })).toBe(`"${"é".repeat(37)}…"`);
    expect(agentText("\u{1F600}".repeat(100), { max: 40 })).toBe(`"${"\u{1F600}".repeat(18)}…"`);
  });

  it("keeps to its bound whatever comes last, and says that it is too deep", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100; depth += 1) deep = [deep];
    expect(agentText(deep)).toBe(`${"[".repeat(64)}"[too deep]"${"]".repeat(64)}`);
    const values = [
      new Date(8.64e15),
      -1.2345678901234567e-308,
      -(2n ** 63n),
      { a: [1, 2, 3] },
      "x".repeat(50),
    ];
    for (const value of values) {
      for (let max = 32; max < 120; max += 1) {
        const text = agentText({ first: "a", list: ["b", value] }, { max });
        expect(text.length).toBeLessThanOrEqual(max);
        expect(() => JSON.parse(text) as unknown).not.toThrow();
      }
    }
  });

  it("never cuts within an escape, nor makes one of what was none", () => {
    for (let max = 32; max < 48; max += 1) {
      for (const text of [
        "\\".repeat(60),
        '"'.repeat(60),
        "\\u12".repeat(20),
        "\u0000".repeat(20),
        "\\\u0000".repeat(20),
      ]) {
        const cut = JSON.parse(agentText(text, { max })) as string;
        expect(cut.endsWith("…")).toBe(true);
        expect(text.startsWith(cut.slice(0, -1))).toBe(true);
      }
    }
  });

  it("keeps emoji whole and escapes what cannot be seen", () => {
    expect(agentText("❤\uFE0F")).toBe('"❤\uFE0F"');
    expect(agentText("\u202Ea\u{E0041}")).toBe('"\\u202ea\\udb40\\udc41"');
  });

  it("loses nothing of a JSON value that fits", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(JSON.parse(agentText(value, { max: 1_000_000 })))).toBe(text);
      }),
    );
  });

  function checkInvariants(value: unknown, max: number): void {
    const text = agentText(value, { max });
    expect(text.length).toBeLessThanOrEqual(Math.max(32, max));
    expect(unsafeCharacters(text)).toEqual([]);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  }

  it.each(hostileValues().map((value, index) => [index, value] as const))(
    "answers hostile value %i",
    (_index, value) => {
      for (const max of [0, 33, 100, 5000]) {
        checkInvariants(value, max);
        checkInvariants({ value, more: [value, value] }, max);
      }
    },
  );

  it("never throws, never grows beyond its bound, and is always JSON in one line", () => {
    fc.assert(fc.property(anything, fc.integer({ min: 0, max: 400 }), checkInvariants), { numRuns: 500 });
  });
});
