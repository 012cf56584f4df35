import type { CaseOptions } from "./isolated-project.js";

/** What an agent or an environment does to the run, and what the run must come to. */
export interface Hazard extends CaseOptions {
  name: string;
  /** A part of the outcome, or of the error that `runTask` throws. */
  sees: object;
  /** Too slow for every change. */
  isDeep?: boolean;
}

const ends = (terminationReason: string, result: object = {}): object => ({
  result: { terminationReason, agentOutput: "", ...result },
  run: { failure: { code: terminationReason, path: "agent", handled: false } },
});
const passes = {
  verdict: "passed",
  result: { terminationReason: "completed", agentOutput: "done", error: null },
};
const addB = `await callTool("add_note", { id: "B", text: "x" });`;
const done = `${addB} return { output: "done" };`;
const stuck = { limits: { timeoutMs: 800 }, sees: ends("timeout", { verdict: "passed", toolCalls: 1 }) };
const full = { limits: { memoryMb: 128 }, sees: ends("memory_limit", { verdict: "passed", toolCalls: 1 }) };
const dies = { sees: ends("agent_error", { verdict: "passed", toolCalls: 1 }) };
/** Messages of the protocol that the agent's process sends past it. */
const forge = (...messages: object[]): string =>
  `fs.writeSync(3, ${JSON.stringify(messages.map((message) => `${JSON.stringify(message)}\n`).join(""))});`;

/** It does not come back by itself. */
const loops: Hazard[] = [
  { name: "loops", act: `${addB} while (true);`, ...stuck },
  { name: "loops in microtasks", act: `${addB} for (;;) await null;`, ...stuck },
  { name: "backtracks", isDeep: true, act: `${addB} /^(a+)+$/.test("a".repeat(60) + "b");`, ...stuck },
  {
    name: "waits for a lock",
    act: `${addB} Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`,
    ...stuck,
  },
  {
    name: "waits for a command",
    act: `${addB} childProcess.execSync("echo $$ >> " + JSON.stringify(join(import.meta.dirname, "pids")) + "; exec sleep 60");`,
    ...stuck,
  },
  {
    name: "reads a pipe that nobody writes to",
    act: `${addB} const fifo = join(import.meta.dirname, "fifo"); childProcess.execFileSync("mkfifo", [fifo]); fs.readFileSync(fifo);`,
    ...stuck,
  },
  {
    name: "stops its own process without ending it",
    isDeep: true,
    act: `${addB} process.kill(process.pid, "SIGSTOP"); await never();`,
    ...stuck,
  },
  {
    name: "ignores that it is told to stop",
    act: `${addB}
      process.on("uncaughtException", () => undefined);
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
      signal.addEventListener("abort", () => { for (;;); });
      await never();`,
    ...stuck,
  },
  {
    name: "goes on calling beyond its budget, and swallows everything",
    act: `for (let id = 0; ; id += 1) try { await callTool("add_note", { id: "B" + id, text: "x" }); } catch {}`,
    limits: { maxToolCalls: 2 },
    sees: {
      ...ends("max_tool_calls", { toolCalls: 3, toolErrors: 1 }),
      stateDiff: { collections: { notes: { added: ["B0", "B1"] } } },
    },
  },
  {
    name: "loops while it is loaded",
    agentTop: `while (true);`,
    limits: { loadTimeoutMs: 300 },
    sees: { code: "load_timeout" },
  },
  {
    name: "waits while it is loaded",
    isDeep: true,
    agentTop: `await never();`,
    limits: { loadTimeoutMs: 300 },
    sees: { code: "load_timeout" },
  },
];

const hogs: Hazard[] = [
  {
    name: "fills its memory with an array",
    act: `${addB} const all = []; for (;;) all.push(new Array(1e5).fill(1.5));`,
    ...full,
  },
  { name: "asks for a huge array", act: `${addB} new Array(1e8).fill({}).map(String);`, ...full },
  {
    name: "fills its memory with a map",
    act: `${addB} const all = new Map(); for (let n = 0; ; n += 1) all.set(n, {});`,
    ...full,
  },
  {
    name: "fills its memory with parsed JSON",
    act: `${addB} const text = "[" + "{},".repeat(5e6) + "{}]"; const all = []; for (;;) all.push(JSON.parse(text));`,
    ...full,
  },
  {
    name: "fills its memory with buffers",
    act: `${addB} const all = []; for (;;) { all.push(Buffer.alloc(1e7, 1)); await pause(5); }`,
    ...full,
  },
  {
    name: "fills its memory with buffers, in a loop",
    isDeep: true,
    act: `${addB} const all = []; for (;;) all.push(Buffer.alloc(1e6, 1));`,
    ...full,
  },
];

/** It ends, or breaks, its own process. */
const deaths: Hazard[] = [
  { name: "exits with 0", act: `${addB} process.exit(0);`, ...dies },
  { name: "exits with 3", isDeep: true, act: `${addB} process.exit(3);`, ...dies },
  { name: "aborts", act: `${addB} process.abort();`, ...dies },
  { name: "kills itself", act: `${addB} process.kill(process.pid, "SIGKILL"); await never();`, ...dies },
  { name: "leaves a rejection", act: `${addB} Promise.reject(new Error("left")); await never();`, ...dies },
  {
    name: "throws later",
    act: `${addB} setTimeout(() => { throw new Error("later"); }, 1); await never();`,
    ...dies,
  },
  {
    name: "throws later, with nobody listening",
    isDeep: true,
    act: `${addB} process.removeAllListeners(); setTimeout(() => { throw 1; }, 1); await never();`,
    ...dies,
  },
  { name: "closes its channel", act: `${addB} fs.closeSync(3); await never();`, ...dies },
  { name: "writes to its channel", act: `${addB} fs.writeSync(3, "no message\\n"); await never();`, ...dies },
  { name: "exits while it is loaded", agentTop: `process.exit(0);`, sees: { code: "agent_invalid" } },
  {
    name: "refuses to be loaded with messages of its own",
    agentTop: forge({ type: "refused" }),
    sees: { code: "agent_invalid" },
  },
  {
    name: "sends how its run has ended",
    act: `${addB} ${forge({ type: "crash", failure: { code: "cancelled" }, code: "cancelled", message: "mine" })} await never();`,
    sees: ends("agent_error", { error: "mine", verdict: "passed" }),
  },
  ...[
    { type: "call" },
    { type: "call", id: 1, tool: {}, received: 5 },
    { type: "report" },
    { type: "fail" },
    { type: "refused" },
    { type: "crash" },
    5,
  ].map((message, index): Hazard => ({
    name: `sends ${JSON.stringify(message)}`,
    act: `${addB} ${forge(message as object)} await pause(200); process.exit(1);`,
    sees: { result: { agentOutput: "", verdict: "passed" } },
    isDeep: index % 3 !== 0,
  })),
  {
    name: "sends other arguments than it lets be recorded",
    act: `${forge({ type: "call", id: 99, tool: "add_note", received: { text: "nothing", given: { id: "B", text: "x" } } })} await pause(200); return { output: "done" };`,
    sees: {
      ...passes,
      trace: [{ type: "run_start" }, { type: "tool_call", input: { id: "B", text: "x" } }, {}, {}, {}, {}],
    },
  },
  {
    name: "writes to the descriptor of the watchdog",
    act: `for (let n = 0; n < 2000; n += 1) fs.writeSync(4, "memory".repeat(1000)); ${done}`,
    sees: passes,
  },
];

/** It tries to reach what is not its own. */
const reaches: Hazard[] = [
  {
    name: "changes what everything is made of",
    act: `${addB}
      process.removeAllListeners();
      Object.prototype.isError = true; Object.prototype.toJSON = () => "mine";
      Array.prototype.push = Array.prototype.map = Map.prototype.get = () => { throw new Error("mine"); };
      JSON.parse = JSON.stringify = Promise.prototype.then = () => "mine";
      return { output: "done" };`,
    limits: { timeoutMs: 2_000 },
    sees: { verdict: "passed", stateDiff: { collections: { notes: { added: ["B"] } } } },
  },
  {
    name: "changes the environment's own modules",
    act: `
      const world = await import("./index.mjs");
      world.verifiers[0].check = () => [{ label: "mine", passed: true, required: true }];
      world.bindTools({})[0].run = () => "mine";
      world.verifiers.length = 0;
      return { output: (await callTool("list_notes", {})).output };`,
    sees: { verdict: "failed", result: { agentOutput: '{"A":{"id":"A","text":"first"}}', checksPassed: 1 } },
  },
  {
    name: "changes the folder, the mask and the variables of its process",
    tools: `tool("process", () => [process.env.SILO_OF_THE_AGENT ?? null, process.cwd() === "/"])`,
    act: `process.chdir("/"); process.umask(0o777); process.env.SILO_OF_THE_AGENT = "x"; return { output: (await callTool("process", {})).output };`,
    sees: { result: { terminationReason: "completed", agentOutput: "[null,false]" } },
  },
  {
    name: "starts processes and leaves them",
    act: `
      const left = [childProcess.spawn("sleep", ["60"]), childProcess.spawn("sh", ["-c", "sleep 60; true"], { stdio: "inherit" })];
      for (const { pid } of left) notePid(pid);
      ${done}`,
    sees: passes,
  },
  {
    name: "ends the process of the world",
    tools: `tool("process", () => process.pid)`,
    act: `process.kill((await callTool("process", {})).output, "SIGKILL"); await pause(50); ${done}`,
    sees: {
      verdict: "ungraded",
      stateDiff: undefined,
      run: { failure: { code: "environment_error", path: "tools.add_note" } },
    },
  },
];

/** It takes or gives too much. */
const floods: Hazard[] = [
  {
    name: "leaves timers",
    act: `setInterval(() => undefined, 5); setTimeout(() => callTool("list_notes", {}), 1); ${done}`,
    sees: passes,
  },
  {
    name: "returns 50 MB",
    act: `${addB} return { output: "x".repeat(5e7) };`,
    sees: ends("agent_error", { verdict: "passed" }),
  },
  {
    name: "calls with 50 MB",
    act: `const { output } = await callTool("add_note", { id: "B", text: "x".repeat(5e7) }); ${addB} return { output: output.code };`,
    sees: { verdict: "passed", result: { terminationReason: "completed", agentOutput: "invalid_input" } },
  },
  {
    name: "throws 5 MB",
    act: `${addB} throw new Error("x".repeat(5e6));`,
    sees: ends("agent_error", { verdict: "passed" }),
  },
  {
    name: "says that it fails, with 50 MB",
    act: `await fail("x".repeat(5e7));`,
    sees: ends("agent_error", { verdict: "failed" }),
  },
  {
    name: "makes a million calls at once",
    act: `for (let n = 0; n < 1e6; n += 1) callTool("list_notes", {}); await never();`,
    sees: ends("max_tool_calls", { toolCalls: 101, toolErrors: 1 }),
  },
  {
    name: "makes a million calls at once, within its budget",
    act: `for (let n = 0; n < 1e6; n += 1) callTool("list_notes", {}); await never();`,
    limits: { maxToolCalls: 1e7, timeoutMs: 10_000, memoryMb: 2_048 },
    sees: ends("timeout"),
    isDeep: true,
  },
  {
    name: "reports a hundred thousand turns",
    act: `for (let n = 0; n < 1e5; n += 1) report({ inputTokens: 1 }); ${done}`,
    limits: { maxTokens: 1_000 },
    sees: ends("token_limit", { toolCalls: 0 }),
  },
];

export const agentHazards: [string, Hazard[]][] = [
  ["does not come back", loops],
  ["takes all memory", hogs],
  ["breaks its process", deaths],
  ["reaches beyond itself", reaches],
  ["floods", floods],
];
