import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import {
  canonicalJson,
  createRunFolder,
  makeRunId,
  taskSchema,
  type RunConfig,
  type RunFolder,
  type SiloTask,
} from "@silo/artifacts";
import { siloError, toSiloError, type SiloError } from "@silo/errors";
import { compileSchema, describeProblems } from "@silo/schema-validate";
import { grade, type Grade, type SiloVerifier } from "@silo/verify";
import type { Agent } from "./agent.js";
import { foldersOf } from "./bundle-module.js";
import type { Environment } from "./environment.js";
import { environmentFailure } from "./failure.js";
import { limitProblem, resolveLimits, type RunLimits } from "./limits.js";
import { loadAgent } from "./load-agent.js";
import { loadEnvironment, readContract } from "./load-environment.js";
import { oneLine } from "./one-line.js";
import { rollOut, type Rollout } from "./rollout.js";
import { makeResult, makeRunRecord, type RunOutcome } from "./run-outcome.js";
import { startTrace, type Trace } from "./trace.js";
import { withinTime } from "./within-time.js";
import { WorldFault } from "./world-fault.js";
import { createWorld, type World } from "./world.js";

/** Where an environment's module is, and what the environment is called. */
export interface EnvironmentSource {
  /** Absolute path. */
  entrypoint: string;
  name: string;
}

/** Where an agent is, and how that is written in `run.json`. */
export interface AgentSource {
  /** Absolute path. */
  file: string;
  /** As the user gave it. */
  given: string;
}

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
  /** Ends the run as `cancelled`. */
  signal?: AbortSignal | undefined;
}

interface Prepared {
  environment: Environment;
  environmentName: string;
  agent: Agent;
  verifier: SiloVerifier;
  config: RunConfig;
  hashes: { environment: string | null; task: string; verifier: string; agent: string | null };
  /** Folders whose paths must not show in a result. */
  folders: string[];
}

/**
 * Runs one agent on one task in one fresh world, grades it, and writes artifacts where `record` says so (contract
 * T12). It needs no project on disk, and runs everything in this process: a loop that never awaits cannot be stopped.
 *
 * Throws what keeps a run from starting: `usage_error`, `task_invalid`, `agent_not_found`, `agent_invalid`,
 * `environment_load_failed`, `runtime_contract_invalid`, `tool_invalid`, `verifier_invalid`, `verifier_not_found`,
 * `cancelled`; and `storage_failed` and `file_access_denied` where it cannot be recorded. What happens in a run is in
 * the outcome, `ungradedBy` included.
 */
export async function runTask(options: RunTaskOptions): Promise<RunOutcome> {
  const prepared = await prepare(options);
  const world = makeWorld(prepared);
  const startedAt = new Date();
  const folder = options.record && createRunFolder(options.record.runsFolder, startedAt);
  try {
    return await runInWorld({ options, prepared, world, startedAt, folder });
  } finally {
    folder?.close();
  }
}

async function prepare({
  environment: given,
  task,
  agent,
  limits,
  grants,
  signal,
}: RunTaskOptions): Promise<Prepared> {
  requireTask(task);
  const inForce = resolveLimits(task.limits, limits);
  const problem = limitProblem(inForce);
  if (problem) throw siloError("usage_error", { problem });
  if (signal?.aborted)
    throw siloError("cancelled", { what: `The run of ${task.id}` }, { cause: signal.reason });
  const { environment, environmentName, environmentHash, environmentFolder } =
    "entrypoint" in given
      ? await fromSource(given, inForce)
      : {
          environment: readContract(given as unknown as Record<string, unknown>, "The environment"),
          environmentName: "inline",
          environmentHash: null,
          environmentFolder: [],
        };
  const verifier = findVerifier(environment, task, environmentName);
  const loaded = typeof agent === "function" ? { agent, hash: null } : await loadAgent(agent.file, inForce);
  return {
    environment,
    environmentName,
    agent: loaded.agent,
    verifier,
    config: {
      ...inForce,
      agentPath: typeof agent === "function" ? null : agent.given,
      grants: [...(grants ?? [])],
    },
    hashes: {
      environment: environmentHash,
      task: sha256(canonicalJson(task, "the task")),
      verifier: sha256([verifier.id, verifier.taskId, verifier.name, String(verifier.check)].join("\0")),
      agent: loaded.hash,
    },
    folders: [...environmentFolder, ...(typeof agent === "function" ? [] : foldersOf(agent.file))],
  };
}

async function fromSource(
  { entrypoint, name }: EnvironmentSource,
  limits: RunLimits,
): Promise<{
  environment: Environment;
  environmentName: string;
  environmentHash: string;
  environmentFolder: string[];
}> {
  const { environment, hash } = await loadEnvironment(entrypoint, limits);
  const environmentName = name === "" ? basename(dirname(entrypoint)) : name;
  return { environment, environmentName, environmentHash: hash, environmentFolder: foldersOf(entrypoint) };
}

/** The task is recorded as it is, so it must be one (contract A1). */
function requireTask(task: SiloTask): void {
  const problems = compileSchema(taskSchema, { purpose: "data" }).check(task);
  if (problems.length === 0) return;
  const file = "The task";
  throw siloError("task_invalid", { file, problems: describeProblems(problems, { subject: { file } }) });
}

function findVerifier({ verifiers }: Environment, task: SiloTask, environment: string): SiloVerifier {
  const verifier = verifiers.find(({ id }) => id === task.verifierId);
  if (verifier) return verifier;
  const available = verifiers.map(({ id }) => id).join(", ") || "none";
  throw siloError("verifier_not_found", { verifierId: task.verifierId, environment, available });
}

/** A world whose making failed is how a run ended, and not an error; a malformed tool is one (contract E8). */
function makeWorld({ environment, config }: Prepared): World | WorldFault {
  try {
    return createWorld(environment, config);
  } catch (thrown) {
    if (thrown instanceof WorldFault) return thrown;
    throw toSiloError(thrown);
  }
}

interface RunInWorld {
  options: RunTaskOptions;
  prepared: Prepared;
  world: World | WorldFault;
  startedAt: Date;
  folder: RunFolder | undefined;
}

async function runInWorld({ options, prepared, world, startedAt, folder }: RunInWorld): Promise<RunOutcome> {
  const { task, signal } = options;
  const { environmentName, verifier, config, hashes } = prepared;
  const runId = folder?.runId ?? makeRunId(startedAt);
  const trace = startTrace(folder?.appendTrace);
  const tools = world instanceof WorldFault ? [] : world.descriptors;
  trace.add({ type: "run_start", runId, environment: environmentName, task, config, tools });

  const rollout =
    world instanceof WorldFault
      ? neverStarted(world)
      : await rollOut({
          world,
          agent: prepared.agent,
          instruction: task.instruction,
          limits: config,
          trace,
          cancel: signal,
        });
  const error = rollout.failure && oneLine(rollout.failure.message, prepared.folders);
  recordEnd(trace, rollout, error);

  const { verifierTimeoutMs } = config;
  const grading = { rollout, world, verifier, task, trace, folders: prepared.folders, verifierTimeoutMs };
  const graded = await gradeRollout(grading);
  const result = makeResult(rollout, graded.grade, error ?? graded.error);
  trace.add({
    type: "verifier_result",
    verifierId: verifier.id,
    passed: result.passed,
    reward: result.reward,
    checks: result.checks,
  });
  const run = makeRunRecord({
    runId,
    environment: environmentName,
    task,
    verifier,
    config,
    hashes,
    startedAt,
    rollout,
  });
  trace.requireStored();
  const stateDiff = rollout.snapshot?.stateDiff;
  if (stateDiff) folder?.writeStateDiff(stateDiff);
  folder?.writeRun(run);
  folder?.writeResult(result);
  return {
    runId,
    verdict: result.verdict,
    result,
    stateDiff,
    run,
    trace: trace.events,
    toolFaults: rollout.toolFaults,
    folder: folder?.path,
    ungradedBy: graded.fault,
  };
}

/** The end of a run whose world could not be made. */
function neverStarted({ place, thrown }: WorldFault): Rollout {
  return {
    terminationReason: "environment_error",
    failure: environmentFailure(place, thrown),
    agentOutput: "",
    toolCalls: 0,
    toolErrors: 0,
    toolFaults: [],
    inFlight: [],
    durationMs: 0,
    snapshot: undefined,
  };
}

function recordEnd(trace: Trace, rollout: Rollout, error: string | null): void {
  const { terminationReason, failure, agentOutput, toolCalls, toolErrors, inFlight, durationMs } = rollout;
  if (terminationReason === "completed") trace.add({ type: "agent_output", output: agentOutput });
  if (failure) trace.add({ type: "failure", failure });
  trace.add({ type: "run_end", terminationReason, error, toolCalls, toolErrors, durationMs, inFlight });
}

interface GradeRollout {
  rollout: Rollout;
  world: World | WorldFault;
  verifier: SiloVerifier;
  task: SiloTask;
  trace: Trace;
  folders: readonly string[];
  verifierTimeoutMs: number;
}

/** Every end but a broken environment and a cancelled run goes to grading (contract T9). */
async function gradeRollout({
  rollout,
  world,
  verifier,
  task,
  trace,
  folders,
  verifierTimeoutMs,
}: GradeRollout): Promise<{
  grade: Grade | undefined;
  fault: SiloError | undefined;
  error: string | null;
}> {
  const { terminationReason, failure, snapshot, agentOutput } = rollout;
  if (terminationReason === "cancelled") {
    return {
      grade: undefined,
      fault: siloError("cancelled", { what: `The run of ${task.id}` }),
      error: null,
    };
  }
  if (world instanceof WorldFault || terminationReason === "environment_error" || !snapshot) {
    const cause = world instanceof WorldFault ? world.thrown : undefined;
    const { path: place = "the run", message: reason = "its state could not be read" } = failure ?? {};
    return {
      grade: undefined,
      fault: siloError("environment_failed", { place, reason }, { cause }),
      error: null,
    };
  }
  try {
    const grading = grade({
      verifier,
      initialState: world.initialState,
      finalState: snapshot.finalState,
      context: { agentOutput, task, trace: trace.events },
    });
    const graded = await withinTime(grading, verifierTimeoutMs);
    if (graded) return { grade: graded.value, fault: undefined, error: null };
    const timeout = { verifierId: verifier.id, timeoutMs: verifierTimeoutMs };
    throw siloError("verifier_timeout", timeout);
  } catch (thrown) {
    const fault = toSiloError(thrown);
    return { grade: undefined, fault, error: oneLine(fault.message, folders) };
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
