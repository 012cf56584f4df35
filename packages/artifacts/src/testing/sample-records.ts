import type { RunResult } from "../result.js";
import type { RunConfig, RunFailure, RunRecord } from "../run.js";
import type { StateDiff } from "../state-diff.js";
import type { SiloTask } from "../task.js";
import type { TraceEvent } from "../trace.js";
import type { ValidationReport } from "../validation-report.js";

export const result: RunResult = {
  passed: true,
  reward: 0.75,
  requiredPassed: 1,
  requiredTotal: 1,
  failedRequired: [],
  checksPassed: 3,
  checksFailed: 1,
  toolCalls: 1,
  toolErrors: 0,
  terminationReason: "completed",
  agentOutput: 'The "weighted" value\nis $507500',
  error: null,
  checks: [{ label: "L", passed: true, detail: "", required: true }],
  verdict: "passed",
};

export const difference: StateDiff = {
  scalars: [
    { field: "gone", from: { b: 1, a: [1, 2] } },
    { field: "now", from: "x", to: null },
  ],
  collections: { opportunities: { added: [], removed: ["OPP-1"], changed: ["OPP-5"] } },
};

export const task: SiloTask = {
  id: "TASK-1",
  title: "T",
  instruction: "Do it",
  verifierId: "VER-1",
  limits: { timeoutMs: 1 },
  waivers: [{ mutation: "answer_dropped", reason: "The answer is not graded" }],
};
export const config: RunConfig = {
  maxToolCalls: 1,
  timeoutMs: 1,
  loadTimeoutMs: 30_000,
  verifierTimeoutMs: 60_000,
  agentPath: null,
  grants: ["fs:write"],
};
export const at = "2026-09-15T02:02:38.161Z";
export const failure: RunFailure = {
  code: "timeout",
  resultCode: "timedOut",
  message: "m",
  personMessage: "p",
  path: "agent",
  handled: false,
};

export const run: RunRecord = {
  runId: "run_20260915020238_9s01",
  environment: "demo",
  taskId: "TASK-1",
  task,
  verifierId: "VER-1",
  verifierName: "V",
  config,
  startedAt: at,
  finishedAt: at,
  durationMs: 5,
  terminationReason: "timeout",
  toolCallCount: 3,
  formatVersion: "1.0",
  hashes: { environment: null, task: "t", verifier: "v", agent: null },
  failure,
};

export const report: ValidationReport = {
  environment: "demo",
  ok: false,
  findings: [{ level: "error", code: "invalid_json", message: "m", file: "data/a.json", line: 1, column: 1 }],
  counts: { data: 9, tasks: 6, tools: 42, verifiers: 6 },
};

export const events: TraceEvent[] = [
  {
    seq: 1,
    type: "run_start",
    at,
    runId: run.runId,
    environment: "demo",
    task,
    config,
    tools: [{ name: "n", description: "d", inputSchema: { type: "object" } }],
  },
  { seq: 2, type: "tool_call", at, callId: "call_1", tool: "n", input: null },
  {
    seq: 3,
    type: "tool_result",
    at,
    callId: "call_1",
    tool: "n",
    output: {},
    durationMs: 0,
    isError: true,
    changed: ["c.A"],
    fault: { code: "internal_error", message: "m", stack: "s" },
  },
  { seq: 4, type: "late_call", at, tool: "n", input: [1] },
  {
    seq: 5,
    type: "model_step",
    at,
    step: { model: "m", inputTokens: 1, outputTokens: 2, costUsd: 0.5, durationMs: 3, content: "c" },
  },
  { seq: 6, type: "step", at, path: "agent", command: "ask", input: "q", output: "a" },
  { seq: 7, type: "agent_output", at, output: "done" },
  { seq: 8, type: "failure", at, failure: { ...failure, callId: "call_1" } },
  {
    seq: 9,
    type: "run_end",
    at,
    terminationReason: "timeout",
    error: "m",
    toolCalls: 1,
    toolErrors: 0,
    durationMs: 0,
    inFlight: ["call_1"],
  },
  {
    seq: 10,
    type: "verifier_result",
    at,
    verifierId: "VER-1",
    passed: false,
    reward: null,
    checks: result.checks,
  },
];
