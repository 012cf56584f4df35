import type { SiloTask } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { placeBundle, placeOf, removeBundle, type Bundle } from "../bundle-module.js";
import { endHost, startHost, type Host } from "../isolation/host.js";
import { WorldCalls, WorldGone } from "../isolation/world-calls.js";
import { worldMemoryMb } from "../isolation/worlds-elsewhere.js";
import { resolveLimits, type RunLimits } from "../limits.js";
import { agentLoadFault, requireAgentFile } from "../read-agent.js";
import { environmentLoadFault } from "../read-environment.js";
import { WorldFault } from "../world-fault.js";
import type { ProofLoad, ProvedWorld } from "./proof-child.js";
import type { ProvedRun, Script } from "./proved-run.js";

/** How long one run of a proof may take at most, acting and grading together; a task may say less. Milliseconds. */
const maxRunMs = 30_000;

/** How much of what a process printed is kept, in UTF-16 units. */
const maxPrinted = 4_096;

export interface ProofOptions {
  task: SiloTask;
  grants: readonly string[];
  /** The absolute path of a module whose default export is an agent that solves the task. */
  solution?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The process in which one task is proved, with fresh worlds for as many runs as are wanted (contract S7). */
export interface Proof extends ProvedWorld {
  /**
   * One run of a script, or of the agent that is the solution where none is given. `isThorough` also says whether the
   * verifier changes what it is given, and gives the final state. Rejects with `environment_failed`, whose details say
   * where, when the process broke or did not answer in time, or with `cancelled`; no further run can be made then.
   */
  run(script: Script | undefined, options?: { isThorough?: boolean }): Promise<ProvedRun>;
  close(): Promise<void>;
}

/** An environment whose code was read once, so that all proofs have the same. */
export interface ProofSource {
  /** Throws the errors of `loadEnvironment` and `loadAgent`, `environment_failed` and `cancelled`. */
  open(options: ProofOptions): Promise<Proof>;
  close(): Promise<void>;
}

/** Reads the environment at `entrypoint`, an absolute path. Throws `environment_load_failed` where it cannot be read. */
export async function openProofSource(entrypoint: string): Promise<ProofSource> {
  const bundle = await placeBundle(entrypoint, environmentLoadFault);
  return {
    open: (options) => openProof(bundle, options),
    close: () => removeBundle(bundle),
  };
}

async function openProof(environment: Bundle, options: ProofOptions): Promise<Proof> {
  const { task, grants, solution, signal } = options;
  const cancelled = (): Error => siloError("cancelled", { what: `The proof of ${task.id}` });
  if (signal?.aborted) throw cancelled();
  if (solution !== undefined) requireAgentFile(solution);
  const acting = solution === undefined ? undefined : await placeBundle(solution, agentLoadFault);
  const host = startHost("proof", { memoryMb: worldMemoryMb });
  // Hundreds of runs print the same: only the last words of a process that ended are worth reading.
  let printed = "";
  host.watchOutput((text) => (printed = (printed + text).slice(-maxPrinted)));
  const stop = (): void => host.kill();
  signal?.addEventListener("abort", stop, { once: true });
  let place = "the world";
  const listen: Host["listen"] = (onMessage) =>
    host.listen((message) => {
      if ("at" in message) place = String(message.at);
      else onMessage(message);
    });
  const calls = new WorldCalls({ ...host, listen }, worldMemoryMb);
  const limits = limitsOf(task);
  const call = async <T>(method: string, params: unknown, timeoutMs: number): Promise<T> => {
    try {
      return await calls.call<T>(method, params, { timeoutMs });
    } catch (thrown) {
      if (signal?.aborted) throw cancelled();
      if (thrown instanceof WorldGone && !thrown.isLate) process.stderr.write(printed);
      throw asError(thrown, place);
    }
  };
  const close = async (): Promise<void> => {
    signal?.removeEventListener("abort", stop);
    await Promise.all([endHost(host), acting && removeBundle(acting)]);
  };
  try {
    const params: ProofLoad = {
      environment: placeOf(environment),
      solution: acting ? placeOf(acting) : null,
      task,
      grants,
      limits,
    };
    const world = await call<ProvedWorld>("load", params, 2 * limits.loadTimeoutMs + overtimeMs);
    return {
      ...world,
      run: (script, { isThorough = false } = {}) =>
        call("run", { script: script ?? null, isThorough }, runMs(limits)),
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** How much longer than the limits a process has, to say itself that it is late. Milliseconds. */
const overtimeMs = 500;

/** Acting, grading, and looking at the verifier again each have their limit. */
function runMs({ timeoutMs, verifierTimeoutMs }: RunLimits): number {
  return timeoutMs + 2 * verifierTimeoutMs + overtimeMs;
}

function limitsOf(task: SiloTask): RunLimits {
  const limits = resolveLimits(task.limits);
  const { timeoutMs, verifierTimeoutMs } = limits;
  return {
    ...limits,
    timeoutMs: Math.min(timeoutMs, maxRunMs),
    verifierTimeoutMs: Math.min(verifierTimeoutMs, maxRunMs),
  };
}

function asError(thrown: unknown, place: string): unknown {
  if (thrown instanceof WorldGone) return siloError("environment_failed", { place, reason: thrown.how });
  if (!(thrown instanceof WorldFault)) return thrown;
  return siloError(
    "environment_failed",
    { place: thrown.place, reason: thrown.reason },
    { cause: thrown.thrown },
  );
}
