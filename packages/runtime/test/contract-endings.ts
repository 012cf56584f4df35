import { codesOf, unchanged, type ContractCase } from "./contract-cases.js";

const ended = (terminationReason: string, more: object = {}): object => ({
  result: { terminationReason, agentOutput: "", ...more },
});
const broken = (path: string): object => ({
  verdict: "ungraded",
  stateDiff: undefined,
  run: { failure: { code: "environment_error", path } },
  ungradedBy: { code: "environment_failed" },
});

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
    name: "an error, and where it comes from",
    act: `await report({ type: "end", path: "main.find", resultCode: "errorInHook" }); throw new Error("lost");`,
    sees: {
      ...ended("agent_error", { error: "lost" }),
      run: { failure: { resultCode: "errorInHook", path: "main.find", handled: false } },
    },
  },
  {
    name: "a question, and where it is asked",
    act: `report({ type: "end", path: "main.size" }); await ask("Which?");`,
    sees: {
      ...ended("awaiting_input"),
      run: { failure: { resultCode: "awaitingInput", path: "main.size" } },
    },
  },
  {
    name: "a limit that is reached by what was reported, which the agent knows when that is taken",
    isDeep: true,
    act: `
      await report({ costUsd: 2 });
      if (!signal.aborted) await callTool("add_note", { id: "B", text: "late" });
      if (signal.reason.failure.code !== "cost_limit") await callTool("add_note", { id: "C", text: "late" });
      await never();`,
    limits: { maxCostUsd: 1 },
    sees: { ...ended("cost_limit", { toolCalls: 0 }), stateDiff: unchanged },
  },
  {
    name: "a report of no known type",
    isDeep: true,
    act: `report({ type: "stop" }); await never();`,
    sees: ended("agent_error"),
  },
  {
    name: "a report that is none",
    isDeep: true,
    act: `report({ inputTokens: -1 }); await never();`,
    sees: ended("agent_error"),
  },
  { name: "an answer that is none", act: `return "text";`, sees: ended("agent_error") },
  {
    name: "an answer that JSON cannot hold",
    isDeep: true,
    act: `return { output: { n: 1n } };`,
    sees: ended("agent_error"),
  },
  {
    name: "an agent that throws no error",
    isDeep: true,
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
      ...ended("max_tool_calls", { toolCalls: 3, toolErrors: 1, verdict: "passed" }),
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
    isDeep: true,
    act: `report({ costUsd: 0.1 }); report({ costUsd: 0.2 }); await never();`,
    limits: { maxCostUsd: 0.29 },
    sees: ended("cost_limit"),
  },
  {
    name: "no time left, and an agent that awaits",
    act: `await callTool("add_note", { id: "B", text: "x" }); await never();`,
    limits: { timeoutMs: 600 },
    sees: ended("timeout", { verdict: "passed", toolCalls: 1 }),
  },
  {
    name: "no time left, and an agent that returns when it is told",
    isDeep: true,
    act: `
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await callTool("add_note", { id: "B", text: signal.reason.message });
      return { output: "late" };`,
    limits: { timeoutMs: 600 },
    sees: { ...ended("timeout", { toolCalls: 0 }), stateDiff: unchanged },
  },
  {
    name: "no time left in a tool that awaits",
    tools: `tool("hang", (state) => { state.notes.B = {}; return never(); })`,
    act: `await callTool("hang", {});`,
    limits: { timeoutMs: 600 },
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
    isDeep: change.includes("=>"),
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
  {
    name: "createState gives a function",
    isDeep: true,
    createState: `state.f = () => 1;`,
    sees: broken("createState"),
  },
  { name: "createState gives a text", isDeep: true, createState: `return "x";`, sees: broken("createState") },
  {
    name: "createState is async",
    isDeep: true,
    createState: `return Promise.resolve(state);`,
    sees: broken("createState"),
  },
  { name: "bindTools throws", bindTools: `throw new Error("no tools");`, sees: broken("bindTools") },
  { name: "bindTools gives no tools", isDeep: true, bindTools: `return [null];`, sees: broken("bindTools") },
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
    isDeep: true,
    verify: `context.trace.pop();`,
    sees: ungraded("verifier_failed"),
  },
  {
    name: "returns what is no check",
    isDeep: true,
    verify: `return "ok";`,
    sees: ungraded("verifier_failed"),
  },
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
    isDeep: true,
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
    isDeep: true,
    hooks: `onAgentError: () => { throw new Error("told"); }`,
    act: `await ask("Which?");`,
    sees: ended("awaiting_input"),
  },
];
