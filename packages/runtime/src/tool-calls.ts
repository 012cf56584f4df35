import { setImmediate } from "node:timers/promises";
import { jsonCopy, type JsonValue, type ToolDescriptor } from "@silo/artifacts";
import { BoundTools, type PreparedCall } from "./bound-tools.js";
import type { EnvironmentHooks } from "./environment.js";
import { LedgerFault } from "./ledger-fault.js";
import { openLedger, type StateChanges, type StateLedger } from "./state-ledger.js";
import type { ReceivedArguments } from "./receive-arguments.js";
import type { Tool } from "./tool.js";
import { withinTime } from "./within-time.js";
import { WorldFault } from "./world-fault.js";

export interface ToolCallsOptions {
  tools: readonly Tool[];
  state: object;
  grants: readonly string[];
  hooks?: EnvironmentHooks | undefined;
  /** Others may change the state between two calls: a host holds it. What they changed is then as it was before the call. */
  isShared?: boolean;
  /** How long one call may take, milliseconds; without it a call is bounded by the run alone. */
  toolTimeoutMs?: number | undefined;
  /** How many characters of JSON an output may have; without it, any number. */
  maxOutput?: number | undefined;
  /**
   * With it, a tool that is declared `read` is proved right after each of its calls (contract T3): what it changed is
   * undone, told here, and the calls go on. Without it, that is found out later and is a `WorldFault`.
   */
  onReadWrite?: ((tool: string, places: readonly string[]) => void) | undefined;
}

/** What became of one call. */
export type CallReport = ({ output: JsonValue } | { thrown: unknown }) & {
  /** `collection.id` for entities, else the field; none for a call that failed, because that changes nothing. */
  changed: string[];
  /** The error that a handler answered with `output` in its place. */
  handled?: unknown;
};

type Handler = (error: unknown) => unknown;

/**
 * The calls on one world: in the order of contract T2, and a failed one changes nothing (T3). Calls must not overlap:
 * whoever uses this awaits one before the next.
 */
export class ToolCalls {
  readonly descriptors: ToolDescriptor[];
  readonly #options: ToolCallsOptions;
  readonly #bound: BoundTools;
  readonly #ledger: StateLedger;
  /** Tools declared `read` that have run since the last scan: a scan for each of them would cost more than they do. */
  readonly #unproved = new Set<string>();
  /** A tool that may still be writing: it left a timer behind. */
  #straggler: string | undefined;
  #isBusy = false;

  /** Throws `InvalidDefinitionError` for malformed tools, `LedgerFault` for a state that cannot be recorded. */
  constructor(options: ToolCallsOptions) {
    this.#options = options;
    this.#bound = new BoundTools(options.tools, options.grants, options.maxOutput);
    this.#ledger = openLedger(options.state);
    this.descriptors = this.#bound.descriptors;
  }

  /** One call. Throws `WorldFault` where the environment is at fault in a way that ends a run. */
  async perform(name: string, received: ReceivedArguments): Promise<CallReport> {
    let prepared: PreparedCall | undefined;
    let refusal: unknown;
    try {
      prepared = this.#bound.prepare(name, received);
    } catch (thrown) {
      refusal = thrown;
    }
    this.#isBusy = true;
    try {
      const report = prepared
        ? await this.#run(prepared)
        : await this.#refuse(refusal, this.#hook(name, received.given));
      if (this.#options.onReadWrite) await this.#proveAtOnce(this.#options.onReadWrite);
      return report;
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * Before the world is looked at from outside: undoes what a call did that has not ended, and proves the tools that
   * are declared `read`. Throws `WorldFault`.
   */
  settle(): void {
    if (!this.#isBusy) return this.#prove();
    const changes = this.#ledger.scan();
    if (changes.isChanged) this.#restore("the call in flight");
  }

  /** A call that never came to its tool. */
  #refuse(thrown: unknown, handlers: Handler[]): Promise<CallReport> {
    // What a handler changes must not be mixed up with what a tool did that is declared `read`.
    if (handlers.length > 0) this.#prove();
    return this.#handle(thrown, { handlers, mayWrite: true });
  }

  async #run({ tool, args }: PreparedCall): Promise<CallReport> {
    const { state } = this.#options;
    const mayWrite = tool.effect !== "read";
    if (mayWrite || this.#straggler !== undefined) this.#prove();
    if (!mayWrite) this.#unproved.add(tool.name);
    const timersBefore = mayWrite ? countTimers() : 0;
    try {
      const returned = tool.run(state, args);
      const settled = isThenable(returned) ? await this.#inTime(tool, returned) : returned;
      const output = this.#bound.copyOutput(tool, settled);
      return { output, changed: mayWrite ? await this.#take(tool.name) : [] };
    } catch (thrown) {
      if (thrown instanceof WorldFault) throw thrown;
      if (mayWrite) await this.#undo(tool.name);
      const { onError } = tool;
      const own: Handler[] = onError ? [(error) => onError.call(tool, error, { state, input: args })] : [];
      return await this.#handle(thrown, { handlers: [...own, ...this.#hook(tool.name, args)], mayWrite });
    } finally {
      if (mayWrite && countTimers() > timersBefore) this.#straggler = tool.name;
    }
  }

  #hook(tool: string, input: unknown): Handler[] {
    const { hooks, state } = this.#options;
    const hook = hooks?.onToolError;
    return hook ? [(error) => hook.call(hooks, error, { tool, state, input })] : [];
  }

  /** The first handler that gives a value answers the call; the next one gets what the one before threw. */
  async #handle(
    thrown: unknown,
    { handlers, mayWrite }: { handlers: Handler[]; mayWrite: boolean },
  ): Promise<CallReport> {
    let error = thrown;
    for (const handler of handlers) {
      try {
        const value = await handler(error);
        if (value === undefined) {
          if (mayWrite) await this.#undo("onError");
          continue;
        }
        const output = jsonCopy(value, "the value of an error handler");
        return { output, changed: mayWrite ? await this.#take("onError") : [], handled: thrown };
      } catch (next) {
        if (next instanceof WorldFault) throw next;
        if (mayWrite) await this.#undo("onError");
        error = next;
      }
    }
    return { thrown: error, changed: [] };
  }

  async #inTime(tool: Tool, returned: PromiseLike<unknown>): Promise<unknown> {
    const { toolTimeoutMs } = this.#options;
    if (toolTimeoutMs === undefined) return returned;
    const settled = await withinTime(returned, toolTimeoutMs);
    if (settled) return settled.value;
    await this.#undo(tool.name);
    throw new WorldFault(`tools.${tool.name}`, new Error(`It did not end within ${toolTimeoutMs} ms.`));
  }

  /** What a successful call changed; it is the state from now on. */
  async #take(place: string): Promise<string[]> {
    await setImmediate(); // What the tool left to a microtask belongs to this call.
    const changes = this.#ledger.scan();
    if (!changes.isChanged) return [];
    try {
      const places = changes.places();
      this.#ledger.commit();
      return places;
    } catch (fault) {
      this.#restore(place);
      throw new WorldFault(`tools.${place}`, fault);
    }
  }

  /** Puts back what a failed call changed, in place. */
  async #undo(place: string): Promise<void> {
    await setImmediate();
    if (this.#ledger.scan().isChanged) this.#restore(place);
  }

  /** The tools that are declared `read` must have changed nothing, and nobody may write between two calls. */
  #prove(): void {
    if (this.#options.isShared) return this.#acceptChanges();
    if (this.#unproved.size === 0 && this.#straggler === undefined) return;
    const suspects = [...this.#unproved];
    this.#unproved.clear();
    const changes = this.#ledger.scan();
    if (!changes.isChanged) return;
    const at = placesOf(changes).join(", ");
    const culprit = suspects.at(-1) ?? this.#straggler ?? "";
    this.#restore(culprit);
    const reason =
      suspects.length > 0
        ? `${suspects.map((name) => `"${name}"`).join(" or ")}, declared with effect "read", changed ${at}; the change was undone. Declare effect "write", or change nothing.`
        : `"${culprit}" went on after it had returned, and changed ${at}; the change was undone. Await everything before you return.`;
    throw new WorldFault(`tools.${culprit}`, new Error(reason));
  }

  async #proveAtOnce(onReadWrite: (tool: string, places: readonly string[]) => void): Promise<void> {
    const [tool] = this.#unproved;
    if (tool === undefined) return;
    await setImmediate(); // What the tool left to a microtask belongs to this call.
    this.#unproved.clear();
    const changes = this.#ledger.scan();
    if (!changes.isChanged) return;
    const places = placesOf(changes);
    this.#restore(tool);
    onReadWrite(tool, places);
  }

  #acceptChanges(): void {
    this.#unproved.clear();
    if (!this.#ledger.scan().isChanged) return;
    try {
      this.#ledger.commit();
    } catch (fault) {
      throw new WorldFault("the state", fault);
    }
  }

  #restore(place: string): void {
    try {
      this.#ledger.restore();
    } catch (fault) {
      throw new WorldFault(`tools.${place}`, fault);
    }
  }
}

/** Where something changed; never empty. */
function placesOf(changes: StateChanges): string[] {
  const places = changes.places();
  const found = places.length > 0 ? places : changes.paths();
  return found.length > 0 ? found.map((place) => place || "the state itself") : ["the state itself"];
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout" || kind === "Immediate").length;
}

/**
 * Opens the calls on a world. Throws `InvalidDefinitionError` for malformed tools, and `WorldFault` at `place` for a
 * state that cannot be recorded.
 */
export function openCalls(options: ToolCallsOptions, place: string): ToolCalls {
  try {
    return new ToolCalls(options);
  } catch (fault) {
    throw fault instanceof LedgerFault ? new WorldFault(place, fault) : fault;
  }
}
