import { describe, expect, it } from "vitest";
import type { Environment } from "./environment.js";
import { inspectState } from "./inspect-state.js";
import type { InspectionFinding } from "./inspection-finding.js";

function check(createState: () => unknown): { codes: string[]; message: string; value: unknown } {
  const found: InspectionFinding[] = [];
  const environment = { createState, bindTools: () => [], verifiers: [] } as Environment;
  const made = inspectState(environment, (finding) => found.push(finding));
  return {
    codes: found.map(({ code }) => code),
    message: found.map(({ message }) => message).join("\n"),
    value: made?.value,
  };
}

let count = 0;
const table = { A: { id: "A", tags: ["x"] }, B: { id: "B", tags: [] } };
const frozen = Object.freeze({ rates: [1] });
const when = new Date(0);
const map = new Map([["k", { n: 1 }]]);
const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

describe("inspectState", () => {
  it.each<[string, () => unknown]>([
    ["plain data", () => ({ n: 1, list: [{ id: "A" }] })],
    ["a copy of shared data", () => structuredClone(table)],
    [
      "one object in two places of one world",
      () => {
        const one = { n: 1 };
        return { a: one, b: one };
      },
    ],
    [
      "Map, Set and Date of its own",
      () => ({ m: new Map([["a", { n: 1 }]]), s: new Set([1]), d: new Date(0) }),
    ],
    ["an array", () => [{ id: "A" }]],
  ])("finds nothing in %s", (_name, createState) => {
    const { codes, value } = check(createState);
    expect(codes).toEqual([]);
    expect(value).toEqual(createState());
  });

  it.each<[string, () => unknown, string, string]>([
    [
      "throws",
      () => {
        throw new Error("no data");
      },
      "state_failed",
      "no data",
    ],
    [
      "throws a text",
      () => {
        throw "no text";
      },
      "state_failed",
      "no text",
    ],
    ["returns nothing", () => undefined, "state_failed", "must return an object"],
    ["returns null", () => null, "state_failed", "must return an object"],
    ["returns a function", () => () => 1, "state_failed", "must return an object"],
    ["is async", () => Promise.resolve({}), "state_not_json", "Promise"],
    ["holds a function", () => ({ a: { run: () => 1 } }), "state_not_json", '"a.run"'],
    ["holds NaN", () => ({ a: [NaN] }), "state_not_json", '"a.0"'],
    ["contains itself", () => cycle, "state_not_json", '"self"'],
    [
      "holds a getter that throws",
      () => ({
        get a() {
          throw new Error("no");
        },
      }),
      "state_not_json",
      "no",
    ],
    ["is JSON the first time only", () => ({ a: count++ % 2 === 0 ? 1 : 1n }), "state_not_json", "bigint"],
    ["counts on", () => ({ a: count++ }), "state_not_repeatable", "a"],
    ["draws at random", () => ({ list: [{ id: "A", n: Math.random() }] }), "state_not_repeatable", "list.A"],
    [
      "names many places, and counts the rest",
      () => Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, count++])),
      "state_not_repeatable",
      "f0, f1, f2, f3, f4 and 4 more",
    ],
    ["is one object", () => table, "state_shared", "the state itself"],
    ["holds a shared table", () => ({ table }), "state_shared", "table"],
    ["holds a shared record", () => ({ table: { ...table } }), "state_shared", "table.A, table.B"],
    [
      "holds a shared list deep inside",
      () => ({ table: { A: { ...table.A } } }),
      "state_shared",
      "table.A.tags",
    ],
    ["holds a shared object that is frozen", () => ({ frozen }), "state_shared", "frozen"],
    ["holds a shared Date", () => ({ a: { when } }), "state_shared", "a.when"],
    ["holds a shared value of a Map", () => ({ m: new Map(map) }), "state_shared", "m.k"],
    ["holds a shared item of a Set", () => ({ s: new Set([table.A]) }), "state_shared", "s."],
    [
      "holds a shared object in another place",
      () => (count++ % 2 === 0 ? { a: when, b: new Date(0) } : { a: new Date(0), b: when }),
      "state_shared",
      "worlds",
    ],
  ])("finds one that %s", (_name, createState, code, text) => {
    count = 0;
    const { codes, message, value } = check(createState);
    expect(codes).toEqual([code]);
    expect(message).toContain(text);
    expect(value === undefined).toBe(code === "state_failed" || code === "state_not_json");
  });
});
