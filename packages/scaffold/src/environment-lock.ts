import { createRequire } from "node:module";
import { join } from "node:path";
import type { lockSync as LockSync } from "proper-lockfile";

/** A lock that nobody has touched for so long was left by a process that was killed. */
const staleMs = 3000;
const waitMs = 25;
const patienceMs = 15_000;

/**
 * Runs `work`, which writes into an environment's folder, while no other process does so (contract S2). It waits for
 * others, and takes over the lock of one that was killed. `work` takes milliseconds and awaits nothing.
 *
 * Throws what `work` throws, and what the disk refuses as Node gives it.
 */
export function whileLocked<T>(folder: string, work: () => T): T {
  const unlock = lock(folder);
  try {
    return work();
  } finally {
    unlock();
  }
}

function lock(folder: string): () => void {
  // Loaded only to write: loading it puts handlers for signals into the process.
  const require = createRequire(import.meta.url);
  const { lockSync } = require("proper-lockfile") as { lockSync: typeof LockSync };
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return lockSync(folder, {
        lockfilePath: join(folder, ".lock"),
        stale: staleMs,
        realpath: false,
        // Somebody took it for that of a killed process; what is written is compared with what was read, besides.
        onCompromised: () => undefined,
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED" || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
}
