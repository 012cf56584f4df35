import { setImmediate, setTimeout } from "node:timers/promises";
import { jsonCopy, type JsonValue } from "@silo/artifacts";
import { agentText, toToolErrorValue, type ToolFault } from "@silo/errors";
import type { ToolCallResult } from "./agent.js";
import { handledFailure } from "./failure.js";
import { inOrder } from "./in-order.js";
import type { RunLimits } from "./limits.js";
import { receiveArguments } from "./receive-arguments.js";
import type { Trace } from "./trace.js";
import { WorldFault } from "./world-fault.js";
import type { World } from "./world.js";

/** How long an agent may go from call to call before the event loop turns, and how long a late call takes. Milliseconds. */
const maxTurnMs = 10;
const lateCallMs = 10;

/** A `ToolCallResult` that is known to be JSON. */
interface JsonResult extends ToolCallResult {
  output: JsonValue;
}

export interface ToolGateOptions {
  world: World;
  limits: RunLimits;
  trace: Trace;
  /** Called once, when a call goes beyond the budget. */
  onBudgetExceeded: () => void;
  /** Called when the environment broke in a call. */
  onWorldBroken: (fault: WorldFault) => void;
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
  readonly #options: ToolGateOptions;
  readonly #queue = inOrder();
  #phase: "open" | "closed" | "sealed" = "open";
  #lastTurn = performance.now();

  constructor(options: ToolGateOptions) {
    this.#options = options;
  }

  close(): void {
    if (this.#phase === "open") this.#phase = "closed";
  }

  seal(): void {
    this.#phase = "sealed";
  }

  /** Never rejects: a failed call is a value (contract E1). */
  async call(name: string, input: unknown): Promise<ToolCallResult> {
    const tool = typeof name === "string" ? name : agentText(name);
    if (this.#isOver()) return this.#refuseLate(tool, input);
    const result = await this.#answer(tool, input);
    await this.#letTimersRun();
    return result;
  }

  async #answer(tool: string, input: unknown): Promise<ToolCallResult> {
    const { limits, trace } = this.#options;
    this.made += 1;
    const callId = `call_${this.made}`;
    const received = receiveArguments(input);
    trace.add({ type: "tool_call", callId, tool, input: received.text });
    const isBeyond = this.made > limits.maxToolCalls;
    this.inFlight.add(callId);
    // In its turn: the calls made before it are within the budget.
    return this.#queue(() =>
      isBeyond ? this.#refuseBeyond(callId, tool) : this.#callNow({ callId, tool, input: received.given }),
    );
  }

  /** One call after the other, so that what a call changed is not mixed up with what the next one does. */
  async #callNow({
    callId,
    tool,
    input,
  }: {
    callId: string;
    tool: string;
    input: unknown;
  }): Promise<ToolCallResult> {
    const { world } = this.#options;
    const late = refuse("The run ended before this call did.");
    if (this.#isOver()) return late;
    const startedAt = performance.now();
    const { result, changed = [], fault, handled, broken } = await attempt(world, tool, input);
    const durationMs = Math.round(performance.now() - startedAt);
    // What a call gives after the end is not part of the run: it stays in flight.
    if (this.#isOver()) return late;
    this.inFlight.delete(callId);
    if (handled !== undefined) {
      this.#options.trace.add({ type: "failure", failure: handledFailure(handled, { tool, callId }) });
    }
    this.#record({ callId, tool, result, durationMs, changed, fault });
    if (broken) this.#options.onWorldBroken(broken);
    return result;
  }

  async #refuseBeyond(callId: string, tool: string): Promise<ToolCallResult> {
    if (this.#isOver()) return refuse("The run ended before this call did.");
    const { maxToolCalls } = this.#options.limits;
    const result = refuse(`This call is beyond the limit of ${maxToolCalls} tool calls; the run has ended.`);
    this.inFlight.delete(callId);
    this.#record({ callId, tool, result, durationMs: 0, changed: [] });
    this.#options.onBudgetExceeded();
    return result;
  }

  #isOver(): boolean {
    return this.#phase !== "open";
  }

  #record(call: {
    callId: string;
    tool: string;
    result: JsonResult;
    durationMs: number;
    changed: string[];
    fault?: ToolFault | undefined;
  }): void {
    const { callId, tool, result, durationMs, changed, fault } = call;
    const isError = result.isError ?? false;
    if (isError) this.failed += 1;
    if (fault) this.faults.push(`${tool} (${callId}): ${fault.message}`);
    // A copy: the agent has the result itself, and may change it.
    const event = {
      callId,
      tool,
      output: jsonCopy(result.output, "the output"),
      durationMs,
      isError,
      changed,
    };
    this.#options.trace.add({ type: "tool_result", ...event, ...(fault ? { fault } : {}) });
  }

  /** An agent that does nothing but call would keep the clock of its own limit from running. */
  async #letTimersRun(): Promise<void> {
    if (performance.now() - this.#lastTurn < maxTurnMs) return;
    await setImmediate();
    this.#lastTurn = performance.now();
  }

  /** Takes its time, so that an agent that never stops calling costs nothing. */
  async #refuseLate(tool: string, input: unknown): Promise<ToolCallResult> {
    if (this.#phase === "closed") {
      this.#options.trace.add({ type: "late_call", tool, input: receiveArguments(input).text });
    }
    await setTimeout(lateCallMs);
    return refuse("The run has ended; no further calls are accepted.");
  }
}

interface Attempted {
  result: JsonResult;
  changed?: string[];
  fault?: ToolFault | undefined;
  /** The error that a handler answered. */
  handled?: unknown;
  /** The environment broke in a way that ends the run. */
  broken?: WorldFault;
}

async function attempt(world: World, tool: string, input: unknown): Promise<Attempted> {
  try {
    const report = await world.perform(tool, input);
    if ("thrown" in report) return refusalOf(report.thrown, tool);
    const { output, changed, handled } = report;
    const fault = handled === undefined ? undefined : toToolErrorValue(handled, { tool }).fault;
    return { result: { output }, changed, fault, handled };
  } catch (thrown) {
    const broken = thrown instanceof WorldFault ? thrown : new WorldFault(`tools.${tool}`, thrown);
    return { ...refusalOf(broken.thrown, tool), broken };
  }
}

function refusalOf(thrown: unknown, tool: string): Attempted {
  const { value, fault } = toToolErrorValue(thrown, { tool });
  return { result: { output: { ...value }, isError: true }, fault };
}

function refuse(message: string): JsonResult {
  return { output: { code: "limit_exceeded", message }, isError: true };
}
