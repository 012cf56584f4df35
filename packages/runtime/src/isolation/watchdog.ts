import { Worker } from "node:worker_threads";

/** How often the watchdog looks, milliseconds. */
const everyMs = 100;

/** What the watchdog writes to its descriptor before it ends the process for its memory. */
export const memoryNote = "memory";

/** The descriptor that the watchdog writes to. */
export const watchdogFd = 4;

/**
 * Ends this process, and what it started, when its parent is gone or it takes more memory than `memoryMb` MiB. It lives
 * in a thread of its own: the main one may be in a loop, or wait for a system call.
 */
export function startWatchdog({ parentId, memoryMb }: { parentId: number; memoryMb: number }): void {
  const worker = new Worker(code, {
    eval: true,
    workerData: { parentId, maxBytes: memoryMb * 1_048_576, everyMs, memoryNote, watchdogFd },
    // An environment of its own would copy all of it, and the flags of this process are not for the watchdog.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
}

const code = `
const { workerData: { parentId, maxBytes, everyMs, memoryNote, watchdogFd } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const end = () => {
  // The whole group, where this process leads one.
  try { process.kill(-process.pid, "SIGKILL"); } catch {}
  process.kill(process.pid, "SIGKILL");
};
setInterval(() => {
  if (process.ppid !== parentId) return end();
  if (process.memoryUsage.rss() <= maxBytes) return;
  try { writeSync(watchdogFd, memoryNote); } catch {}
  end();
}, everyMs);
`;
