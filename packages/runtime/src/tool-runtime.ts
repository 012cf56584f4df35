import { jsonCopy, type JsonValue, type ToolDescriptor } from "@silo/artifacts";
import { describeThrown, siloError } from "@silo/errors";
import { inOrder } from "./in-order.js";
import { LedgerFault } from "./ledger-fault.js";
import { ToolCalls } from "./tool-calls.js";
import type { Tool } from "./tool.js";
import { WorldFault } from "./world-fault.js";

export interface ToolRuntimeOptions {
  tools: readonly Tool[];
  state: object;
  /** Permissions that calls have; none by default. */
  grants?: readonly string[];
}

/** The tools of one world, ready to be called by a host (contract T11). */
export interface ToolRuntime {
  /** What an agent is told about each tool, in the order of the tools. */
  descriptors: ToolDescriptor[];
  /**
   * Calls a tool and returns a copy of its output. Throws by class: `ToolNotFoundError`, `PermissionDeniedError`,
   * `InputInvalidError`, what the tool threw, or `OutputInvalidError`, in that order (contract T2). A call that throws
   * has changed nothing (T3); what the host itself changed between two calls stays. Calls made at the same time are run
   * one after the other (T4). Throws `environment_failed` where the state came to hold what cannot be recorded. A tool
   * that is declared `read` and writes is found out in runs only: here it cannot be told from the host.
   */
  call(name: string, input: unknown): Promise<JsonValue>;
}

/**
 * Makes the tools callable on `state`, which stays the author's ordinary object. Throws `InvalidDefinitionError` where a
 * tool is malformed, or two have one name, and `environment_failed` for a state that cannot be recorded.
 */
export function createRuntime({ tools, state, grants = [] }: ToolRuntimeOptions): ToolRuntime {
  const calls = openCalls({ tools, state, grants });
  const queue = inOrder();
  return {
    descriptors: calls.descriptors,
    call: (name, input) => {
      // At once: the caller may change the object while the call waits for its turn.
      const received = receive(input);
      return queue(async () => {
        const report = await calls.perform(name, received).catch((fault: unknown) => {
          throw asError(fault);
        });
        if ("thrown" in report) throw report.thrown;
        return report.output;
      });
    },
  };
}

function openCalls(options: { tools: readonly Tool[]; state: object; grants: readonly string[] }): ToolCalls {
  try {
    return new ToolCalls({ ...options, isShared: true });
  } catch (fault) {
    throw fault instanceof LedgerFault ? asError(new WorldFault("the state", fault)) : fault;
  }
}

function asError(fault: unknown): unknown {
  if (!(fault instanceof WorldFault)) return fault;
  const { place, thrown } = fault;
  return siloError("environment_failed", { place, reason: describeThrown(thrown) }, { cause: thrown });
}

/** A copy, or the thing itself where JSON cannot hold it: its refusal says what is wrong with it. */
function receive(input: unknown): unknown {
  if (input === undefined) return undefined;
  try {
    return jsonCopy(input, "the arguments");
  } catch {
    return input;
  }
}
