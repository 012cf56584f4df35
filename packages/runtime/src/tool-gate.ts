import { jsonCopy, type JsonValue } from "@silo/artifacts";
import { agentText, toToolErrorValue, type ToolFault } from "@silo/errors";
import type { ToolCallResult } from "./agent.js";
import type { RunLimits } from "./limits.js";
import type { Trace } from "./trace.js";
import type { World } from "./world.js";

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
  /** Called when the world can no longer be recorded after a call of `tool`. */
  onWorldBroken: (tool: string, thrown: unknown) => void;
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
  #phase: "open" | "closed" | "sealed" = "open";

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
    const { world, limits, trace } = this.#options;
    const tool = String(name);
    if (this.#phase !== "open") return this.#refuseLate(tool, input);
    this.made += 1;
    const callId = `call_${this.made}`;
    trace.add({ type: "tool_call", callId, tool, input: recordable(input) });
    if (this.made > limits.maxToolCalls) {
      const refusal = refuse(
        `Call ${this.made} is beyond the limit of ${limits.maxToolCalls} tool calls; the run has ended.`,
      );
      this.#record({ callId, tool, result: refusal, durationMs: 0, changed: [] });
      this.#options.onBudgetExceeded();
      return refusal;
    }
    this.inFlight.add(callId);
    const startedAt = performance.now();
    const { result, fault } = await attempt(() => world.call(name, input), tool);
    const durationMs = Math.round(performance.now() - startedAt);
    // What a call gives after the end is not part of the run: it stays in flight.
    if (this.#phase !== "open") return refuse("The run ended before this call did.");
    this.inFlight.delete(callId);
    let changed: string[] = [];
    try {
      changed = world.takeChanges();
    } catch (thrown) {
      this.#options.onWorldBroken(tool, thrown);
    }
    this.#record({ callId, tool, result, durationMs, changed, fault });
    return result;
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
    const event = { callId, tool, output: result.output, durationMs, isError, changed };
    this.#options.trace.add({ type: "tool_result", ...event, ...(fault ? { fault } : {}) });
  }

  #refuseLate(tool: string, input: unknown): ToolCallResult {
    if (this.#phase === "closed") {
      this.#options.trace.add({ type: "late_call", tool, input: recordable(input) });
    }
    return refuse("The run has ended; no further calls are accepted.");
  }
}

async function attempt(
  work: () => Promise<JsonValue>,
  tool: string,
): Promise<{ result: JsonResult; fault?: ToolFault | undefined }> {
  try {
    return { result: { output: await work() } };
  } catch (thrown) {
    const { value, fault } = toToolErrorValue(thrown, { tool });
    return { result: { output: { ...value }, isError: true }, fault };
  }
}

function refuse(message: string): JsonResult {
  return { output: { code: "limit_exceeded", message }, isError: true };
}

/** The arguments as the trace keeps them: a copy, or a description of what JSON cannot hold. */
function recordable(input: unknown): JsonValue {
  try {
    return jsonCopy(input, "the arguments");
  } catch {
    return agentText(input);
  }
}
