import { rmSync } from "node:fs";
import { join } from "node:path";
import { siloError } from "@silo/errors";
import { guardStorage } from "./guard-storage.js";
import { listRuns, type RunSummary } from "./list-runs.js";
import { statOf } from "./read-artifact.js";

/** Which runs are to go: all but the newest `keep`, or those that began more than `olderThanMs` milliseconds ago. */
export type PruneOptions = ({ keep: number } | { olderThanMs: number }) & {
  now: Date;
  /** Only say which runs would go. */
  dryRun?: boolean;
};

/** A run without run.json counts as being written for so long after its trace was last touched, in milliseconds. */
export const writingMs = 3_600_000;

/**
 * Removes the folders of runs under `runsFolder` and returns their ids, newest first. One that is still being written
 * stays, and so does whatever is not the folder of a run; symbolic links are not followed. Throws `usage_error` for a
 * number below 0, `file_access_denied` and `storage_failed`.
 */
export function pruneRuns(runsFolder: string, options: PruneOptions): string[] {
  const { now, dryRun = false } = options;
  const removed = candidates(listRuns(runsFolder), options).filter((run) => !isBeingWritten(run, now));
  for (const { folder } of dryRun ? [] : removed) {
    guardStorage(folder, () => rmSync(folder, { recursive: true, force: true }));
  }
  return removed.map(({ runId }) => runId);
}

function candidates(runs: RunSummary[], options: PruneOptions): RunSummary[] {
  if ("keep" in options) return runs.slice(requireNumber("keep", options.keep));
  const limit = options.now.getTime() - requireNumber("olderThanMs", options.olderThanMs);
  return runs.filter((run) => Date.parse(run.startedAt) < limit);
}

/** A number that is none, or a negative one, would mean other runs than anybody wants to lose. */
function requireNumber(name: string, value: number): number {
  if (value >= 0) return value;
  throw siloError("usage_error", { problem: `${name} must be 0 or more, received ${value}.` });
}

function isBeingWritten({ status, folder }: RunSummary, now: Date): boolean {
  if (status === "finished" || statOf(join(folder, "run.json"))) return false;
  const touched = [join(folder, "trace.jsonl"), folder].map((path) => statOf(path)?.mtimeMs ?? 0);
  return now.getTime() - Math.max(...touched) < writingMs;
}
