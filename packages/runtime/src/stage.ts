import { basename, dirname } from "node:path";
import { siloError } from "@silo/errors";
import { compileSchema } from "@silo/schema-validate";
import { seatHere, type AgentSeat } from "./agent-seat.js";
import type { Agent } from "./agent.js";
import { foldersOf, placeBundle, placeOf, removeBundle, type Bundle } from "./bundle-module.js";
import type { Environment } from "./environment.js";
import { environmentHere, type EnvironmentSource } from "./environment-here.js";
import { hashFiles } from "./hash-files.js";
import { endHost, type Role } from "./isolation/host.js";
import { HostPool } from "./isolation/host-pool.js";
import { seatElsewhere } from "./isolation/seat-elsewhere.js";
import { worldMemoryMb, worldsElsewhere } from "./isolation/worlds-elsewhere.js";
import { problemFinder } from "./json-problems.js";
import { longestMs, type RunLimits } from "./limits.js";
import { loadAgent } from "./load-agent.js";
import { agentLoadFault, requireAgentFile } from "./read-agent.js";
import { environmentLoadFault } from "./read-environment.js";
import { worldsHere } from "./world-here.js";
import type { WorldSource } from "./world.js";

/** Where an agent is, and how that is written in `run.json`. */
export interface AgentSource {
  /** Absolute path. */
  file: string;
  /** As the user gave it. */
  given: string;
}

/** `process`: agent and world each in a process of its own. `none`: both in the caller's (contract T12). */
export type Isolation = "process" | "none";

export interface StageOptions {
  environment: Environment | EnvironmentSource;
  agent: Agent | AgentSource;
  limits: RunLimits;
  isolation?: Isolation | undefined;
  /** False where a person debugs: then no clock ends anything. */
  isTimed: boolean;
  /** Gets what a process printed that could not be loaded; standard error by default. */
  onOutput?: ((from: Role, text: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Environment and agent, ready for as many runs as are wanted, of the same code each time. */
export interface Stage {
  environmentName: string;
  /** As it is written in `run.json`. */
  agentPath: string | null;
  hashes: { environment: string | null; agent: string | null };
  /** Folders whose paths must not show in a result. */
  folders: string[];
  /** Loads both for one run. Throws what keeps them from being loaded. */
  seat(): Promise<Seated>;
  /** Another run will follow: its processes may be started. */
  ahead(): void;
  close(): Promise<void>;
}

export interface Seated {
  worlds: WorldSource;
  agent: AgentSeat;
  /** What agent and world print, where they have processes of their own. */
  watchOutput(onText: (from: Role, text: string) => void): void;
}

/**
 * Prepares what runs need. Throws the errors of `loadEnvironment` and `loadAgent`, and `usage_error` where a process is
 * wanted for what is no file.
 */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { environment, agent, isolation } = options;
  if ("entrypoint" in environment && typeof agent !== "function" && isolation !== "none")
    return openElsewhere(options, { environment, agent });
  if (isolation === "process") {
    const problem =
      'isolation "process" needs environment and agent as files, because a process of its own cannot be given a function; use isolation "none"';
    throw siloError("usage_error", { problem });
  }
  return openHere(options);
}

const findProblems = problemFinder(() => compileSchema);

/** Everything in this process; what is given as a file is loaded once, for all runs. */
async function openHere({ environment: given, agent, limits, isTimed }: StageOptions): Promise<Stage> {
  const { environment, hash, folders } = await environmentHere(given, { limits, isTimed });
  const loadTimeoutMs = isTimed ? limits.loadTimeoutMs : longestMs;
  const loaded =
    typeof agent === "function" ? { agent, hash: null } : await loadAgent(agent.file, { loadTimeoutMs });
  return {
    environmentName: "entrypoint" in given ? nameOf(given) : "inline",
    agentPath: typeof agent === "function" ? null : agent.given,
    hashes: { environment: hash, agent: loaded.hash },
    folders: [...folders, ...(typeof agent === "function" ? [] : foldersOf(agent.file))],
    seat: () =>
      Promise.resolve({
        worlds: worldsHere(environment),
        agent: seatHere(loaded.agent, findProblems),
        watchOutput: () => undefined,
      }),
    ahead: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** Agent and world in processes of their own. Their code is read once, so that all runs have the same. */
async function openElsewhere(
  options: StageOptions,
  { environment, agent }: { environment: EnvironmentSource; agent: AgentSource },
): Promise<Stage> {
  requireAgentFile(agent.file);
  const pool = new HostPool({ agent: options.limits.memoryMb, world: worldMemoryMb });
  const ahead = (): void => {
    pool.ahead("world");
    pool.ahead("agent");
  };
  // They start while the code is read.
  ahead();
  const bundles: Bundle[] = [];
  const bundle = async (...given: Parameters<typeof placeBundle>): Promise<Bundle> => {
    const placed = await placeBundle(...given);
    bundles.push(placed);
    return placed;
  };
  const close = async (): Promise<void> => {
    await Promise.all([pool.close(), ...bundles.map(removeBundle)]);
  };
  try {
    const world = await bundle(environment.entrypoint, environmentLoadFault);
    const acting = await bundle(agent.file, agentLoadFault);
    return {
      environmentName: nameOf(environment),
      agentPath: agent.given,
      hashes: {
        environment: await hashFiles(world.files, dirname(environment.entrypoint)),
        agent: await hashFiles(acting.files, dirname(agent.file)),
      },
      folders: [...foldersOf(environment.entrypoint), ...foldersOf(agent.file)],
      seat: () => seatBoth(pool, { world, agent: acting }, options),
      ahead,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function seatBoth(
  pool: HostPool,
  bundles: Record<Role, Bundle>,
  { limits, isTimed, onOutput, signal }: Omit<StageOptions, "environment" | "agent">,
): Promise<Seated> {
  const [world, agent] = await Promise.all([pool.take("world"), pool.take("agent")]);
  const watchOutput: Seated["watchOutput"] = (onText) => {
    world.watchOutput((text) => onText("world", text));
    agent.watchOutput((text) => onText("agent", text));
  };
  const stop = (): void => {
    world.kill();
    agent.kill();
  };
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    const [worlds, seat] = await inOrderOfBlame(
      worldsElsewhere(world, { limits, isTimed, place: placeOf(bundles.world) }),
      seatElsewhere(agent, { limits, isTimed, place: placeOf(bundles.agent) }),
    );
    return { worlds, agent: seat, watchOutput };
  } catch (thrown) {
    await Promise.all([endHost(world), endHost(agent)]);
    watchOutput(onOutput ?? ((_from, text) => process.stderr.write(text)));
    throw thrown;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** Both, or the error of the first one that has one: what is wrong with the environment comes before the agent. */
async function inOrderOfBlame<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const settled = await Promise.allSettled([first, second]);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return [await first, await second];
}

function nameOf({ entrypoint, name }: EnvironmentSource): string {
  return name === "" ? basename(dirname(entrypoint)) : name;
}
