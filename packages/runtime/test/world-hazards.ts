import type { Hazard } from "./agent-hazards.js";

const breaks = (path: string): object => ({
  verdict: "ungraded",
  stateDiff: undefined,
  result: { terminationReason: "environment_error", reward: null },
  run: { failure: { code: "environment_error", path } },
  ungradedBy: { code: "environment_failed", details: { place: path } },
});
const act = `await callTool("add_note", { id: "B", text: "x" }); await callTool("rude", {}); await callTool("list_notes", {}); return { output: "done" };`;
/** A tool that runs this, in a run that it keeps from going on. */
const rude = (code: string): Pick<Hazard, "tools" | "act" | "sees"> => ({
  tools: `tool("rude", async (state) => { state.notes.half = {}; ${code} })`,
  act,
  sees: breaks("tools.rude"),
});
const stuck = (code: string): Omit<Hazard, "name"> => ({ ...rude(code), limits: { toolTimeoutMs: 500 } });
const ungraded = (code: string): object => ({
  verdict: "ungraded",
  result: { terminationReason: "completed", passed: false, reward: null, agentOutput: "done" },
  ungradedBy: { code },
});
const tools: Hazard[] = [
  { name: "loops when the time of the run is over", ...rude("while (true);"), limits: { timeoutMs: 1_500 } },
  { name: "loops", ...stuck("while (true);") },
  { name: "loops in microtasks", ...stuck("for (;;) await null;") },
  { name: "backtracks", ...stuck(`/^(a+)+$/.test("a".repeat(60) + "b");`), isDeep: true },
  {
    name: "waits for a lock",
    ...stuck("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"),
    isDeep: true,
  },
  {
    name: "waits for a command",
    ...stuck(
      `childProcess.execSync("echo $$ >> " + JSON.stringify(join(import.meta.dirname, "pids")) + "; exec sleep 60");`,
    ),
  },
  {
    name: "reads a pipe that nobody writes to",
    ...stuck(
      `const fifo = join(import.meta.dirname, "fifo"); childProcess.execFileSync("mkfifo", [fifo]); fs.readFileSync(fifo);`,
    ),
  },
  {
    name: "stops its process without ending it",
    ...stuck(`process.kill(process.pid, "SIGSTOP"); await never();`),
    isDeep: true,
  },
  { name: "exits with 0", ...rude("process.exit(0);") },
  { name: "aborts", ...rude("process.abort();") },
  { name: "kills its process", ...rude(`process.kill(process.pid, "SIGKILL"); await never();`) },
  { name: "leaves a rejection", ...rude(`Promise.reject(new Error("left")); await pause(20);`) },
  { name: "throws later", ...rude(`setTimeout(() => { throw new Error("later"); }, 1); await never();`) },
  { name: "writes to its channel", ...rude(`fs.writeSync(3, "no message\\n"); await never();`) },
  { name: "closes its channel", ...rude(`fs.closeSync(3); await never();`) },
  ...[`{"id":1}`, `{"id":2,"fault":null}`, `5`].map((message): Hazard => ({
    name: `sends ${message}`,
    ...rude(`fs.writeSync(3, ${JSON.stringify(`${message}\n`)}); await pause(50); process.exit();`),
    isDeep: true,
  })),
  {
    name: "gives 50 MB",
    tools: `tool("rude", () => "x".repeat(5e7))`,
    act: `await callTool("add_note", { id: "B", text: "x" }); return { output: (await callTool("rude", {})).output.code };`,
    sees: { verdict: "passed", result: { terminationReason: "completed", agentOutput: "output_invalid" } },
  },
  {
    name: "leaves a timer",
    tools: `tool("rude", () => { setInterval(() => undefined, 5); })`,
    act,
    sees: { verdict: "passed", result: { terminationReason: "completed" } },
  },
  {
    name: "starts processes and leaves them",
    tools: `tool("rude", () => { notePid(childProcess.spawn("sh", ["-c", "sleep 60; true"], { stdio: "inherit" }).pid); })`,
    act,
    sees: { verdict: "passed", result: { terminationReason: "completed" } },
  },
  {
    name: "has done half of its work when the run ends",
    tools: `tool("rude", async (state) => { state.notes.half = {}; await pause(1500); state.notes.whole = {}; })`,
    act,
    limits: { timeoutMs: 800 },
    sees: {
      verdict: "passed",
      result: { terminationReason: "timeout" },
      stateDiff: { collections: { notes: { added: ["B"] } } },
      trace: [
        {},
        {},
        {},
        { callId: "call_2" },
        { type: "failure" },
        { type: "run_end", inFlight: ["call_2"] },
        {},
      ],
    },
  },
  {
    name: "fills its memory",
    ...rude(`const all = []; for (;;) { all.push(Buffer.alloc(1e8, 1)); await pause(1); }`),
    isDeep: true,
  },
  {
    name: "asks for a huge array",
    ...rude(`const all = []; for (;;) all.push(new Array(1e8).fill({}));`),
    isDeep: true,
  },
];

const environments: Hazard[] = [
  {
    name: "createState loops",
    createState: "while (true);",
    limits: { loadTimeoutMs: 1_500 },
    sees: breaks("createState"),
  },
  { name: "createState exits", createState: "process.exit(0);", sees: breaks("createState") },
  {
    name: "createState fills its memory",
    createState: "const all = []; for (;;) all.push(new Array(1e8).fill({}));",
    sees: breaks("createState"),
    isDeep: true,
  },
  {
    name: "bindTools loops",
    bindTools: "while (true);",
    limits: { loadTimeoutMs: 1_500 },
    sees: breaks("bindTools"),
  },
  {
    name: "the module loops",
    worldTop: "while (true);",
    limits: { loadTimeoutMs: 300 },
    sees: { code: "load_timeout" },
  },
  {
    name: "the module waits",
    worldTop: "await never();",
    limits: { loadTimeoutMs: 300 },
    sees: { code: "load_timeout" },
    isDeep: true,
  },
  { name: "the module exits", worldTop: "process.exit(0);", sees: { code: "environment_load_failed" } },
  {
    name: "the verifier loops",
    verify: "while (true);",
    limits: { verifierTimeoutMs: 200 },
    sees: ungraded("verifier_timeout"),
  },
  {
    name: "the verifier waits for a command",
    verify: `childProcess.execSync("sleep 60");`,
    limits: { verifierTimeoutMs: 200 },
    sees: ungraded("verifier_timeout"),
    isDeep: true,
  },
  { name: "the verifier exits", verify: "process.exit(0);", sees: ungraded("verifier_failed") },
  {
    name: "the verifier kills its process",
    verify: `process.kill(process.pid, "SIGKILL"); return never();`,
    sees: ungraded("verifier_failed"),
  },
  {
    name: "the verifier leaves a rejection",
    verify: `Promise.reject(new Error("left")); return pause(50).then(() => []);`,
    sees: ungraded("verifier_failed"),
  },
  {
    name: "onAgentError loops",
    hooks: "onAgentError: () => { while (true); }",
    act: `throw new Error("mine");`,
    sees: { result: { terminationReason: "agent_error", error: "mine", verdict: "failed" } },
    isDeep: true,
  },
  {
    name: "onAgentError exits",
    hooks: "onAgentError: () => process.exit(0)",
    act: `throw new Error("mine");`,
    sees: { result: { terminationReason: "agent_error", error: "mine", verdict: "failed" } },
  },
];

export const worldHazards: [string, Hazard[]][] = [
  ["a tool", tools],
  ["an environment", environments],
];
