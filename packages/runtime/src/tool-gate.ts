import { setImmediate, setTimeout } from "node:timers/promises";
import { jsonCopy, type JsonValue } from "@silo/artifacts";
import { toToolErrorValue } from "@silo/errors";
import type { ToolCallResult } from "./agent.js";
import { handledFailure } from "./failure.js";
import { inOrder } from "./in-order.js";
import type { RunLimits } from "./limits.js";
import type { ReceivedArguments } from "./receive-arguments.js";
import type { RecordedCall, RecordedStep, Retracing } from "./recorded-run.js";
import type { Trace } from "./trace.js";
import { WorldFault } from "./world-fault.js";
import type { CallAnswer, World } from "./world.js";

/** How long an agent may go from call to call before the event loop turns, and how long a late call takes. Milliseconds. */
const maxTurnMs = 10;
const lateCallMs = 10;

export interface ToolGateOptions {
  world: World;
  limits: RunLimits;
  trace: Trace;
  /** What the agent must do again, where the run is resumed. */
  retracing?: Retracing | undefined;
  /** Called once, when a call goes beyond the budget, or one too many in a row has failed. */
  onLimit: (reason: "max_tool_calls" | "tool_error_limit") => void;
  /** Called when the environment broke in a call. */
  onWorldBroken: (fault: WorldFault, callId: string) => void;
  /** Called where a resumed agent does something else than before. */
  onDifference: (difference: string) => void;
}

interface Call {
  callId: string;
  tool: string;
  received: ReceivedArguments;
  expected?: RecordedStep | undefined;
}

/**
 * The one way from an agent to the tools (contract T2, T8). It counts and records every call; once closed it answers
 * `limit_exceeded`, and once sealed it records nothing more.
 */
export class ToolGate {
  /** Calls made, refused ones included. */
  made = 0;
  /** Calls that gave an error. */
  failed = 0;
  /** Faults of tools, in words, for the author. */
  readonly faults: string[] = [];
  readonly inFlight = new Set<string>();
  /** The call that the world has now. */
  running: { callId: string; tool: string } | undefined;
  readonly #options: ToolGateOptions;
  readonly #queue = inOrder();
  #phase: "open" | "draining" | "closed" | "sealed" = "open";
  #lastTurn = performance.now();
  #failedInARow = 0;

  constructor(options: ToolGateOptions) {
    this.#options = options;
  }

  /** No call is taken any more. */
  get isClosed(): boolean {
    return this.#phase !== "open";
  }

  /**
   * Takes no more calls, and resolves when those that were made have ended: whether they are done must not hang on how
   * fast the agent's end is known.
   */
  async drain(): Promise<void> {
    if (this.#phase === "open") this.#phase = "draining";
    await this.#queue(() => Promise.resolve());
  }

  /** Calls that have not begun are not begun any more. */
  close(): void {
    this.#phase = "closed";
  }

  seal(): void {
    this.#phase = "sealed";
  }

  /** Never rejects: a failed call is a value (contract E1). */
  async call(tool: string, received: ReceivedArguments, path?: string): Promise<ToolCallResult> {
    // Whoever calls on before the call beyond the budget has ended the run is late as well.
    if (this.isClosed || this.made > this.#options.limits.maxToolCalls)
      return this.#refuseLate(tool, received);
    const { output, isError } = await this.#answer(tool, received, { path });
    await this.#letTimersRun();
    const ended = this.#isOver ? { ended: true } : {};
    return { output, ...(isError ? { isError } : {}), ...ended };
  }

  /** Makes a call of a recorded run again, in the place of the agent. */
  async repeat({ tool, input, path, result }: RecordedCall): Promise<void> {
    // Nothing and null are recorded alike.
    const received = input === null ? { text: null } : { text: input, given: input };
    await this.#answer(tool, received, { path, expected: { kind: "call", tool, input, result } });
    await this.#letTimersRun();
  }

  async #answer(
    tool: string,
    received: ReceivedArguments,
    { path, expected }: { path?: string | undefined; expected?: RecordedStep },
  ): Promise<CallAnswer> {
    const { limits, trace, retracing } = this.#options;
    this.made += 1;
    const call: Call = { callId: `call_${this.made}`, tool, received };
    const from = path === undefined ? {} : { path };
    trace.add({ type: "tool_call", callId: call.callId, tool, input: received.text, ...from });
    this.inFlight.add(call.callId);
    const retraced = expected ? { expected } : retracing?.call(tool, received.text);
    if (retraced && "difference" in retraced) {
      this.#options.onDifference(retraced.difference);
      return refuse("The run ended before this call did.");
    }
    const isBeyond = this.made > limits.maxToolCalls;
    // In its turn: the calls made before it are within the budget.
    return this.#queue(() =>
      isBeyond ? this.#refuseBeyond(call) : this.#callNow({ ...call, expected: retraced?.expected }),
    );
  }

  /** One call after the other, so that what a call changed is not mixed up with what the next one does. */
  async #callNow(call: Call): Promise<CallAnswer> {
    const { world, trace, retracing } = this.#options;
    const { callId, tool, received, expected } = call;
    const late = refuse("The run ended before this call did.");
    if (this.#isOver) return late;
    const startedAt = performance.now();
    this.running = { callId, tool };
    const { answer, broken } = await attempt(world, tool, received);
    const durationMs = Math.round(performance.now() - startedAt);
    // It was undone when the world was frozen, or is not recorded any more: it stays in flight.
    if (this.#phase === "sealed" || (this.#isOver && broken)) return late;
    this.running = undefined;
    if (answer.handled)
      trace.add({ type: "failure", failure: handledFailure(answer.handled, { tool, callId }) });
    this.#record(call, answer, durationMs);
    const difference = retracing?.result(expected, answer.output, answer.isError);
    if (broken) this.#options.onWorldBroken(broken, callId);
    else if (difference !== undefined)
      this.#options.onWorldBroken(new WorldFault(`tools.${tool}`, difference), callId);
    else if (this.#failedInARow > (this.#options.limits.maxConsecutiveToolErrors ?? Infinity))
      this.#options.onLimit("tool_error_limit");
    return answer;
  }

  async #refuseBeyond(call: Call): Promise<CallAnswer> {
    if (this.#isOver) return refuse("The run ended before this call did.");
    const { maxToolCalls } = this.#options.limits;
    const answer = refuse(`This call is beyond the limit of ${maxToolCalls} tool calls; the run has ended.`);
    this.#record(call, answer, 0);
    this.#options.onLimit("max_tool_calls");
    return answer;
  }

  get #isOver(): boolean {
    return this.#phase === "closed" || this.#phase === "sealed";
  }

  #record({ callId, tool }: Call, answer: CallAnswer, durationMs: number): void {
    const { isError, changed, fault } = answer;
    this.inFlight.delete(callId);
    this.#failedInARow = isError ? this.#failedInARow + 1 : 0;
    if (isError) this.failed += 1;
    if (fault) this.faults.push(`${tool} (${callId}): ${fault.message}`);
    // A copy: the agent has the answer itself, and may change it.
    const output = jsonCopy(answer.output, "the output");
    const event = { callId, tool, output, durationMs, isError, changed };
    this.#options.trace.add({ type: "tool_result", ...event, ...(fault ? { fault } : {}) });
  }

  /** An agent that does nothing but call would keep the clock of its own limit from running. */
  async #letTimersRun(): Promise<void> {
    if (performance.now() - this.#lastTurn < maxTurnMs) return;
    await setImmediate();
    this.#lastTurn = performance.now();
  }

  /** Takes its time, so that an agent that never stops calling costs nothing. */
  async #refuseLate(tool: string, received: ReceivedArguments): Promise<ToolCallResult> {
    if (this.#phase !== "sealed") this.#options.trace.add({ type: "late_call", tool, input: received.text });
    await setTimeout(lateCallMs);
    const { output, isError } = refuse("The run has ended; no further calls are accepted.");
    return { output, isError, ended: true };
  }
}

async function attempt(
  world: World,
  tool: string,
  received: ReceivedArguments,
): Promise<{ answer: CallAnswer; broken?: WorldFault }> {
  try {
    return { answer: await world.perform(tool, received) };
  } catch (thrown) {
    const broken = thrown instanceof WorldFault ? thrown : new WorldFault(`tools.${tool}`, thrown);
    const { value, fault } = toToolErrorValue(broken.thrown, { tool });
    return { answer: { output: { ...value }, isError: true, changed: [], fault }, broken };
  }
}

function refuse(message: string): CallAnswer {
  const output: JsonValue = { code: "limit_exceeded", message };
  return { output, isError: true, changed: [] };
}
