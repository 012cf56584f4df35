import { canonicalJson, type RunFailure, type TerminationReason } from "@silo/artifacts";
import type { Agent, AgentInput } from "./agent.js";
import { agentFailure, cancelledFailure, environmentFailure, limitFailure } from "./failure.js";
import { nameKind } from "./name-kind.js";
import type { RunLimits } from "./limits.js";
import { ToolGate } from "./tool-gate.js";
import type { Trace } from "./trace.js";
import { withinTime } from "./within-time.js";
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
  /** The world as it was when the run ended; absent where the environment broke. */
  snapshot: ReturnType<World["snapshot"]> | undefined;
}

export interface RolloutOptions {
  world: World;
  agent: Agent;
  instruction: string;
  limits: RunLimits;
  trace: Trace;
  /** Ends the run as `cancelled`. */
  cancel?: AbortSignal | undefined;
}

/** How long an agent that was told to stop may take to return, milliseconds. What it does then no longer counts. */
const graceMs = 100;

interface End {
  reason: TerminationReason;
  failure: RunFailure | null;
  agentOutput: string;
}

/**
 * Lets the agent act until it returns, throws, or meets a limit. The first reason to end wins: it closes the gate to
 * the tools, freezes the world and tells the agent to stop (contract T8, T9). In this process a loop that never
 * awaits cannot be stopped.
 */
export async function rollOut({
  world,
  agent,
  instruction,
  limits,
  trace,
  cancel,
}: RolloutOptions): Promise<Rollout> {
  const startedAt = performance.now();
  const abort = new AbortController();
  const end = once<Rollout>();
  const finish = ({ reason, failure, agentOutput }: End): void => {
    if (end.isSettled()) return;
    gate.close();
    const frozen = freeze(world, { reason, failure, agentOutput });
    end.settle({
      terminationReason: frozen.reason,
      failure: frozen.failure,
      agentOutput,
      toolCalls: gate.made,
      toolErrors: gate.failed,
      toolFaults: gate.faults,
      inFlight: [...gate.inFlight],
      durationMs: Math.round(performance.now() - startedAt),
      snapshot: frozen.snapshot,
    });
    abort.abort(new Error(frozen.failure?.message ?? "The run has ended."));
  };
  const fail = (failure: RunFailure): void =>
    finish({ reason: failure.code as TerminationReason, failure, agentOutput: "" });
  const gate = new ToolGate({
    world,
    limits,
    trace,
    onBudgetExceeded: () => fail(limitFailure("max_tool_calls", limits)),
    onWorldBroken: ({ place, thrown }) => fail(environmentFailure(place, thrown)),
  });

  const timer = setTimeout(() => fail(limitFailure("timeout", limits)), limits.timeoutMs);
  const onCancel = (): void => fail(cancelledFailure());
  cancel?.addEventListener("abort", onCancel, { once: true });
  if (cancel?.aborted) onCancel();

  const start = (): Promise<void> =>
    act(agent, {
      task: instruction,
      tools: structuredClone(world.descriptors),
      callTool: (name, input) => gate.call(name, input),
      signal: abort.signal,
    }).then(
      (agentOutput) => finish({ reason: "completed", failure: null, agentOutput }),
      (thrown: unknown) => fail(agentFailure(thrown)),
    );
  // Cancelled before it began: then the agent is not started at all.
  const acting = end.isSettled() ? Promise.resolve() : start();
  const rollout = await end.value;
  clearTimeout(timer);
  cancel?.removeEventListener("abort", onCancel);
  await withinTime(acting, graceMs);
  gate.seal();
  return rollout;
}

/** Runs the agent and reads its answer (contract T6). */
async function act(agent: Agent, input: AgentInput): Promise<string> {
  const returned: unknown = await agent(input);
  if (returned === undefined || returned === null) return "";
  if (typeof returned !== "object" || Array.isArray(returned)) {
    throw new TypeError(`The agent must return { output }; it returned ${nameKind(returned)}.`);
  }
  const { output } = returned as { output?: unknown };
  if (output === undefined || output === null) return "";
  return typeof output === "string" ? output : canonicalJson(output, "the agent's output");
}

/** The world as it is at the end; where it cannot be taken, that is how the run ended. */
function freeze(
  world: World,
  { reason, failure }: End,
): Pick<End, "reason" | "failure"> & { snapshot: Rollout["snapshot"] } {
  if (reason === "environment_error") return { reason, failure, snapshot: undefined };
  try {
    return { reason, failure, snapshot: world.snapshot() };
  } catch (thrown) {
    const fault = thrown instanceof WorldFault ? thrown : new WorldFault("state", thrown);
    const broken = environmentFailure(fault.place, fault.thrown);
    return { reason: "environment_error", failure: broken, snapshot: undefined };
  }
}

function once<T>(): { value: Promise<T>; settle(value: T): void; isSettled(): boolean } {
  let resolve: (value: T) => void = () => undefined;
  let isSettled = false;
  const value = new Promise<T>((give) => (resolve = give));
  return {
    value,
    isSettled: () => isSettled,
    settle: (result) => {
      isSettled = true;
      resolve(result);
    },
  };
}
