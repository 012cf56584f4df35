import { diffStates, jsonCopy, type StateDiff, type ToolDescriptor } from "@silo/artifacts";
import type { Environment } from "./environment.js";
import { nameKind } from "./name-kind.js";
import { openCalls, type CallReport } from "./tool-calls.js";
import type { Tool } from "./tool.js";
import { WorldFault } from "./world-fault.js";

/** The fresh world of one run (contract T7), with its tools. */
export interface World {
  /** What was there before the agent did anything; a copy. */
  initialState: unknown;
  descriptors: ToolDescriptor[];
  /** One call; the next one must wait for it. Throws `WorldFault` where the environment broke. */
  perform(name: string, input: unknown): Promise<CallReport>;
  /** A copy of the state as it is now, without what an unfinished call did, and how it differs from the initial one. */
  snapshot(): { finalState: unknown; stateDiff: StateDiff };
}

/**
 * Makes the world. Throws `WorldFault` where the author's code breaks, or makes a state that cannot be recorded, and
 * `InvalidDefinitionError` where a tool is not valid.
 */
export function createWorld(
  environment: Environment,
  { grants, toolTimeoutMs }: { grants: readonly string[]; toolTimeoutMs?: number | undefined },
): World {
  const state = guarded("createState", () => requireState(environment.createState()));
  // JSON first: its error names the place in the state, that of structuredClone does not.
  guarded("createState", () => jsonCopy(state, "the initial state"));
  const initialState = guarded("createState", () => copyState(state));
  const tools: Tool[] = guarded("bindTools", () => requireTools(environment.bindTools(state)));
  const options = { tools, state, grants, hooks: environment.hooks, toolTimeoutMs };
  const calls = openCalls(options, "createState");
  return {
    initialState,
    descriptors: calls.descriptors,
    perform: (name, input) => calls.perform(name, input),
    snapshot: () => {
      calls.settle();
      return guarded("state", () => {
        const finalState = copyState(state);
        return { finalState, stateDiff: diffStates(initialState, finalState) };
      });
    },
  };
}

function requireState(state: unknown): object {
  if (typeof state === "object" && state !== null) return state;
  throw new TypeError(`createState must return an object, received ${nameKind(state)}`);
}

function copyState(state: unknown): unknown {
  return structuredClone(state);
}

function requireTools(tools: unknown): Tool[] {
  if (!Array.isArray(tools))
    throw new TypeError(`bindTools must return an array of tools, received ${typeof tools}`);
  const isTool = (tool: unknown): boolean => typeof (tool as Tool | null)?.run === "function";
  const index = tools.findIndex((tool) => !isTool(tool));
  if (index >= 0)
    throw new TypeError(`item ${index} of what bindTools returns is no tool; make tools with defineTool`);
  return tools as Tool[];
}

function guarded<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw new WorldFault(place, thrown);
  }
}
