import { placeBundle, placeOf, removeBundle } from "./bundle-module.js";
import type { WorldInspection } from "./inspect-world.js";
import { startHost } from "./isolation/host.js";
import { inspectElsewhere, worldMemoryMb } from "./isolation/worlds-elsewhere.js";
import { defaultLimits } from "./limits.js";
import { environmentLoadFault } from "./read-environment.js";

/** What an environment exports, and what is wrong with it (contract S5). */
export interface EnvironmentInspection extends WorldInspection {
  verifiers: { id: string; taskId: string; name: string }[];
  /** Absolute paths of the author's files that the module is made of. */
  files: string[];
}

/**
 * Loads the module at `entrypoint`, an absolute path, makes worlds and binds tools, in a process of its own, and gives
 * what it found; it calls no tool and no verifier. Throws the errors of `loadEnvironment` where the module cannot be
 * loaded; what is wrong with its tools is in the faults. `ids` are looked for in a fresh world. `loadTimeoutMs` holds for
 * loading and for making the worlds.
 */
export async function inspectEnvironment(
  entrypoint: string,
  {
    loadTimeoutMs = defaultLimits.loadTimeoutMs,
    ids = [],
  }: { loadTimeoutMs?: number; ids?: readonly string[] } = {},
): Promise<EnvironmentInspection> {
  const host = startHost("world", { memoryMb: worldMemoryMb });
  try {
    const bundle = await placeBundle(entrypoint, environmentLoadFault);
    host.watchOutput((text) => process.stderr.write(text));
    try {
      const found = await inspectElsewhere(host, {
        place: placeOf(bundle),
        loadTimeoutMs,
        ids,
      });
      return { ...found, files: bundle.files };
    } finally {
      await removeBundle(bundle);
    }
  } finally {
    host.kill();
  }
}
