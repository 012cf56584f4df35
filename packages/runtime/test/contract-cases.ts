import type { CaseOptions } from "./isolated-project.js";

/** Files that must behave the same in both modes, and what is seen of the run. */
export interface ContractCase extends CaseOptions {
  name: string;
  /** A part of the outcome. */
  sees: object;
  /** The run is cancelled when the agent has written the file that says that it waits. */
  isCancelled?: boolean;
}

const completed = { terminationReason: "completed", error: null };
const unchanged = { scalars: [], collections: {} };
const answer = (output: unknown): object => ({
  result: { ...completed, agentOutput: JSON.stringify(output) },
});
/** An agent that makes calls one after the other, and answers with the codes of what failed and the rest as it is. */
const codesOf = (...calls: string[]): string => `
  const seen = [];
  for (const [name, input] of [${calls.join(", ")}]) {
    const { output, isError } = await callTool(name, input);
    seen.push(isError ? output.code : output);
  }
  return { output: seen };`;
const ended = (terminationReason: string, more: object = {}): object => ({
  result: { terminationReason, agentOutput: "", ...more },
});
const broken = (path: string): object => ({
  verdict: "ungraded",
  stateDiff: undefined,
  run: { failure: { code: "environment_error", path } },
  ungradedBy: { code: "environment_failed" },
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

export const endingCases: ContractCase[] = [
  {
    name: "fail",
    act: `await fail("I cannot."); return { output: "never" };`,
    sees: ended("agent_failed", { error: "I cannot." }),
  },
  {
    name: "ask",
    act: `await ask("Which?"); return { output: "never" };`,
    sees: { ...ended("awaiting_input"), verdict: "ungraded", ungradedBy: { code: "awaiting_input" } },
  },
  {
    name: "a report that is none",
    act: `report({ inputTokens: -1 }); await never();`,
    sees: ended("agent_error"),
  },
  { name: "an answer that is none", act: `return "text";`, sees: ended("agent_error") },
  {
    name: "an answer that JSON cannot hold",
    act: `return { output: { n: 1n } };`,
    sees: ended("agent_error"),
  },
  {
    name: "an agent that throws no error",
    act: `throw { toString() { throw 1; } };`,
    sees: ended("agent_error"),
  },
  {
    name: "an agent that cannot reach its model",
    act: `throw new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });`,
    sees: {
      run: {
        failure: {
          code: "agent_error",
          personMessage: "The agent could not reach a service it needs. Please try again in a moment.",
        },
      },
    },
  },
  {
    name: "too many calls, and late ones",
    act: `
      await Promise.all(["B", "C", "D", "E"].map((id) => callTool("add_note", { id, text: "x" })));
      await callTool("list_notes", {});
      await never();`,
    limits: { maxToolCalls: 2 },
    sees: {
      ...ended("max_tool_calls", { toolCalls: 4, toolErrors: 1, verdict: "passed" }),
      stateDiff: { collections: { notes: { added: ["B", "C"] } } },
    },
  },
  {
    name: "too many failed calls in a row",
    act: `for (const id of ["A", "A", "B", "A", "A", "A", "C"]) await callTool("add_note", { id, text: "x" }); await never();`,
    limits: { maxConsecutiveToolErrors: 2 },
    sees: ended("tool_error_limit", { toolCalls: 6, toolErrors: 5 }),
  },
  {
    name: "too many tokens",
    act: `report({ inputTokens: 6, outputTokens: 5 }); callTool("list_notes", {}); await never();`,
    limits: { maxTokens: 10 },
    sees: ended("token_limit", { toolCalls: 0 }),
  },
  {
    name: "too high a cost",
    act: `report({ costUsd: 0.1 }); report({ costUsd: 0.2 }); await never();`,
    limits: { maxCostUsd: 0.29 },
    sees: ended("cost_limit"),
  },
  {
    name: "no time left, and an agent that awaits",
    act: `await callTool("add_note", { id: "B", text: "x" }); await never();`,
    limits: { timeoutMs: 300 },
    sees: ended("timeout", { verdict: "passed", toolCalls: 1 }),
  },
  {
    name: "no time left, and an agent that returns when it is told",
    act: `
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await callTool("add_note", { id: "B", text: signal.reason.message });
      return { output: "late" };`,
    limits: { timeoutMs: 300 },
    sees: { ...ended("timeout", { toolCalls: 0 }), stateDiff: unchanged },
  },
  {
    name: "no time left in a tool that awaits",
    tools: `tool("hang", (state) => { state.notes.B = {}; return never(); })`,
    act: `await callTool("hang", {});`,
    limits: { timeoutMs: 300 },
    sees: { ...ended("timeout", { toolCalls: 1, toolErrors: 0 }), stateDiff: unchanged },
  },
  {
    name: "no time left for the tool alone",
    tools: `tool("hang", () => never())`,
    act: `await callTool("hang", {});`,
    limits: { toolTimeoutMs: 50 },
    sees: broken("tools.hang"),
  },
  {
    name: "cancelled while it waits",
    isCancelled: true,
    act: `
      await callTool("add_note", { id: "B", text: "x" });
      const mode = globalThis.runtimeOfTheTest ? "none" : "process";
      fs.writeFileSync(join(import.meta.dirname, "waits-" + mode), "");
      await never();`,
    sees: {
      ...ended("cancelled"),
      verdict: "ungraded",
      stateDiff: { collections: { notes: { added: ["B"] } } },
      ungradedBy: { code: "cancelled" },
    },
  },
  {
    name: "a tool declared read that writes",
    tools: `tool("peek", (state) => { state.notes.A.text = "peeked"; return 1; }, { effect: "read" })`,
    act: codesOf(`["peek", {}]`, `["add_note", { id: "B", text: "x" }]`),
    sees: broken("tools.peek"),
  },
  {
    name: "a tool that writes after it has returned",
    tools: `tool("later", (state) => { setTimeout(() => { state.notes.Z = {}; }, 1); })`,
    act: `await callTool("later", {}); await pause(200); ${codesOf(`["add_note", { id: "B", text: "x" }]`)}`,
    sees: broken("tools.later"),
  },
  ...["state.n = 1n", "state.f = () => 1"].map((change) => ({
    name: `a tool that leaves a state that JSON cannot hold: ${change}`,
    tools: `tool("spoil", (state) => { ${change}; })`,
    act: codesOf(`["spoil", {}]`, `["list_notes", {}]`),
    sees: broken("tools.spoil"),
  })),
  {
    name: "a state that contains itself",
    tools: `tool("loop", (state) => { state.self = state; })`,
    act: codesOf(`["loop", {}]`),
    sees: broken("state"),
  },
  { name: "createState throws", createState: `throw new Error("no data");`, sees: broken("createState") },
  { name: "createState gives a function", createState: `state.f = () => 1;`, sees: broken("createState") },
  { name: "createState gives a text", createState: `return "x";`, sees: broken("createState") },
  {
    name: "createState is async",
    createState: `return Promise.resolve(state);`,
    sees: broken("createState"),
  },
  { name: "bindTools throws", bindTools: `throw new Error("no tools");`, sees: broken("bindTools") },
  { name: "bindTools gives no tools", bindTools: `return [null];`, sees: broken("bindTools") },
];

const ungraded = (code: string): object => ({
  verdict: "ungraded",
  result: { terminationReason: "completed", passed: false, reward: null, checks: [], agentOutput: "done" },
  ungradedBy: { code },
});

export const gradingCases: ContractCase[] = [
  { name: "throws", verify: `throw new Error("cannot grade");`, sees: ungraded("verifier_failed") },
  {
    name: "rejects",
    verify: `return Promise.reject(new Error("later"));`,
    sees: ungraded("verifier_failed"),
  },
  { name: "changes what it is given", verify: `final.notes.C = {};`, sees: ungraded("verifier_failed") },
  {
    name: "changes the trace that it is given",
    verify: `context.trace.pop();`,
    sees: ungraded("verifier_failed"),
  },
  { name: "returns what is no check", verify: `return "ok";`, sees: ungraded("verifier_failed") },
  {
    name: "has no required check",
    verify: `return [optional("a", true)];`,
    sees: ungraded("verifier_failed"),
  },
  {
    name: "awaits forever",
    verify: `return never();`,
    limits: { verifierTimeoutMs: 100 },
    sees: ungraded("verifier_timeout"),
  },
  {
    name: "reads all that it is given",
    verify: `
      const { agentOutput, task, trace } = context;
      return pause(1).then(() => [check("all", true, JSON.stringify([agentOutput, task, trace.map(({ type }) => type), final, initial]))]);`,
    sees: { verdict: "passed" },
  },
  {
    name: "the hook is told of a failure",
    hooks: `onAgentError: (failure) => { console.log("told of", failure.code); fs.appendFileSync(join(import.meta.dirname, "told"), JSON.stringify(failure) + "\\n"); }`,
    act: `await fail("I cannot.");`,
    sees: ended("agent_failed"),
  },
  {
    name: "the hook throws",
    hooks: `onAgentError: () => { throw new Error("hook"); }`,
    act: `throw new Error("agent");`,
    sees: { ...ended("agent_error", { error: "agent" }), run: { failure: { message: "agent" } } },
  },
  {
    name: "the hook rejects",
    hooks: `onAgentError: async () => { throw new Error("hook"); }`,
    act: `throw new Error("agent");`,
    sees: ended("agent_error"),
  },
  {
    name: "the hook awaits forever",
    hooks: `onAgentError: () => never()`,
    act: `throw new Error("agent");`,
    sees: ended("agent_error"),
  },
  {
    name: "the hook of a run that was cancelled or waits is not told",
    hooks: `onAgentError: () => { throw new Error("told"); }`,
    act: `await ask("Which?");`,
    sees: ended("awaiting_input"),
  },
];
