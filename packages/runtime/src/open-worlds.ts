import { dirname } from "node:path";
import { siloError } from "@silo/errors";
import { foldersOf, placeBundle, placeOf, removeBundle } from "./bundle-module.js";
import { environmentHere, type EnvironmentSource } from "./environment-here.js";
import type { Environment } from "./environment.js";
import { hashFiles } from "./hash-files.js";
import { endHost, startHost } from "./isolation/host.js";
import { worldMemoryMb, worldsElsewhere } from "./isolation/worlds-elsewhere.js";
import type { RunLimits } from "./limits.js";
import { environmentLoadFault } from "./read-environment.js";
import type { Isolation } from "./stage.js";
import { worldsHere } from "./world-here.js";
import type { WorldSource } from "./world.js";

export interface OpenWorldsOptions {
  environment: Environment | EnvironmentSource;
  limits: RunLimits;
  isolation?: Isolation | undefined;
  /** False where a person debugs: then no clock ends anything. */
  isTimed: boolean;
  /** Gets what the environment prints in a process of its own. */
  onOutput: (text: string) => void;
  signal?: AbortSignal | undefined;
}

/** An environment without an agent, ready for one world. */
export interface OpenedWorlds {
  worlds: WorldSource;
  /** Of the environment's files as they are now; null where it is no file. */
  hash: string | null;
  /** Folders whose paths must not show in a result. */
  folders: string[];
  close(): Promise<void>;
}

/**
 * Loads an environment alone, into a process of its own where it is a file and nothing else is asked for. Aborting
 * `signal` ends that process. Throws the errors of `loadEnvironment`, and `usage_error` where a process is wanted for
 * what is no file.
 */
export async function openWorlds(options: OpenWorldsOptions): Promise<OpenedWorlds> {
  const { environment: given, isolation } = options;
  if ("entrypoint" in given && isolation !== "none") return openElsewhere(given.entrypoint, options);
  if (isolation === "process") {
    const problem = 'isolation "process" needs the environment as a file; use isolation "none"';
    throw siloError("usage_error", { problem });
  }
  const { environment, hash, folders } = await environmentHere(given, options);
  return { worlds: worldsHere(environment), hash, folders, close: () => Promise.resolve() };
}

async function openElsewhere(
  entrypoint: string,
  { limits, isTimed, onOutput, signal }: OpenWorldsOptions,
): Promise<OpenedWorlds> {
  // It starts while the code is read.
  const host = startHost("world", { memoryMb: worldMemoryMb });
  const stop = (): void => host.kill();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  let remove = (): Promise<void> => Promise.resolve();
  const close = async (): Promise<void> => {
    signal?.removeEventListener("abort", stop);
    await Promise.all([endHost(host), remove()]);
  };
  try {
    host.watchOutput(onOutput);
    const bundle = await placeBundle(entrypoint, environmentLoadFault);
    remove = () => removeBundle(bundle);
    const worlds = await worldsElsewhere(host, { place: placeOf(bundle), limits, isTimed });
    const hash = await hashFiles(bundle.files, dirname(entrypoint));
    return { worlds, hash, folders: foldersOf(entrypoint), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
