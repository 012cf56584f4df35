import type { CaseOptions } from "./isolated-project.js";

/** Files that must behave the same in both modes, and what is seen of the run. */
export interface ContractCase extends CaseOptions {
  name: string;
  /** A part of the outcome. */
  sees: object;
  /** Not for every change: what it shows is shown by another case too, mostly. */
  isDeep?: boolean;
  /** The run is cancelled when the agent has written the file that says that it waits. */
  isCancelled?: boolean;
}

export const unchanged = { scalars: [], collections: {} };
/** An agent that makes calls one after the other, and answers with the codes of what failed and the rest as it is. */
export const codesOf = (...calls: string[]): string => `
  const seen = [];
  for (const [name, input] of [${calls.join(", ")}]) {
    const { output, isError } = await callTool(name, input);
    seen.push(isError ? output.code : output);
  }
  return { output: seen };`;

const completed = { terminationReason: "completed", error: null };
const answer = (output: unknown): object => ({
  result: { ...completed, agentOutput: JSON.stringify(output) },
});

export const actingCases: ContractCase[] = [
  {
    name: "does the task",
    sees: { verdict: "passed", result: { ...completed, agentOutput: "done", reward: 1, toolCalls: 1 } },
  },
  {
    name: "makes calls that are refused",
    tools: `tool("wipe", (state) => { state.notes = {}; }, { permissions: ["notes:wipe"] })`,
    act: codesOf(
      `["add_nte", {}]`,
      `["add_note", { id: "B" }]`,
      `["add_note", { id: 7, text: "x" }]`,
      `["add_note", { id: "B", text: "x", more: 1 }]`,
      `["wipe", {}]`,
      `["add_note", { id: "A", text: "x" }]`,
      `["add_note"]`,
      `[null, {}]`,
    ),
    sees: {
      ...answer([
        "tool_not_found",
        "invalid_input",
        "invalid_input",
        "invalid_input",
        "not_allowed",
        "conflict",
        "invalid_input",
        "tool_not_found",
      ]),
      stateDiff: unchanged,
    },
  },
  {
    name: "makes 50 calls at once",
    tools: `tool("slow_add", async (state, { id }) => { await pause(id % 3); state.notes[id] = { id: String(id) }; return Object.keys(state.notes).length; })`,
    act: `
      const calls = Array.from({ length: 50 }, (_, id) => callTool("slow_add", { id: id + 100 }));
      return { output: (await Promise.all(calls)).map(({ output }) => output) };`,
    sees: {
      ...answer(Array.from({ length: 50 }, (_, index) => index + 2)),
      trace: Array.from({ length: 104 }, (_, index) => {
        if (index === 0) return { type: "run_start" };
        if (index <= 50) return { type: "tool_call", callId: `call_${index}` };
        if (index <= 100) return { type: "tool_result", callId: `call_${index - 50}` };
        return { type: ["agent_output", "run_end", "verifier_result"][index - 101] };
      }),
    },
  },
  {
    name: "tells of its steps, and which of them calls",
    act: `
      await report({ type: "step", path: "main.think", command: "step", input: null, output: { words: 3 } });
      await callTool("list_notes", {}, { path: "main.list" });
      report({ type: "failure", code: "lost", message: "It is lost.", path: "main.find", resultCode: "errorInHook" });
      return { output: ["told"], variables: { count: 1 } };`,
    sees: {
      ...answer(["told"]),
      trace: [
        { type: "run_start" },
        { type: "step", path: "main.think", command: "step", output: { words: 3 } },
        { type: "tool_call", path: "main.list" },
        { type: "tool_result" },
        {
          type: "failure",
          failure: { code: "lost", resultCode: "errorInHook", path: "main.find", handled: true },
        },
        { type: "agent_output" },
        { type: "run_end" },
        { type: "verifier_result" },
      ],
    },
  },
  {
    name: "returns before its calls have ended",
    act: `callTool("list_notes", {}); callTool("add_note", { id: "B", text: "x" }); return { output: "early" };`,
    sees: { result: { ...completed, agentOutput: "early", toolCalls: 2 } },
  },
  {
    name: "throws before its calls have ended",
    act: `callTool("list_notes", {}); callTool("add_note", { id: "B", text: "x" }); throw new Error("early");`,
    sees: { result: { terminationReason: "agent_error", error: "early", toolCalls: 2 } },
  },
  {
    name: "calls tools that fail after they have written",
    tools: `
      tool("half", (state) => { state.notes.A.text = "half"; state.notes.B = {}; throw toolError("invalid_state", "no"); }),
      tool("half_later", async (state) => { delete state.notes.A; await pause(1); throw new Error("no"); }),
      tool("no_json", (state) => { state.notes.C = {}; return { n: 1n }; })`,
    act: codesOf(`["half", {}]`, `["half_later", {}]`, `["no_json", {}]`, `["list_notes", {}]`),
    sees: {
      ...answer(["invalid_state", "internal_error", "output_invalid", { A: { id: "A", text: "first" } }]),
      stateDiff: unchanged,
    },
  },
  {
    name: "calls tools whose errors are handled",
    tools: `
      tool("own", (state) => { state.notes.B = {}; throw new Error("own"); }, { onError: () => "handled by the tool" }),
      tool("none", () => { throw toolError("not_found", "none"); }, { onError: () => undefined }),
      tool("worse", () => { throw new Error("bad"); }, { onError: (error) => { throw toolError("conflict", error.message + " and worse"); } })`,
    hooks: `onToolError: (error, { tool }) => tool === "none" ? { handled: error.message } : undefined`,
    act: codesOf(`["own", {}]`, `["none", {}]`, `["worse", {}]`),
    sees: { ...answer(["handled by the tool", { handled: "none" }, "conflict"]), stateDiff: unchanged },
  },
  {
    name: "gives arguments that JSON cannot hold",
    act: `
      const cycle = {}; cycle.self = cycle;
      const given = [1n, cycle, NaN, () => 1, "\\ud800", Symbol("s"), new Proxy({}, { ownKeys() { throw new Error("no"); } })];
      const answers = [];
      for (const id of given) {
        const { output } = await callTool("add_note", { id, text: "x" });
        answers.push(output.message ?? output);
      }
      answers.push((await callTool("add_note", cycle)).output.code, (await callTool("list_notes", 5n)).output.code);
      return { output: answers };`,
    sees: { result: { ...completed, toolCalls: 9 } },
  },
  {
    name: "changes what it has given and got",
    tools: `tool("live", (state) => state.notes)`,
    act: `
      const input = { id: "B", text: "x" };
      const call = callTool("add_note", input);
      input.text = "changed";
      (await call).output.text = "changed";
      (await callTool("live", {})).output.A.text = "changed";
      tools.length = 0;
      return { output: (await callTool("list_notes", {})).output };`,
    sees: answer({ A: { id: "A", text: "first" }, B: { id: "B", text: "x" } }),
  },
  {
    name: "acts on a state of dates, maps, sets and instances",
    worldTop: `class Counter { count = 1; add() { this.count += 1; } }`,
    createState: `Object.assign(state, {
      at: new Date(0), map: new Map([["k", { n: 1 }]]), set: new Set([1]), counter: new Counter(), bare: Object.create(null),
    });`,
    tools: `
      tool("change", (state) => { state.at.setTime(1000); state.map.get("k").n = 2; state.set.add("two"); state.counter.add(); return state; }),
      tool("undo", (state) => { state.at.setTime(5); state.map.clear(); state.set.clear(); state.counter.add(); throw new Error("no"); }),
      tool("look", (state) => ({ time: state.at.getTime(), size: state.map.size, set: [...state.set], count: state.counter.count, is: state.counter instanceof Counter }))`,
    verify: `if (!(final.at instanceof Date) || final.set.size !== 2) throw new Error("not as it was");`,
    act: codesOf(`["change", {}]`, `["undo", {}]`, `["look", {}]`),
    sees: { result: { ...completed, toolErrors: 1 }, verdict: "failed" },
  },
  {
    name: "reports its turns",
    act: `
      report({ model: "m", inputTokens: 3, outputTokens: 4, costUsd: 0.5, content: [{ at: new Date(0) }] });
      await callTool("list_notes", {});
      report({ content: "last" });
      return { output: "done" };`,
    limits: { maxTokens: 7, maxCostUsd: 0.5 },
    sees: {
      result: completed,
      trace: [
        "run_start",
        "model_step",
        "tool_call",
        "tool_result",
        "model_step",
        "agent_output",
        "run_end",
        "verifier_result",
      ].map((type) => ({ type })),
    },
  },
  {
    name: "meets errors of what it is given",
    act: `
      const errors = [];
      for (const work of [() => report({ n: 1n }), () => fail(""), () => ask(7), () => callTool(Symbol("s"), {})])
        try { await work(); errors.push("none"); } catch (error) { errors.push(error.name); }
      return { output: errors };`,
    sees: { result: completed },
  },
];
