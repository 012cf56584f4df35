import { modelStepSchema, type RunFailure, type StateDiff, type TerminationReason } from "@silo/artifacts";
import { compileSchema, describeProblems } from "@silo/schema-validate";
import type { AgentDesk, AgentSeat } from "./agent-seat.js";
import {
  agentFailure,
  awaitingInput,
  cancelledFailure,
  environmentFailure,
  givenUp,
  limitFailure,
  type LimitReason,
} from "./failure.js";
import type { RunLimits } from "./limits.js";
import { Retracing, type RecordedRun } from "./recorded-run.js";
import { ToolGate } from "./tool-gate.js";
import type { Trace } from "./trace.js";
import { WorldFault } from "./world-fault.js";
import type { World } from "./world.js";

/** How an agent went through a task, before anything is graded. */
export interface Rollout {
  terminationReason: TerminationReason;
  failure: RunFailure | null;
  /** As a verifier reads it: a text as it is, anything else as canonical JSON, nothing as "". */
  agentOutput: string;
  toolCalls: number;
  toolErrors: number;
  /** Faults of tools, in words, for the author. */
  toolFaults: string[];
  /** Ids of calls that had no result when the run ended. */
  inFlight: string[];
  /** From the start of the agent to its end or the limit, milliseconds. */
  durationMs: number;
  /** How the world differs from its beginning; absent where the environment broke. */
  stateDiff: StateDiff | undefined;
  /** What broke, where the environment did. */
  worldFault?: WorldFault | undefined;
}

export interface RolloutOptions {
  world: World;
  agent: AgentSeat;
  instruction: string;
  limits: RunLimits;
  trace: Trace;
  /** What the agent does again, where the run is resumed. */
  recorded?: RecordedRun | undefined;
  /** False where a person debugs: then no clock ends the run. */
  isTimed: boolean;
  /** Ends the run as `cancelled`. */
  cancel?: AbortSignal | undefined;
}

type End = { output: string } | { failure: RunFailure; fault?: WorldFault };

/**
 * Lets the agent act until it returns, throws, or meets a limit. The first reason to end wins: it closes the gate to
 * the tools, freezes the world, and tells the agent to stop; then the agent is ended (contract T8, T9).
 */
export async function rollOut(options: RolloutOptions): Promise<Rollout> {
  const { world, agent, instruction, limits, trace, recorded, isTimed, cancel } = options;
  const startedAt = performance.now();
  let durationMs = 0;
  let isEnded = false;
  let finish: (end: End) => void = () => undefined;
  const ended = new Promise<End>((resolve) => {
    finish = (end) => {
      if (isEnded) return;
      isEnded = true;
      durationMs = Math.round(performance.now() - startedAt);
      gate.close();
      resolve(end);
      // At once, and not when the promise is looked at: nothing may happen in between.
      freezing = freeze(world, end, gate);
    };
  });
  let freezing: Promise<Frozen> | undefined;
  const fail = (failure: RunFailure): void => finish({ failure });
  const retracing = recorded && new Retracing(recorded);
  const gate = new ToolGate({
    world,
    limits,
    trace,
    retracing,
    onLimit: (reason) => fail(limitFailure(reason, limits)),
    onWorldBroken: (fault, callId) => finish({ failure: environmentFailure(fault, callId), fault }),
    onDifference: (difference) => fail(agentFailure(difference)),
  });
  const desk = openDesk({ gate, trace, limits, retracing, fail });
  const timer = isTimed
    ? setTimeout(() => fail(limitFailure("timeout", limits)), limits.timeoutMs)
    : undefined;
  const onCancel = (): void => fail(cancelledFailure());
  cancel?.addEventListener("abort", onCancel, { once: true });
  if (cancel?.aborted) onCancel();
  const act = async (): Promise<void> => {
    const end = await agent.act({ task: instruction, tools: world.descriptors, desk });
    await gate.drain();
    finish(end);
  };
  // Cancelled before it began: then the agent is not started at all.
  if (!gate.isClosed) void act();

  const end = await ended;
  clearTimeout(timer);
  cancel?.removeEventListener("abort", onCancel);
  const frozen = (await freezing) ?? { failure: undefined, stateDiff: undefined, fault: undefined };
  const failure = frozen.failure ?? ("failure" in end ? end.failure : null);
  agent.abort(failure?.message ?? "The run has ended.");
  await agent.close();
  gate.seal();
  return {
    terminationReason: failure === null ? "completed" : (failure.code as TerminationReason),
    failure,
    agentOutput: failure === null && "output" in end ? end.output : "",
    toolCalls: gate.made,
    toolErrors: gate.failed,
    toolFaults: gate.faults,
    inFlight: [...gate.inFlight],
    durationMs,
    stateDiff: frozen.stateDiff,
    worldFault: frozen.fault,
  };
}

interface Frozen {
  failure: RunFailure | undefined;
  stateDiff: StateDiff | undefined;
  fault: WorldFault | undefined;
}

/** The world as it is at the end; where it cannot be taken, that is how the run ended. */
async function freeze(world: World, end: End, gate: ToolGate): Promise<Frozen> {
  if ("failure" in end && end.failure.code === "environment_error")
    return { failure: end.failure, stateDiff: undefined, fault: end.fault };
  try {
    return { failure: undefined, stateDiff: await world.freeze(), fault: undefined };
  } catch (thrown) {
    const fault = thrown instanceof WorldFault ? thrown : new WorldFault("state", thrown);
    const callId = fault.place === "state" ? undefined : gate.running?.callId;
    return { failure: environmentFailure(fault, callId), stateDiff: undefined, fault };
  }
}

interface DeskOptions {
  gate: ToolGate;
  trace: Trace;
  limits: RunLimits;
  retracing: Retracing | undefined;
  fail: (failure: RunFailure) => void;
}

/** What the agent can do beside returning. After the end of the run it can do nothing more. */
function openDesk({ gate, trace, limits, retracing, fail }: DeskOptions): AgentDesk {
  const limit = (reason: LimitReason): void => fail(limitFailure(reason, limits));
  let tokens = 0;
  let costUsd = 0;
  return {
    call: (tool, received) => gate.call(tool, received),
    report: (given) => {
      if (gate.isClosed) return;
      const problems = compileSchema(modelStepSchema, { purpose: "data" }).check(given);
      if (problems.length > 0) {
        const said = describeProblems(problems, { subject: { file: "report(step)" } });
        return fail(agentFailure(new TypeError(said)));
      }
      const step = modelStepSchema.parse(given);
      trace.add({ type: "model_step", step });
      tokens += (step.inputTokens ?? 0) + (step.outputTokens ?? 0);
      costUsd += step.costUsd ?? 0;
      if (costUsd > (limits.maxCostUsd ?? Infinity)) limit("cost_limit");
      else if (tokens > (limits.maxTokens ?? Infinity)) limit("token_limit");
    },
    ask: (question) => {
      if (gate.isClosed) return undefined;
      const retraced = retracing?.ask(question) ?? { answer: undefined };
      if ("difference" in retraced) fail(agentFailure(retraced.difference));
      else if (retraced.answer === undefined) fail(awaitingInput(question));
      else {
        trace.add({ type: "step", path: "agent", command: "ask", input: question, output: retraced.answer });
        return retraced.answer;
      }
      return undefined;
    },
    fail: (message) => fail(givenUp(message)),
  };
}
