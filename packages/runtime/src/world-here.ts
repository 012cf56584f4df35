import { describeChanges, diffStates, frozenJson, jsonCopy } from "@silo/artifacts";
import { siloError, toToolErrorValue, toSiloError } from "@silo/errors";
import { grade, type SiloVerifier } from "@silo/verify";
import type { Environment } from "./environment.js";
import { nameKind } from "./name-kind.js";
import { sha256 } from "./sha256.js";
import { openCalls, type CallReport, type ToolCalls, type ToolCallsOptions } from "./tool-calls.js";
import type { Tool } from "./tool.js";
import { withinTime } from "./within-time.js";
import { WorldFault } from "./world-fault.js";
import type { CallAnswer, FrozenWorld, VerifierFacts, World, WorldOptions, WorldSource } from "./world.js";

/** What a world keeps an eye on beside what a run asks for. */
export type WorldHereOptions = Pick<ToolCallsOptions, "maxOutput" | "onReadWrite"> & {
  /** Called before `bindTools` is, which may never end. */
  onBindTools?: () => void;
};

/** An environment's worlds in this process. `maxOutput`: characters of JSON that a tool's output may have. */
export function worldsHere(environment: Environment, watch: WorldHereOptions = {}): WorldSource {
  let former: unknown;
  // Worlds of one environment begin alike: a part that an earlier one had at its place is not copied again.
  const takeInitial = (state: object): unknown => (former = copyAsJson(state, former));
  return {
    verifiers: environment.verifiers.map(factsOf),
    // Not `async`: what makes the world fail must not wait for anything.
    open: (options) => {
      try {
        return Promise.resolve(openWorld(environment, { ...options, ...watch, takeInitial }));
      } catch (thrown) {
        return Promise.reject(thrown instanceof WorldFault ? thrown : toSiloError(thrown));
      }
    },
    close: () => Promise.resolve(),
  };
}

function factsOf({ id, taskId, name, check }: SiloVerifier): VerifierFacts {
  return { id, taskId, name, hash: sha256([id, taskId, name, String(check)].join("\0")) };
}

interface OpenWorldOptions extends WorldOptions, WorldHereOptions {
  /** Gives a copy of a state that nothing changes any more. Throws where JSON cannot hold it. */
  takeInitial: (state: object) => unknown;
}

function openWorld(environment: Environment, options: OpenWorldOptions): World {
  const { grants, toolTimeoutMs, maxOutput, onReadWrite, verifierTimeoutMs } = options;
  const state = guarded("createState", () => requireState(environment.createState()));
  const initialState: unknown = guarded("createState", () => options.takeInitial(state));
  options.onBindTools?.();
  const tools: Tool[] = guarded("bindTools", () => requireTools(environment.bindTools(state)));
  const hooks = environment.hooks;
  const calls = openCalls(
    { tools, state, grants, hooks, toolTimeoutMs, maxOutput, onReadWrite },
    "createState",
  );
  let finalState: unknown;
  let isFrozen = false;
  return {
    descriptors: calls.descriptors,
    perform: async (tool, received) => {
      const report = await calls.perform(tool, received);
      if (isFrozen) throw new WorldFault(`tools.${tool}`, new Error("The run ended before this call did."));
      return answerOf(report, tool);
    },
    freeze: () => {
      isFrozen = true;
      try {
        const { isDescribed } = options;
        const taken = freeze(calls, { initialState, state, isDescribed });
        ({ finalState } = taken);
        return Promise.resolve(taken.frozen);
      } catch (thrown) {
        return Promise.reject(thrown instanceof WorldFault ? thrown : new WorldFault("state", thrown));
      }
    },
    tell: async (failure) => {
      const hook = hooks?.onAgentError;
      if (!hook) return undefined;
      try {
        const told = await withinTime(Promise.resolve(hook.call(hooks, structuredClone(failure))), hookMs);
        return told ? undefined : `It did not end within ${hookMs} ms.`;
      } catch (thrown) {
        return new WorldFault("hooks.onAgentError", thrown).reason;
      }
    },
    grade: async (context) => {
      const { verifierId } = options;
      const verifier = environment.verifiers.find(({ id }) => id === verifierId) as SiloVerifier;
      const grading = grade({ verifier, initialState, finalState, context });
      const graded = await withinTime(grading, verifierTimeoutMs);
      if (graded) return graded.value;
      throw siloError("verifier_timeout", { verifierId, timeoutMs: verifierTimeoutMs });
    },
  };
}

/** How long `onAgentError` may take, milliseconds. It must not hold up a series of runs. */
export const hookMs = 5_000;

function answerOf(report: CallReport, tool: string): CallAnswer {
  if ("thrown" in report) {
    const { value, fault } = toToolErrorValue(report.thrown, { tool });
    return { output: { ...value }, isError: true, changed: [], fault };
  }
  const { output, changed, handled } = report;
  if (handled === undefined) return { output, isError: false, changed };
  const { value, fault } = toToolErrorValue(handled, { tool });
  const error = { code: value.code, message: fault?.message ?? value.message };
  return { output, isError: false, changed, fault, handled: error };
}

function freeze(
  calls: ToolCalls,
  {
    initialState,
    state,
    isDescribed = false,
  }: { initialState: unknown; state: object; isDescribed: boolean | undefined },
): { finalState: unknown; frozen: FrozenWorld } {
  calls.settle();
  return guarded("state", () => {
    const finalState: unknown = frozenJson(state, initialState) ?? structuredClone(state);
    const changes = isDescribed ? { changes: describeChanges(initialState, finalState) } : {};
    return { finalState, frozen: { ...diffStates(initialState, finalState), ...changes } };
  });
}

/** Most states are plain JSON. For any other one, JSON comes first: its error names the place, that of structuredClone does not. */
function copyAsJson(state: object, like: unknown): unknown {
  const frozen = frozenJson(state, like);
  if (frozen !== undefined) return frozen;
  jsonCopy(state, "the initial state");
  return structuredClone(state);
}

function requireState(state: unknown): object {
  if (typeof state === "object" && state !== null) return state;
  throw new TypeError(`createState must return an object, received ${nameKind(state)}`);
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
