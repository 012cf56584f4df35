import { url as inspectorUrl } from "node:inspector";
import type { RunResult, StateChanges, StateDiff, TraceEvent } from "@silo/artifacts";
import type { JsonValue } from "@silo/artifacts/json";
import { siloError, toSiloError, toToolErrorValue, type SiloError } from "@silo/errors";
import type { EnvironmentSource } from "./environment-here.js";
import type { Environment } from "./environment.js";
import { isSameJson } from "./is-same-json.js";
import { resolveLimits } from "./limits.js";
import { oneLine } from "./one-line.js";
import { openWorlds, type OpenedWorlds } from "./open-worlds.js";
import { readRecording, type RecordedAnswer, type AnsweredCall, type Recording } from "./recorded-calls.js";
import { findVerifier } from "./run-once.js";
import { makeResult, whyUngraded } from "./run-outcome.js";
import type { Isolation } from "./stage.js";
import { WorldFault } from "./world-fault.js";
import type { FrozenWorld, World } from "./world.js";

export interface ReplayOptions {
  environment: Environment | EnvironmentSource;
  /** The events of the recorded run: its calls, its limits and grants, its task and answer are in there. */
  trace: readonly TraceEvent[];
  /** Of the recorded run: the world must end so again. Without it only what the calls give is compared. */
  stateDiff?: StateDiff | undefined;
  /** Runs the verifier as well, on the recorded task, answer and trace. */
  isGraded?: boolean | undefined;
  /** `process` by default where the environment is given as a file, and otherwise `none`. */
  isolation?: Isolation | undefined;
  /** What the world prints, where it has a process of its own; standard error by default. */
  onOutput?: ((text: string) => void) | undefined;
  /** Ends the replay as `cancelled`. */
  signal?: AbortSignal | undefined;
}

/** The first thing that came out otherwise than it was recorded: what a call gave, or the world at the end. */
export type ReplayDifference =
  | {
      at: "call";
      callId: string;
      tool: string;
      input: JsonValue;
      recorded: RecordedAnswer;
      replayed: RecordedAnswer;
    }
  | { at: "end"; recorded: StateDiff | undefined; replayed: StateDiff };

export interface Replay {
  /** Undefined where everything came out as it was recorded. Nothing is done after it. */
  difference: ReplayDifference | undefined;
  /** How many calls were made again, the one that differs included. */
  calls: number;
  /**
   * Ids of the calls that are not made again: they had no answer, were beyond the budget, or had arguments that JSON
   * cannot hold.
   */
  skipped: string[];
  /** How the world differs from its beginning; undefined where it broke, as in the recorded run, and where a call differs. */
  stateDiff: StateDiff | undefined;
  /** The same, with what each place was and is. */
  changes: StateChanges | undefined;
  /** SHA-256 as in `run.json`, of the environment's files as they are now; null where it is no file. */
  environmentHash: string | null;
  /** The same of the verifier; undefined where the environment no longer has it. */
  verifierHash: string | undefined;
  /** Present where `isGraded`. */
  grade?: Regrade;
}

/** What the verifier says now. The counts, the end and the answer of `result` are the recorded ones. */
export interface Regrade {
  result: RunResult;
  /** What kept it from being graded; present exactly where the verdict is `ungraded`. */
  ungradedBy: SiloError | undefined;
}

/**
 * Makes the calls of a recorded run again, in their order and in a fresh world, and says whether they give what was
 * recorded, or which is the first that does not (contract A5). No agent is run.
 *
 * Throws `usage_error` for a trace without a beginning, or one without an end that is to be graded; the errors of
 * `loadEnvironment`; `verifier_not_found` where it is to be graded; `environment_failed` where the world cannot be
 * made, or breaks at the end, otherwise than in the recorded run; and `cancelled`.
 */
export async function replayRun(options: ReplayOptions): Promise<Replay> {
  const { environment, trace, isolation, isGraded = false, signal } = options;
  const recording = readRecording(trace);
  const { start, end } = recording;
  const cancelled = (): SiloError => siloError("cancelled", { what: `The replay of ${start.runId}` });
  if (isGraded && end === undefined) {
    const problem = `Run ${start.runId} cannot be graded: it was killed or goes on, and has no end.`;
    throw siloError("usage_error", { problem });
  }
  if (signal?.aborted) throw cancelled();
  // Whoever stops at a breakpoint does not want a clock to end the call.
  const isTimed = inspectorUrl() === undefined;
  const limits = resolveLimits(start.config);
  const onOutput = options.onOutput ?? ((text) => process.stderr.write(text));
  let opened: OpenedWorlds | undefined;
  try {
    opened = await openWorlds({ environment, limits, isolation, isTimed, onOutput, signal });
    const replay = await replayIn(opened, recording, { ...options, isTimed });
    // An interrupt ends the process of the world, which then seems to have broken.
    signal?.throwIfAborted();
    return replay;
  } catch (thrown) {
    throw signal?.aborted ? cancelled() : thrown;
  } finally {
    await opened?.close();
  }
}

async function replayIn(
  { worlds, hash, folders }: OpenedWorlds,
  recording: Recording,
  { stateDiff: recorded, isGraded = false, signal, isTimed }: ReplayOptions & { isTimed: boolean },
): Promise<Replay> {
  const { start, skipped } = recording;
  const { task, config, environment } = start;
  const known = worlds.verifiers.find(({ id }) => id === task.verifierId);
  const verifier = isGraded ? findVerifier(worlds, task, environment) : known;
  const { grants, loadTimeoutMs, verifierTimeoutMs } = config;
  // All the calls of the recorded run together took no longer than its clock.
  const toolTimeoutMs = config.toolTimeoutMs ?? (isTimed ? config.timeoutMs : undefined);
  const times = { toolTimeoutMs, loadTimeoutMs, verifierTimeoutMs };
  let world: World | undefined;
  try {
    world = await worlds.open({ verifierId: task.verifierId, grants, ...times, isDescribed: true });
  } catch (thrown) {
    requireSameEnd(thrown, recording);
  }
  const called = world ? await repeatCalls(world, recording.calls, signal) : { calls: 0, isBroken: true };
  const frozen = world && !called.isBroken && !called.difference ? await freeze(world, recording) : undefined;
  const { changes, ...stateDiff } = frozen ?? {};
  const difference =
    called.difference ?? (frozen && endDifference(recording, recorded, stateDiff as StateDiff));
  const replay: Replay = {
    difference,
    calls: called.calls,
    skipped,
    stateDiff: frozen && (stateDiff as StateDiff),
    changes,
    environmentHash: hash,
    verifierHash: verifier?.hash,
  };
  if (!isGraded) return replay;
  return { ...replay, grade: await regrade({ world, recording, difference, folders }) };
}

interface Called {
  difference?: ReplayDifference;
  calls: number;
  /** The world broke, as it did in the recorded run. */
  isBroken: boolean;
}

async function repeatCalls(
  world: World,
  calls: readonly AnsweredCall[],
  signal: AbortSignal | undefined,
): Promise<Called> {
  for (const [index, { callId, tool, input, answer: recorded }] of calls.entries()) {
    signal?.throwIfAborted();
    const { answer: replayed, isBroken } = await repeatCall(world, { tool, input, recorded });
    if (!isSameJson(recorded, replayed))
      return {
        difference: { at: "call", callId, tool, input, recorded, replayed },
        calls: index + 1,
        isBroken,
      };
    if (isBroken) return { calls: index + 1, isBroken };
  }
  return { calls: calls.length, isBroken: false };
}

interface Repeated {
  answer: RecordedAnswer;
  isBroken: boolean;
}

async function repeatCall(
  world: World,
  { tool, input, recorded }: { tool: string; input: JsonValue; recorded: RecordedAnswer },
): Promise<Repeated> {
  const repeated = await perform(world, tool, { text: input, given: input });
  // Nothing and null are recorded alike, and only a refusal tells them apart: that of this call did nothing.
  if (input !== null || isSameJson(repeated.answer, recorded) || codeOf(repeated.answer) !== "invalid_input")
    return repeated;
  return perform(world, tool, { text: input });
}

async function perform(
  world: World,
  tool: string,
  received: { text: JsonValue; given?: JsonValue },
): Promise<Repeated> {
  try {
    const { output, isError, changed } = await world.perform(tool, received);
    return { answer: { output, isError, changed }, isBroken: false };
  } catch (thrown) {
    const cause = thrown instanceof WorldFault ? thrown.thrown : thrown;
    const { value } = toToolErrorValue(cause, { tool });
    return { answer: { output: { ...value }, isError: true, changed: [] }, isBroken: true };
  }
}

function codeOf({ output, isError }: RecordedAnswer): unknown {
  return isError ? (output as { code?: unknown } | null)?.code : undefined;
}

/** Undefined where the world cannot be taken, as in the recorded run. */
async function freeze(world: World, recording: Recording): Promise<FrozenWorld | undefined> {
  try {
    return await world.freeze();
  } catch (thrown) {
    requireSameEnd(thrown, recording);
    return undefined;
  }
}

/** Throws `environment_failed` where the recorded run did not end by the same fault. */
function requireSameEnd(thrown: unknown, { failure }: Recording): void {
  if (!(thrown instanceof WorldFault)) throw toSiloError(thrown);
  const { place, reason, thrown: cause } = thrown;
  if (failure?.code === "environment_error" && failure.path === place && failure.message === reason) return;
  throw siloError("environment_failed", { place, reason }, { cause });
}

function endDifference(
  { end, failure, skipped }: Recording,
  recorded: StateDiff | undefined,
  replayed: StateDiff,
): ReplayDifference | undefined {
  if (recorded !== undefined)
    return isSameJson(recorded, replayed) ? undefined : { at: "end", recorded, replayed };
  // The world broke then and does not now; where it broke in a call that is not made again, nobody can tell.
  const isTold = end?.terminationReason === "environment_error" && !skipped.includes(failure?.callId ?? "");
  return isTold ? { at: "end", recorded, replayed } : undefined;
}

interface RegradeOptions {
  world: World | undefined;
  recording: Recording;
  difference: ReplayDifference | undefined;
  folders: string[];
}

async function regrade({ world, recording, difference, folders }: RegradeOptions): Promise<Regrade> {
  const { start, end, failure, agentOutput, events } = recording;
  const { toolCalls = 0, toolErrors = 0, terminationReason = "completed", error = null } = end ?? {};
  const rollout = { toolCalls, toolErrors, terminationReason, agentOutput };
  const { runId } = start;
  const ungraded = whyUngraded(end?.terminationReason, { runId, what: `Run ${runId}`, failure });
  const obstacle = ungraded ?? (difference && lostWorld(difference));
  try {
    if (obstacle) throw obstacle;
    const grade = await world?.grade({ agentOutput, task: start.task, trace: events });
    return { result: makeResult(rollout, grade, error), ungradedBy: undefined };
  } catch (thrown) {
    const ungradedBy = toSiloError(thrown);
    const result = makeResult(rollout, undefined, error ?? oneLine(ungradedBy.message, folders));
    return { result, ungradedBy };
  }
}

/** A world that is not the one that the agent left says nothing about the agent. */
function lostWorld(difference: ReplayDifference): SiloError {
  const lost = "so the world that the run left cannot be made again";
  if (difference.at === "end")
    return siloError("environment_failed", {
      place: "the end",
      reason: `It is not as it was recorded, ${lost}.`,
    });
  const { callId, tool } = difference;
  const reason = `${callId} gives something else than it gave in the run, ${lost}.`;
  return siloError("environment_failed", { place: `tools.${tool}`, reason });
}
