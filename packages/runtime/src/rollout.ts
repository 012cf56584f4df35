import type { RunFailure, StateDiff, TerminationReason } from "@silo/artifacts";
import { AgentReports } from "./agent-reports.js";
import type { AgentDesk, AgentSeat, Variables } from "./agent-seat.js";
import type { Conversation } from "./agent.js";
import {
  agentFailure,
  awaitingInput,
  cancelledFailure,
  environmentFailure,
  givenUp,
  limitFailure,
} from "./failure.js";
import type { RunLimits } from "./limits.js";
import { Retracing, stepsOf, type PastEvent, type RecordedRun } from "./recorded-run.js";
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
  /** What the agent leaves in its conversation; undefined where it says nothing of that, or did not succeed. */
  variables?: Variables | undefined;
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
  /** What the conversation had come to that the run belongs to. */
  conversation?: Conversation | undefined;
  /** False where a person debugs: then no clock ends the run. */
  isTimed: boolean;
  /** Ends the run as `cancelled`. */
  cancel?: AbortSignal | undefined;
}

type End = { output: string; variables?: Variables } | { failure: RunFailure; fault?: WorldFault };

/**
 * Lets the agent act until it returns, throws, or meets a limit. The first reason to end wins: it closes the gate to
 * the tools, freezes the world, and tells the agent to stop; then the agent is ended (contract T8, T9).
 */
export async function rollOut(options: RolloutOptions): Promise<Rollout> {
  const { world, agent, instruction, limits, trace, recorded, conversation, isTimed, cancel } = options;
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
      // Before the agent has an answer to what ended the run, so that it knows when it gets one.
      const failure = "failure" in end ? end.failure : undefined;
      agent.abort({ reason: failure?.message ?? "The run has ended.", failure });
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
  const reports = new AgentReports({
    trace,
    limits,
    onLimit: (reason) => fail(limitFailure(reason, limits)),
    onInvalid: fail,
  });
  const desk = openDesk({ gate, reports, trace, retracing, fail });
  const timer = isTimed
    ? setTimeout(() => fail(limitFailure("timeout", limits)), limits.timeoutMs)
    : undefined;
  const onCancel = (): void => fail(cancelledFailure());
  cancel?.addEventListener("abort", onCancel, { once: true });
  if (cancel?.aborted) onCancel();
  const act = async (): Promise<void> => {
    const history = recorded?.history ?? [];
    await repeat(history, { gate, reports });
    if (gate.isClosed) return;
    const given = { task: instruction, tools: world.descriptors, recorded: stepsOf(history), conversation };
    const end = await agent.act({ ...given, desk });
    await gate.drain();
    const isThrown = "failure" in end && end.failure.code === "agent_error";
    finish(isThrown ? { failure: reports.placed(end.failure) } : end);
  };
  // Cancelled before it began: then the agent is not started at all.
  if (!gate.isClosed) void act();

  const end = await ended;
  clearTimeout(timer);
  cancel?.removeEventListener("abort", onCancel);
  const frozen = (await freezing) ?? { failure: undefined, stateDiff: undefined, fault: undefined };
  const failure = frozen.failure ?? ("failure" in end ? end.failure : null);
  await agent.close();
  gate.seal();
  return {
    terminationReason: failure === null ? "completed" : (failure.code as TerminationReason),
    failure,
    agentOutput: failure === null && "output" in end ? end.output : "",
    variables: failure === null && "output" in end ? end.variables : undefined,
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

/** Does again what a run has behind it that goes on after a question: from here on its world is as it was then. */
async function repeat(
  history: readonly PastEvent[],
  { gate, reports }: { gate: ToolGate; reports: AgentReports },
): Promise<void> {
  for (const event of history) {
    if (gate.isClosed) return;
    if (event.type === "call") await gate.repeat(event);
    else reports.repeat(event);
  }
}

interface DeskOptions {
  gate: ToolGate;
  reports: AgentReports;
  trace: Trace;
  retracing: Retracing | undefined;
  fail: (failure: RunFailure) => void;
}

/** What the agent can do beside returning. After the end of the run it can do nothing more. */
function openDesk({ gate, reports, trace, retracing, fail }: DeskOptions): AgentDesk {
  return {
    call: (tool, received, path) => gate.call(tool, received, path),
    report: (given) => {
      if (!gate.isClosed) reports.take(given);
    },
    ask: (question) => {
      if (gate.isClosed) return undefined;
      const retraced = retracing?.ask(question) ?? { answer: undefined };
      if ("difference" in retraced) fail(agentFailure(retraced.difference));
      else if (retraced.answer === undefined) fail(reports.placed(awaitingInput(question)));
      else {
        reports.goOn();
        trace.add({ type: "step", path: "agent", command: "ask", input: question, output: retraced.answer });
        return retraced.answer;
      }
      return undefined;
    },
    fail: (message) => fail(reports.placed(givenUp(message))),
  };
}
