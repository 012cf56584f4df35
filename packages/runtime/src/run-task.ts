import { url as inspectorUrl } from "node:inspector";
import { taskSchema, type ConversationStart, type SiloTask } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { compileSchema, describeProblems } from "@silo/schema-validate";
import type { Agent } from "./agent.js";
import type { EnvironmentSource } from "./environment-here.js";
import type { Environment } from "./environment.js";
import { limitProblem, resolveLimits, type RunLimits } from "./limits.js";
import type { RecordedRun } from "./recorded-run.js";
import { runOnce, type Plan } from "./run-once.js";
import type { RunOutcome } from "./run-outcome.js";
import { openStage, type AgentSource, type Isolation } from "./stage.js";

export interface RunTaskOptions {
  environment: Environment | EnvironmentSource;
  task: SiloTask;
  agent: Agent | AgentSource;
  /** They go before those of the task, which go before the defaults (contract T8). */
  limits?: Partial<RunLimits> | undefined;
  /** Permissions that the run's calls have. */
  grants?: readonly string[] | undefined;
  /** Where to write artifacts: a folder that gets one folder for this run. Without it nothing is written. */
  record?: { runsFolder: string } | undefined;
  /**
   * `process` by default where environment and agent are given as files, and otherwise `none`, where a loop that never
   * awaits cannot be stopped.
   */
  isolation?: Isolation | undefined;
  /** A run that waited for an answer: the agent does again what it did, and gets the answer (contract T6). */
  resume?: RecordedRun | undefined;
  /** The conversation that the run belongs to, as it is now; the outcome has what it has come to (contract T6). */
  conversation?: ConversationStart | undefined;
  /** What agent and world print, where the run is isolated; standard error by default. At most 1 MiB of each is handed on. */
  onOutput?: ((from: "agent" | "world", text: string) => void) | undefined;
  /** Ends the run as `cancelled`. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs one agent on one task in one fresh world, grades it, and writes artifacts where `record` says so (contract
 * T12). It needs no project on disk.
 *
 * Throws what keeps a run from starting: `usage_error`, `task_invalid`, `agent_not_found`, `agent_invalid`,
 * `environment_load_failed`, `runtime_contract_invalid`, `tool_invalid`, `verifier_invalid`, `verifier_not_found`,
 * `load_timeout`, `cancelled`; and `storage_failed` and `file_access_denied` where it cannot be recorded. What happens
 * in a run is in the outcome, `ungradedBy` included.
 */
export async function runTask(options: RunTaskOptions): Promise<RunOutcome> {
  const plan = planRun(options);
  const stage = await openStage({ ...options, ...plan });
  try {
    return await runOnce(stage, plan);
  } finally {
    await stage.close();
  }
}

/** What a run, or each of many, does; throws where that makes no sense. */
export function planRun({ task, limits: given, signal, ...options }: RunTaskOptions): Plan {
  requireTask(task);
  const limits = resolveLimits(task.limits, given);
  const problem = limitProblem(limits);
  if (problem) throw siloError("usage_error", { problem });
  if (signal?.aborted)
    throw siloError("cancelled", { what: `The run of ${task.id}` }, { cause: signal.reason });
  return {
    task,
    limits,
    grants: [...(options.grants ?? [])],
    runsFolder: options.record?.runsFolder,
    recorded: options.resume,
    conversation: options.conversation,
    // Whoever stops at a breakpoint does not want the clock to end the run.
    isTimed: inspectorUrl() === undefined,
    onOutput: options.onOutput ?? ((_from, text) => process.stderr.write(text)),
    signal,
  };
}

/** The task is recorded as it is, so it must be one (contract A1). */
function requireTask(task: SiloTask): void {
  const problems = compileSchema(taskSchema, { purpose: "data" }).check(task);
  if (problems.length === 0) return;
  const file = "The task";
  throw siloError("task_invalid", { file, problems: describeProblems(problems, { subject: { file } }) });
}
