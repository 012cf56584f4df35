import type { ProvedTool, Script } from "@silo/runtime";
import { describe, expect, it } from "vitest";
import { makeMutants } from "./mutants.js";

const text = { type: "string" };

function tool(
  name: string,
  properties: ProvedTool["inputSchema"],
  required: string[],
  effect = "write",
): ProvedTool {
  const inputSchema = { type: "object", properties, required } as ProvedTool["inputSchema"];
  return { name, inputSchema, effect: effect as ProvedTool["effect"] };
}

const tools = [
  tool("list", {}, [], "read"),
  tool("assign", { dealId: text, ownerId: text }, ["dealId", "ownerId"]),
  tool(
    "open",
    {
      name: text,
      stage: { enum: ["new", "won"] },
      amount: { type: "integer", minimum: 0 },
      urgent: { type: "boolean" },
      due: { type: "string", format: "date" },
      tags: { type: "array", items: text },
    },
    ["name", "stage", "amount"],
  ),
  tool("merge", { from: { ...text, description: "Such as D-1" }, into: text }, ["from", "into"]),
];

const state = {
  deals: {
    "D-1": { id: "D-1", name: "Alpha" },
    "D-2": { id: "D-2", name: "Beta" },
    "D-3": { id: "D-3", name: "Gamma" },
  },
  users: [{ id: "U-1" }, { id: "U-2" }],
};

function mutationsOf(solution: Script, otherCalls: Script["calls"] = []): string[] {
  const mutants = makeMutants({ solution, tools, initialState: state, finalState: state, otherCalls });
  const scripts = mutants.map(({ script }) => JSON.stringify(script));
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(scripts).not.toContain(JSON.stringify(solution));
  const names = mutants.map(({ mutation }) => mutation);
  expect(new Set(names).size).toBe(names.length);
  return names;
}

const call = (name: string, input: Script["calls"][number]["input"]): Script["calls"][number] => ({
  tool: name,
  input,
});

describe("the mutants of a solution", () => {
  it("are the same ones in the same order each time, one of each way first", () => {
    const solution = {
      calls: [call("list", {}), call("assign", { dealId: "D-1", ownerId: "U-1" })],
      answer: "D-1",
    };
    const names = mutationsOf(solution, [call("open", { name: "x", stage: "new", amount: 1 })]);
    expect(mutationsOf(solution, [call("open", { name: "x", stage: "new", amount: 1 })])).toEqual(names);
    expect(names.slice(0, 6)).toEqual(
      [
        "call 2 (assign) left out",
        "answer: empty",
        'call 2 (assign): dealId "D-1" → "D-2"',
        'call 2 (assign) also made with dealId "D-2"',
        'also open {"amount":1,"name":"x","stage":"new"}',
        'also merge {"from":"D-1","into":"x"}',
      ].toSpliced(5, 1, names[5] ?? ""),
    );
    expect(names[5]).toMatch(/^also (?:assign|open|merge) /);
  });

  it("leave calls that read alone", () => {
    const names = mutationsOf({ calls: [call("list", {})], answer: "" });
    expect(names.filter((name) => !name.startsWith("also "))).toEqual([]);
  });

  it("have each argument as another one of its kind", () => {
    const input = {
      name: "Deal",
      stage: "new",
      amount: 0,
      urgent: true,
      due: "2026-02-28",
      tags: ["a", "b"],
    };
    const names = mutationsOf({ calls: [call("open", input)], answer: "" });
    expect(
      names
        .filter((name) => name.startsWith("call 1 (open): "))
        .map((name) => name.slice(15))
        .sort(),
    ).toEqual(
      [
        "amount 0 → 1",
        'due "2026-02-28" → "2026-03-01"',
        "due left out",
        'name "Deal" → "Deal (other)"',
        'stage "new" → "won"',
        'tags.0 "a" → "a (other)"',
        "tags.0 left out",
        'tags.1 "b" → "b (other)"',
        "tags.1 left out",
        "tags left out",
        "urgent left out",
        "urgent true → false",
      ].sort(),
    );
  });

  it("exchange targets within a call and between calls", () => {
    const names = mutationsOf({
      calls: [
        call("merge", { from: "D-1", into: "D-2" }),
        call("assign", { dealId: "D-2", ownerId: "U-1" }),
        call("assign", { dealId: "D-3", ownerId: "U-2" }),
      ],
      answer: "",
    });
    expect(names.filter((name) => name.endsWith("exchanged"))).toEqual([
      "call 1 (merge): from and into exchanged",
      "call 2 (assign) and call 3: dealId exchanged",
      // The other half of the same exchange makes the same two calls in another order.
      "call 2 (assign) and call 3: ownerId exchanged",
    ]);
  });

  it("do one thing too many, also where the solution does nothing", () => {
    const names = mutationsOf({ calls: [], answer: "42" });
    const made = names.filter((name) => name.startsWith("also "));
    expect(new Set(made.map((name) => name.split(" ")[1]))).toEqual(new Set(["assign", "open", "merge"]));
    expect(made).toContain('also assign {"dealId":"D-1","ownerId":"x"}');
    expect(made.some((name) => name.startsWith('also merge {"from":"D-1"'))).toBe(true);
  });

  it("answer something else", () => {
    const answersOf = (answer: string): string[] =>
      makeMutants({
        solution: { calls: [], answer },
        tools: [],
        initialState: state,
        finalState: state,
        otherCalls: [],
      }).map(({ script }) => script.answer);
    expect(answersOf("D-1, D-2")).toEqual([
      "",
      "I do not know.",
      "D-3, D-2",
      "D-1, D-3",
      "D-1, D-2, D-3",
      "D-2",
      "D-1",
      "Not D-1, D-2",
    ]);
    expect(answersOf("The total is $1,250.50 on 2026-01-31.")).toEqual([
      "",
      "I do not know.",
      "The total is $1251.5 on 2026-01-31.",
      "The total is $1,250.50 on 2026-02-01.",
      "The total is not $1,250.50 on 2026-01-31.",
    ]);
    expect(answersOf("Yes, Alpha")).toEqual([
      "",
      "I do not know.",
      "Yes, Beta",
      "No, Alpha",
      "Not Yes, Alpha",
    ]);
    expect(answersOf('{"total":5}')).toEqual(["", "I do not know.", '{"total":6}']);
    expect(answersOf(" ")).toEqual([]);
  });
});
