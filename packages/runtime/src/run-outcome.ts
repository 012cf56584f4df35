import type {
  RunConfig,
  RunFailure,
  RunHashes,
  RunRecord,
  RunResult,
  SiloTask,
  StateDiff,
  TerminationReason,
  TraceEvent,
  Verdict,
} from "@silo/artifacts";
import { siloError, type SiloError } from "@silo/errors";
import type { Grade } from "@silo/verify";
import { formatVersion } from "@silo/artifacts";
import type { Conversation } from "./agent.js";
import type { Rollout } from "./rollout.js";
import type { VerifierFacts } from "./world.js";

/** One run, as it ended and as it was graded: two things, never one (contract T9). */
export interface RunOutcome {
  runId: string;
  verdict: Verdict;
  result: RunResult;
  /** Absent where the environment broke (contract A4). */
  stateDiff: StateDiff | undefined;
  run: RunRecord;
  trace: readonly TraceEvent[];
  /** What its conversation has come to; undefined where it belongs to none, and where it did not succeed. */
  conversation: Conversation | undefined;
  /** Faults of tools during the run, in words, for the author. */
  toolFaults: readonly string[];
  /** What a person may want to look at first; empty where nothing is odd. */
  hints: readonly string[];
  /** The run's folder, an absolute path; absent where nothing was recorded. */
  folder: string | undefined;
  /** What kept the run from being graded; present exactly where `verdict` is `ungraded`. */
  ungradedBy: SiloError | undefined;
}

/** What keeps a run that ended so from being graded; every end is graded but these three (contract T9). */
export function whyUngraded(
  terminationReason: TerminationReason | undefined,
  {
    runId,
    what,
    failure,
    cause,
  }: { runId: string; what: string; failure: RunFailure | null | undefined; cause?: unknown },
): SiloError | undefined {
  const { path: place = "the run", message: reason = "" } = failure ?? {};
  switch (terminationReason) {
    case "environment_error":
      return siloError("environment_failed", { place, reason }, { cause });
    case "awaiting_input":
      return siloError("awaiting_input", { runId, question: reason });
    case "cancelled":
      return siloError("cancelled", { what });
    default:
      return undefined;
  }
}

/** What is odd about a run that nothing in it calls an error. */
export function hintsOf(result: RunResult, trace: readonly TraceEvent[]): string[] {
  const didNothing =
    result.terminationReason === "completed" &&
    result.toolCalls === 0 &&
    result.agentOutput === "" &&
    !trace.some(({ type }) => type === "model_step");
  if (!didNothing) return [];
  return [
    "The agent ended with no tool call and no output: it may never have reached its model. Look at what it printed, and at its key and address.",
  ];
}

/** `result.json` of a run; without a grade the run is ungraded, and has no reward (contract G2). */
export function makeResult(
  rollout: Pick<Rollout, "toolCalls" | "toolErrors" | "terminationReason" | "agentOutput">,
  grade: Grade | undefined,
  error: string | null,
): RunResult {
  const verdict: Verdict = grade === undefined ? "ungraded" : grade.passed ? "passed" : "failed";
  return {
    passed: verdict === "passed",
    reward: grade?.reward ?? null,
    requiredPassed: grade?.requiredPassed ?? 0,
    requiredTotal: grade?.requiredTotal ?? 0,
    failedRequired: grade?.failedRequired ?? [],
    checksPassed: grade?.checksPassed ?? 0,
    checksFailed: grade?.checksFailed ?? 0,
    toolCalls: rollout.toolCalls,
    toolErrors: rollout.toolErrors,
    terminationReason: rollout.terminationReason,
    agentOutput: rollout.agentOutput,
    error,
    checks: grade?.checks ?? [],
    verdict,
  };
}

export interface RunFacts {
  runId: string;
  environment: string;
  task: SiloTask;
  verifier: VerifierFacts;
  config: RunConfig;
  hashes: RunHashes;
  startedAt: Date;
  rollout: Rollout;
}

/** `run.json` of a run (contract A1). */
export function makeRunRecord({
  runId,
  environment,
  task,
  verifier,
  config,
  hashes,
  startedAt,
  rollout,
}: RunFacts): RunRecord {
  return {
    runId,
    environment,
    taskId: task.id,
    task,
    verifierId: verifier.id,
    verifierName: verifier.name,
    config,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    durationMs: rollout.durationMs,
    terminationReason: rollout.terminationReason,
    toolCallCount: rollout.toolCalls,
    formatVersion,
    hashes,
    failure: rollout.failure,
  };
}
