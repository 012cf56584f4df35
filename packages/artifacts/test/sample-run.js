// What the processes of the tests write, and what must be read afterwards.
import { formatVersion } from "@silo/artifacts";

export const eventsPerRun = 24;

const at = "2026-09-15T02:02:38.161Z";
const task = { id: "TASK-1", title: "T", instruction: "Do it", verifierId: "VER-1" };
const config = {
  maxToolCalls: 100,
  timeoutMs: 1_000,
  loadTimeoutMs: 1_000,
  verifierTimeoutMs: 1_000,
  agentPath: null,
  grants: [],
};

/**
 * The event that has this number in every run; some are longer than what the system takes at once.
 * @param {string} runId
 * @param {number} seq
 * @returns {import("@silo/artifacts").TraceEvent}
 */
export function eventAt(runId, seq) {
  if (seq === 1) return { seq, type: "run_start", at, runId, environment: "demo", task, config, tools: [] };
  return { seq, type: "agent_output", at, output: `${seq} ü\n`.repeat(seq % 6 === 0 ? 60_000 : 10) };
}

/** @type {import("@silo/artifacts").StateDiff} */
export const stateDiff = {
  scalars: Array.from({ length: 500 }, (_, index) => ({ field: `field${index}`, from: index, to: "ü😀" })),
  collections: {},
};

/** @type {import("@silo/artifacts").RunResult} */
export const result = {
  passed: true,
  reward: 1,
  requiredPassed: 1,
  requiredTotal: 1,
  failedRequired: [],
  checksPassed: 1,
  checksFailed: 0,
  toolCalls: 0,
  toolErrors: 0,
  terminationReason: "completed",
  agentOutput: "answer ".repeat(20_000),
  error: null,
  checks: [{ label: "L", passed: true, detail: "", required: true }],
  verdict: "passed",
};

/**
 * @param {string} runId
 * @returns {import("@silo/artifacts").RunRecord}
 */
export function runRecord(runId) {
  return {
    runId,
    environment: "demo",
    taskId: task.id,
    task,
    verifierId: task.verifierId,
    verifierName: "V",
    config,
    startedAt: at,
    finishedAt: at,
    durationMs: 0,
    terminationReason: "completed",
    toolCallCount: 0,
    formatVersion,
    hashes: { environment: null, task: "t", verifier: "v", agent: null },
    failure: null,
  };
}
