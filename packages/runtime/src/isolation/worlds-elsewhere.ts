import type { StateDiff } from "@silo/artifacts";
import { isSiloError, siloError } from "@silo/errors";
import type { Grade } from "@silo/verify";
import { longestMs, type RunLimits } from "../limits.js";
import { environmentLoadFault } from "../read-environment.js";
import { WorldFault } from "../world-fault.js";
import { hookMs } from "../world-here.js";
import type { CallAnswer, VerifierFacts, World, WorldOptions, WorldSource } from "../world.js";
import type { WorldInspection } from "../inspect-world.js";
import { endHost, type Host } from "./host.js";
import type { BundlePlace } from "./messages.js";
import { overtimeMs } from "./seat-elsewhere.js";
import { WorldCalls, WorldGone } from "./world-calls.js";
import type { ModuleInspection } from "./world-child.js";

/** The memory that the process of a world may take, MiB: a world that runs away must not take the machine along. */
export const worldMemoryMb = 4_096;

/** How long a call that is still running when its run ends may keep the world from answering, milliseconds. */
const stuckMs = 1_000;

/** How long taking the state of a world may last that is not stuck, milliseconds. */
const freezeMs = 60_000;

/**
 * Loads an environment into a process of its own, which serves one world. Throws the errors of `loadEnvironment`; the
 * process is ended then.
 */
export async function worldsElsewhere(
  host: Host,
  { place, limits, isTimed }: { place: BundlePlace; limits: RunLimits; isTimed: boolean },
): Promise<WorldSource> {
  const calls = new WorldCalls(host, worldMemoryMb);
  const { loadTimeoutMs: timeoutMs } = limits;
  const within = (ms: number | undefined): { timeoutMs: number | undefined } => ({
    timeoutMs: isTimed && ms !== undefined ? ms + overtimeMs : undefined,
  });
  const verifiers = await loadElsewhere<VerifierFacts[]>(host, calls, {
    method: "load",
    place,
    timeoutMs,
    isTimed,
  });
  return {
    verifiers,
    open: async (options) => {
      let place = "createState";
      const onNoticed = (): void => void (place = "bindTools");
      const descriptors = await guarded(
        () => place,
        `It did not end within ${options.loadTimeoutMs} ms.`,
        () =>
          calls.call<World["descriptors"]>("open", options, { ...within(options.loadTimeoutMs), onNoticed }),
      );
      return worldOver(calls, { descriptors, options, within });
    },
    close: () => endHost(host),
  };
}

interface LoadOptions {
  method: "load" | "inspectModule";
  place: BundlePlace;
  timeoutMs: number;
  isTimed: boolean;
}

/** Loads a module with a method of the process, which is ended where that fails. Throws the errors of `loadEnvironment`. */
async function loadElsewhere<T>(
  host: Host,
  calls: WorldCalls,
  { method, place, timeoutMs, isTimed }: LoadOptions,
): Promise<T> {
  try {
    const params = { ...place, timeoutMs: isTimed ? timeoutMs : longestMs };
    return await calls.call<T>(method, params, { timeoutMs: isTimed ? timeoutMs + overtimeMs : undefined });
  } catch (thrown) {
    host.kill();
    if (thrown instanceof WorldFault) throw environmentLoadFault(place.file, thrown.thrown);
    if (!(thrown instanceof WorldGone)) throw thrown;
    if (thrown.isLate) throw siloError("load_timeout", { file: place.file, timeoutMs });
    throw environmentLoadFault(place.file, new Error(thrown.how));
  }
}

/** Loads an environment into a process of its own, makes worlds there, and gives what is found. The caller ends it. */
export async function inspectElsewhere(
  host: Host,
  {
    place,
    loadTimeoutMs: timeoutMs,
    ids,
  }: { place: BundlePlace; loadTimeoutMs: number; ids: readonly string[] },
): Promise<WorldInspection & ModuleInspection> {
  const calls = new WorldCalls(host, worldMemoryMb);
  const load: LoadOptions = { method: "inspectModule", place, timeoutMs, isTimed: true };
  const module = await loadElsewhere<ModuleInspection>(host, calls, load);
  const { verifiers } = module;
  try {
    const world = await calls.call<WorldInspection>("inspectWorld", { ids }, { timeoutMs });
    return { verifiers, ...world, faults: [...module.faults, ...world.faults] };
  } catch (thrown) {
    const reason =
      thrown instanceof WorldGone
        ? thrown.isLate
          ? `did not end within ${timeoutMs} ms; look for a loop`
          : `ended their process: ${thrown.how}`
        : `broke: ${(thrown as WorldFault).reason}`;
    const message = `createState or bindTools ${reason}`;
    const findings = [{ code: "state_failed" as const, message }];
    return { verifiers, tools: [], findings, faults: module.faults, unknownIds: [] };
  }
}

interface WorldParts {
  descriptors: World["descriptors"];
  options: WorldOptions;
  within: (ms: number | undefined) => { timeoutMs: number | undefined };
}

function worldOver(calls: WorldCalls, { descriptors, options, within }: WorldParts): World {
  const { toolTimeoutMs, verifierTimeoutMs, verifierId } = options;
  let place = "the world";
  return {
    descriptors,
    perform: (tool, received) => {
      const at = `tools.${tool}`;
      place = at;
      return guarded(
        () => at,
        `It did not end within ${toolTimeoutMs} ms.`,
        () => calls.call<CallAnswer>("call", { tool, received }, within(toolTimeoutMs)),
      );
    },
    freeze: () => {
      const isBusy = calls.open > 0;
      const stuck = `It was still running ${stuckMs} ms after the run had ended, in a loop or in a call that blocks; its process was ended.`;
      const late = isBusy ? stuck : "Its state could not be taken in time; its process was ended.";
      return guarded(
        () => place,
        late,
        () =>
          calls.call<StateDiff>("freeze", null, {
            timeoutMs: freezeMs,
            noticeMs: isBusy ? stuckMs : freezeMs,
          }),
      );
    },
    tell: async (failure) => {
      // A world that broke before cannot be told; that is how the run ended.
      if (calls.isGone) return undefined;
      try {
        return (await calls.call<string | null>("tell", { failure }, within(hookMs))) ?? undefined;
      } catch (thrown) {
        return thrown instanceof WorldGone && thrown.isLate
          ? `It did not end within ${hookMs} ms.`
          : undefined;
      }
    },
    grade: async (context) => {
      try {
        return await calls.call<Grade>("grade", context, within(verifierTimeoutMs));
      } catch (thrown) {
        if (isSiloError(thrown)) throw thrown;
        if (thrown instanceof WorldGone && thrown.isLate)
          throw siloError("verifier_timeout", { verifierId, timeoutMs: verifierTimeoutMs });
        const reason = thrown instanceof WorldGone ? thrown.how : (thrown as WorldFault).reason;
        throw siloError("verifier_failed", { verifierId, reason });
      }
    },
  };
}

/** What kept a world from answering, as a fault of the environment at `place`. */
async function guarded<T>(place: () => string, late: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof WorldGone)
      throw new WorldFault(place(), new Error(thrown.isLate ? late : thrown.how));
    throw thrown;
  }
}
