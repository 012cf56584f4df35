import { foldersOf } from "./bundle-module.js";
import type { Environment } from "./environment.js";
import { longestMs, type RunLimits } from "./limits.js";
import { loadEnvironment, type LoadedEnvironment } from "./load-environment.js";
import { readContract } from "./read-environment.js";

/** Where an environment's module is, and what the environment is called. */
export interface EnvironmentSource {
  /** Absolute path. */
  entrypoint: string;
  name: string;
}

/** An environment in this process; `hash` is null where it is no file. */
export interface EnvironmentHere extends Omit<LoadedEnvironment, "hash"> {
  hash: string | null;
  /** Folders whose paths must not show in a result. */
  folders: string[];
}

/** Loads an environment into this process, or takes the one that was given. Throws the errors of `loadEnvironment`. */
export async function environmentHere(
  given: Environment | EnvironmentSource,
  { limits, isTimed }: { limits: RunLimits; isTimed: boolean },
): Promise<EnvironmentHere> {
  if (!("entrypoint" in given)) {
    const environment = readContract(given as unknown as Record<string, unknown>, "The environment");
    return { environment, hash: null, folders: [] };
  }
  const loadTimeoutMs = isTimed ? limits.loadTimeoutMs : longestMs;
  const loaded = await loadEnvironment(given.entrypoint, { loadTimeoutMs });
  return { ...loaded, folders: foldersOf(given.entrypoint) };
}
