import {
  canonicalJson,
  createRunFolder,
  makeRunId,
  type ConversationStart,
  type RunConfig,
  type RunFailure,
  type RunFolder,
  type SiloTask,
} from "@silo/artifacts";
import { siloError, toSiloError, type SiloError } from "@silo/errors";
import type { Grade } from "@silo/verify";
import type { Conversation } from "./agent.js";
import { cancelledFailure, environmentFailure, hookFailure } from "./failure.js";
import type { RunLimits } from "./limits.js";
import { oneLine } from "./one-line.js";
import { forwardOutput } from "./forward-output.js";
import type { RecordedRun } from "./recorded-run.js";
import { rollOut, type Rollout } from "./rollout.js";
import { hintsOf, makeResult, makeRunRecord, whyUngraded, type RunOutcome } from "./run-outcome.js";
import { sha256 } from "./sha256.js";
import type { Seated, Stage } from "./stage.js";
import { startTrace, type Trace } from "./trace.js";
import { WorldFault } from "./world-fault.js";
import type { VerifierFacts, World, WorldSource } from "./world.js";

/** What one run does, apart from where. */
export interface Plan {
  task: SiloTask;
  limits: RunLimits;
  grants: string[];
  /** Where the run gets its folder; without it nothing is written. */
  runsFolder: string | undefined;
  recorded: RecordedRun | undefined;
  conversation?: ConversationStart | undefined;
  /** False where a person debugs: then no clock ends anything. */
  isTimed: boolean;
  onOutput: (from: "agent" | "world", text: string) => void;
  /** Called when agent and world are loaded, and the clock of the agent is about to start. */
  onSeated?: (() => void) | undefined;
  signal: AbortSignal | undefined;
}

interface Running {
  stage: Stage;
  plan: Plan;
  seated: Seated;
  world: World | WorldFault;
  verifier: VerifierFacts;
  config: RunConfig;
  startedAt: Date;
  folder: RunFolder | undefined;
}

/** One run of a stage, from its fresh world to its artifacts. Throws what `runTask` throws. */
export async function runOnce(stage: Stage, plan: Plan): Promise<RunOutcome> {
  const { task, limits, grants, runsFolder, signal } = plan;
  const cancelled = (): SiloError => siloError("cancelled", { what: `The run of ${task.id}` });
  if (signal?.aborted) throw cancelled();
  const seated = await stage.seat().catch((thrown: unknown) => {
    throw signal?.aborted ? cancelled() : thrown;
  });
  const stop = (): void => void seated.worlds.close();
  let folder: RunFolder | undefined;
  try {
    const verifier = findVerifier(seated.worlds, task, stage.environmentName);
    // Making a world may be what the interrupt has to end.
    signal?.addEventListener("abort", stop, { once: true });
    const world = await openWorld(seated.worlds, { plan, verifier });
    signal?.removeEventListener("abort", stop);
    plan.onSeated?.();
    const startedAt = new Date();
    folder = runsFolder === undefined ? undefined : createRunFolder(runsFolder, startedAt);
    forwardOutput(seated, { folder, onOutput: plan.onOutput });
    const { conversation } = plan;
    const belongsTo = conversation === undefined ? {} : { conversation };
    const config: RunConfig = { ...limits, agentPath: stage.agentPath, grants, ...belongsTo };
    return await runInWorld({ stage, plan, seated, world, verifier, config, startedAt, folder });
  } finally {
    signal?.removeEventListener("abort", stop);
    await Promise.all([seated.agent.close(), seated.worlds.close()]);
    folder?.close();
  }
}

/** Throws `verifier_not_found`. */
export function findVerifier({ verifiers }: WorldSource, task: SiloTask, environment: string): VerifierFacts {
  const verifier = verifiers.find(({ id }) => id === task.verifierId);
  if (verifier) return verifier;
  const available = verifiers.map(({ id }) => id).join(", ") || "none";
  throw siloError("verifier_not_found", { verifierId: task.verifierId, environment, available });
}

/** A world whose making failed is how a run ended, and not an error; a malformed tool is one (contract E8). */
async function openWorld(
  worlds: WorldSource,
  { plan, verifier }: { plan: Plan; verifier: VerifierFacts },
): Promise<World | WorldFault> {
  try {
    const { grants, limits } = plan;
    return await worlds.open({ verifierId: verifier.id, grants, ...limits });
  } catch (thrown) {
    if (thrown instanceof WorldFault) return thrown;
    throw toSiloError(thrown);
  }
}

async function runInWorld(running: Running): Promise<RunOutcome> {
  const { stage, plan, seated, world, verifier, config, startedAt, folder } = running;
  const { task, limits, recorded, conversation, isTimed, signal } = plan;
  const runId = folder?.runId ?? makeRunId(startedAt);
  const trace = startTrace(folder?.appendTrace);
  const tools = world instanceof WorldFault ? [] : world.descriptors;
  trace.add({ type: "run_start", runId, environment: stage.environmentName, task, config, tools });

  const { agent } = seated;
  const rollout =
    world instanceof WorldFault
      ? neverStarted(world, signal)
      : await rollOut({
          world,
          agent,
          instruction: task.instruction,
          limits,
          trace,
          recorded,
          conversation: conversation && { variables: conversation.variables, outputs: conversation.outputs },
          isTimed,
          cancel: signal,
        });
  const error = rollout.failure && oneLine(rollout.failure.message, stage.folders);
  recordEnd(trace, rollout, error);

  const graded = await gradeRollout(running, { rollout, trace, runId });
  if (rollout.failure && !(world instanceof WorldFault)) await tell(world, rollout.failure, trace);
  await seated.worlds.close();
  const gradingError = graded.fault && !rollout.failure ? oneLine(graded.fault.message, stage.folders) : null;
  const result = makeResult(rollout, graded.grade, error ?? gradingError);
  trace.add({
    type: "verifier_result",
    verifierId: verifier.id,
    passed: result.passed,
    reward: result.reward,
    checks: result.checks,
  });
  const hashes = { ...stage.hashes, task: sha256(canonicalJson(task, "the task")), verifier: verifier.hash };
  const environment = stage.environmentName;
  const run = makeRunRecord({ runId, environment, task, verifier, config, hashes, startedAt, rollout });
  trace.requireStored();
  if (rollout.stateDiff) folder?.writeStateDiff(rollout.stateDiff);
  folder?.writeRun(run);
  folder?.writeResult(result);
  return {
    runId,
    verdict: result.verdict,
    result,
    stateDiff: rollout.stateDiff,
    run,
    trace: trace.events,
    conversation: conversationAfter(conversation, rollout),
    toolFaults: rollout.toolFaults,
    hints: hintsOf(result, trace.events),
    folder: folder?.path,
    ungradedBy: graded.fault,
  };
}

/** A run that did not succeed leaves its conversation as it was. */
function conversationAfter(
  before: ConversationStart | undefined,
  { terminationReason, variables, agentOutput }: Rollout,
): Conversation | undefined {
  if (before === undefined || terminationReason !== "completed") return undefined;
  return { variables: variables ?? before.variables, outputs: [...before.outputs, agentOutput] };
}

/** The end of a run whose world could not be made. */
function neverStarted(fault: WorldFault, signal: AbortSignal | undefined): Rollout {
  const failure = signal?.aborted ? cancelledFailure() : environmentFailure(fault);
  return {
    terminationReason: failure.code as Rollout["terminationReason"],
    failure,
    agentOutput: "",
    toolCalls: 0,
    toolErrors: 0,
    toolFaults: [],
    inFlight: [],
    durationMs: 0,
    stateDiff: undefined,
    worldFault: fault,
  };
}

function recordEnd(trace: Trace, rollout: Rollout, error: string | null): void {
  const { terminationReason, failure, agentOutput, toolCalls, toolErrors, inFlight, durationMs } = rollout;
  if (terminationReason === "completed") trace.add({ type: "agent_output", output: agentOutput });
  if (failure) trace.add({ type: "failure", failure });
  trace.add({ type: "run_end", terminationReason, error, toolCalls, toolErrors, durationMs, inFlight });
}

/** A run that waits or was stopped by a person has not failed. */
async function tell(world: World, failure: RunFailure, trace: Trace): Promise<void> {
  if (failure.code === "awaiting_input" || failure.code === "cancelled") return;
  const problem = await world.tell(failure);
  if (problem !== undefined) trace.add({ type: "failure", failure: hookFailure(problem) });
}

async function gradeRollout(
  { plan, world }: Running,
  { rollout, trace, runId }: { rollout: Rollout; trace: Trace; runId: string },
): Promise<{ grade?: Grade; fault?: SiloError | undefined }> {
  const { task, signal } = plan;
  const { terminationReason, failure, worldFault, agentOutput } = rollout;
  const what = `The run of ${task.id}`;
  const fault = whyUngraded(terminationReason, { runId, what, failure, cause: worldFault?.thrown });
  if (fault !== undefined || world instanceof WorldFault) return { fault };
  const cancelled = siloError("cancelled", { what });
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = () => reject(cancelled)));
  try {
    signal?.addEventListener("abort", stop, { once: true });
    const grading = world.grade({ agentOutput, task, trace: trace.events });
    return { grade: await Promise.race([grading, stopped]) };
  } catch (thrown) {
    return { fault: toSiloError(thrown) };
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
