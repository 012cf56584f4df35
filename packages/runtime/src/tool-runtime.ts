import { type JsonValue, type ToolDescriptor } from "@silo/artifacts";
import { describeThrown, siloError } from "@silo/errors";
import { compileSchema } from "@silo/schema-validate";
import { inOrder } from "./in-order.js";
import { problemFinder } from "./json-problems.js";
import { receiveArguments } from "./receive-arguments.js";
import { openCalls, type ToolCalls, type ToolCallsOptions } from "./tool-calls.js";
import type { Tool } from "./tool.js";
import { WorldFault } from "./world-fault.js";

const findProblems = problemFinder(() => compileSchema);

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
  const calls = openHostCalls({ tools, state, grants });
  const queue = inOrder();
  return {
    descriptors: calls.descriptors,
    call: (name, input) => {
      const received = receiveArguments(input, findProblems);
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

function openHostCalls(options: Omit<ToolCallsOptions, "isShared">): ToolCalls {
  try {
    return openCalls({ ...options, isShared: true }, "the state");
  } catch (fault) {
    throw asError(fault);
  }
}

function asError(fault: unknown): unknown {
  if (!(fault instanceof WorldFault)) return fault;
  const { place, thrown } = fault;
  return siloError("environment_failed", { place, reason: describeThrown(thrown) }, { cause: thrown });
}
