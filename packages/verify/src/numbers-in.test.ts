import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberIn, numbersIn } from "./numbers-in.js";

// The rules have their examples in docs/verifiers.md, all of which are run; these are what the tables leave out.
describe("numbersIn", () => {
  it.each<[string, number[]]>([
    ["", []],
    ["-0", [0]],
    ["0.0", [0]],
    [".5 and -.5 and ...7", [0.5, -0.5, 7]],
    ["-€5, -5 €, - 5", [-5, 5]],
    ["$10-$20 and 25%-30%", [10, 20, 25, 30]],
    ["5–7 and 5—7", [5, 7]],
    ["1.5 × 10^6 and 10⁶ and 5½", []],
    ["1e999", []],
    ["9".repeat(400), []],
    ["1.1k 1.005k", [1100, 1005]],
    ["ALL 25 THE-26 Rs 27 SEK28", [25, 27, 28]],
    ["5 K, 6 M, 7 m", []],
    ["$5 M, 6 k USD, 7 m dollars", [5_000_000, 6000, 7_000_000]],
    ["5MB 6ms 7USD 8x", [5, 6, 7, 8]],
    ["the 1990s, 30s", [30]],
    ["12 345 678 and 12 345 67", [12_345_678, 12, 345, 67]],
    ["2026-11-30 500 units from 10:30", [500]],
    ["507\u202f500", [507_500]],
    ["507\n500", [507, 500]],
    ["１２．５", [12.5]],
    ["共25个, 5万, 3億", [25, 50_000, 300_000_000]],
    ["\\$507{,}500 or \\(508\\,500\\)", [507_500, 508_500]],
    ["1,234-567 and 1,234:5", []],
    ["25/month, 26 km/h", [25, 26]],
    ["src/5 a_6 b@7 c^8", []],
    ["Nov 30 2026, 30th of Nov., May 5, 2026: 7", [7]],
    ["1. 25\n2. 26\n4. no item", [25, 26, 4]],
    ["25. Then nothing", [25]],
    ["Is it open? No\n25", [25]],
    ["whether or not 25", [25]],
    ["neither 5 nor 6 but 7", [7]],
    ["it is **not** about $5", []],
    ["knot 5, ≠ 6, != 7", [5]],
    ["it cannot be at the 5", []],
    [`${"x".repeat(62)}knot 5`, [5]],
    ['["not 5", {"6": 7, "a": [8.0, "9 apples", true, null]}]', [7, 8, 9]],
    ['{"a": 1', [1]],
  ])("reads %j", (answer, numbers) => {
    expect(numbersIn(answer)).toEqual(numbers);
  });

  it.each<[string, number[], number[], number[]]>([
    ["On 2026-09-14 the 28 open deals (12.5%) are worth **$507,500**.", [507_500], [12.5], [28]],
    ["$**5**, **6** USD, **7**€, USD **8**, US$ -9", [5, 6, 7, 8, -9], [], []],
    ["5 $6, 7 USD 8, 9 dollars", [6, 8, 9], [], [5, 7]],
    ["1.2m USD, 3 million euros, 4 MOO", [1_200_000, 3_000_000], [], [4]],
    ["**5**%, 6 percent, 7 per cent, 8 percentiles", [], [5, 6, 7], [8]],
    ['{"total":5,"text":"$6"}', [6], [], [5]],
    ["in 2026 not $5", [], [], [2026]],
  ])("tells money, percentages and other numbers apart in %j", (answer, money, percent, plain) => {
    expect(numbersIn(answer, { only: "money" })).toEqual(money);
    expect(numbersIn(answer, { only: "percent" })).toEqual(percent);
    expect(numbersIn(answer, { only: "plain" })).toEqual(plain);
    expect(numberIn(answer, { only: "money" })).toBe(money.length === 1 ? money[0] : undefined);
  });

  it("gives back every number that JSON can write, however it is put", () => {
    const frames = fc.constantFrom(
      (text: string) => text,
      (text: string) => `The total is ${text}.`,
      (text: string) => `**${text}**`,
      (text: string) => `$${text}`,
      (text: string) => `${text} USD`,
      (text: string) => `(${text})`,
      (text: string) => `{"total":${text},"id":"OPP-005"}`,
      (text: string) => `["${text}"]`,
      (text: string) => `OPP-005 and OPP-006 have ${text} on 2026-11-30`,
      (text: string) => `It is not 7777777, it is ${text}`,
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        frames,
        (value, frame) => {
          expect(numberIn(frame(JSON.stringify(value)))).toBe(value === 0 ? 0 : value);
        },
      ),
      { seed: 7, numRuns: 1000 },
    );
  });

  it("gives the same for every way to write thousands and decimals", () => {
    const formats = (value: number): string[] => {
      const [whole = "", cents = ""] = value.toFixed(2).split(".");
      const group = (separator: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, separator);
      return [
        `${whole}.${cents}`,
        `${group(",")}.${cents}`,
        `${group(" ")},${cents}`,
        `${group("'")}.${cents}`,
        `${group("\u202f")}.${cents}`,
        ...(value >= 1000 ? [`${group(".")},${cents}`] : []),
      ];
    };
    fc.assert(
      fc.property(fc.nat(2_000_000_000), (cents) => {
        for (const text of formats(cents / 100)) expect([text, numberIn(text)]).toEqual([text, cents / 100]);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it("reads any answer, however odd, to different finite numbers", () => {
    const bits = fc.constantFrom(
      ..."0159 ,.-−$€%kmT'_:/#@()[]{}\"\\\n×^e½Aaé第".split(""),
      "not ",
      "May ",
      "USD",
      "in ",
    );
    const answer = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(bits).map((list) => list.join("")),
    );
    fc.assert(
      fc.property(answer, (text) => {
        const numbers = numbersIn(text);
        expect(numbers.every((number) => Number.isFinite(number) && !Object.is(number, -0))).toBe(true);
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  // A regular expression that backtracks would take minutes for one of these.
  it.each([
    "1",
    "1 ",
    "1,",
    "1.",
    "1-",
    "a",
    "a.",
    "$1 ",
    "not ",
    "not 1 ",
    "Jan 1 ",
    "1'",
    "- ",
    "[",
    "\\",
    "1e1 ",
  ])("reads a long answer of %j", (bit) => {
    expect(numbersIn(`${bit.repeat(40_000)}\n= 77`).length).toBeLessThan(4);
  });

  it("reads JSON that is nested deeper than calls can be", () => {
    expect(numbersIn(`${"[".repeat(40_000)}5${"]".repeat(40_000)}`)).toEqual([5]);
  });
});
