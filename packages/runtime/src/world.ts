import {
  changedPlaces,
  diffStates,
  jsonCopy,
  type JsonValue,
  type StateDiff,
  type ToolDescriptor,
} from "@silo/artifacts";
import type { Environment } from "./environment.js";
import { createRuntime } from "./tool-runtime.js";
import type { Tool } from "./tool.js";

/** The fresh world of one run (contract T7), with its tools. */
export interface World {
  /** What was there before the agent did anything; a copy. */
  initialState: unknown;
  descriptors: ToolDescriptor[];
  call(name: string, input: unknown): Promise<JsonValue>;
  /** What changed since the last time this was asked: `collection.id` for entities, else the field. */
  takeChanges(): string[];
  /** A copy of the state as it is now, and how it differs from the initial one. */
  snapshot(): { finalState: unknown; stateDiff: StateDiff };
}

/** A fault of the author's code outside a tool call; `place` says where. */
export class WorldFault {
  readonly place: string;
  readonly thrown: unknown;
  constructor(place: string, thrown: unknown) {
    this.place = place;
    this.thrown = thrown;
  }
}

/**
 * Makes the world. Throws `WorldFault` where the author's code breaks, or makes a state that cannot be recorded, and
 * `InvalidDefinitionError` where a tool is not valid.
 */
export function createWorld(environment: Environment, grants: readonly string[]): World {
  const state: unknown = guarded("createState", () => environment.createState());
  // JSON first: its error names the place in the state, that of structuredClone does not.
  guarded("createState", () => jsonCopy(state, "the initial state"));
  const initialState = guarded("createState", () => copyState(state));
  const tools: Tool[] = guarded("bindTools", () => requireTools(environment.bindTools(state)));
  const runtime = createRuntime({ tools, state, grants });
  let seen = initialState;
  return {
    initialState,
    descriptors: runtime.descriptors,
    call: (name, input) => runtime.call(name, input),
    takeChanges: () =>
      guarded("state", () => {
        const changes = changedPlaces(diffStates(seen, state));
        if (changes.length > 0) seen = copyState(state);
        return changes;
      }),
    snapshot: () =>
      guarded("state", () => {
        const finalState = copyState(state);
        return { finalState, stateDiff: diffStates(initialState, finalState) };
      }),
  };
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
