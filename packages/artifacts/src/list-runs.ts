import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isCodedError, siloError, type SiloError } from "@silo/errors";
import { nearest } from "@silo/errors/nearest";
import { guardReading } from "./read-artifact.js";
import { readResultFile } from "./read-run.js";
import { readRunFile } from "./read-run-record.js";
import { readRunStart } from "./read-trace.js";
import type { TerminationReason, Verdict } from "./result.js";
import type { RunFailure } from "./run.js";

/** A run in a list. What is absent is not known. */
export interface RunSummary {
  runId: string;
  folder: string;
  /** `unfinished`: there is no run.json, so it goes on or was killed. `unreadable`: `error` says why. */
  status: "finished" | "unfinished" | "unreadable";
  /** ISO 8601, UTC; where only the id says it, to the second. */
  startedAt: string;
  environment?: string;
  taskId?: string;
  /** Its file as it was given, and the SHA-256 of that in hex; both null where it was a function. */
  agent?: { path: string | null; hash: string | null };
  durationMs?: number;
  terminationReason?: TerminationReason;
  /** Calls made, refused ones included. */
  toolCallCount?: number;
  verdict?: Verdict;
  /** Between 0 and 1; null where the run is ungraded. */
  reward?: number | null;
  /** Why the run did not end by itself; null where it did. */
  failure?: RunFailure | null;
  error?: SiloError;
}

export interface ListRunsOptions {
  /** How many runs at most; those that are older are then not read. All where it is left out. */
  limit?: number | undefined;
  /** Which runs count; all where it is left out. */
  isWanted?: ((run: RunSummary) => boolean) | undefined;
}

/**
 * The runs under `runsFolder`, newest first; none where the folder does not exist. A run that is damaged is listed with
 * its error, and does not keep the others from being listed. Symbolic links are no runs. Throws `file_access_denied`.
 */
export function listRuns(
  runsFolder: string,
  { limit = Infinity, isWanted = () => true }: ListRunsOptions = {},
): RunSummary[] {
  const found: RunSummary[] = [];
  let second = "";
  for (const runId of runIdsIn(runsFolder).sort().reverse()) {
    // The id of a run has the second in which it began: nothing from here on can be newer than what is found.
    if (found.length >= limit && !runId.startsWith(second)) break;
    second = runId.slice(0, "run_20260915020238".length);
    const run = summarize(runId, join(runsFolder, runId));
    if (isWanted(run)) found.push(run);
  }
  return found.sort(newestFirst).slice(0, limit);
}

/**
 * The folder of a run. Throws `run_not_found`, with the ids nearest to `runId` as `details.nearest`, best first, and
 * `file_access_denied`.
 */
export function findRun(runsFolder: string, runId: string): string {
  const ids = runIdsIn(runsFolder);
  if (ids.includes(runId)) return join(runsFolder, runId);
  const near = nearest(runId, ids);
  const [best] = near;
  throw siloError(
    "run_not_found",
    { runId, folder: runsFolder },
    {
      details: { nearest: near },
      suggestion:
        best === undefined
          ? undefined
          : { action: "check", fix: `Did you mean ${near.join(" or ")}?`, example: `silo runs show ${best}` },
    },
  );
}

const idForm = /^run_(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_[0-9a-z]{4}$/;

function runIdsIn(runsFolder: string): string[] {
  const entries = guardReading(runsFolder, () => readdirSync(runsFolder, { withFileTypes: true })) ?? [];
  return entries.filter((entry) => entry.isDirectory() && idForm.test(entry.name)).map(({ name }) => name);
}

function newestFirst(a: RunSummary, b: RunSummary): number {
  return Date.parse(b.startedAt) - Date.parse(a.startedAt) || (a.runId < b.runId ? 1 : -1);
}

function summarize(runId: string, folder: string): RunSummary {
  const startedAt = runId.replace(idForm, "$1-$2-$3T$4:$5:$6.000Z");
  try {
    return { runId, folder, status: "unfinished", startedAt, ...factsOf(folder) };
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return { runId, folder, status: "unreadable", startedAt, error };
  }
}

function factsOf(folder: string): Partial<RunSummary> {
  const run = readRunFile(folder);
  const result = readResultFile(folder);
  const grade = result && { verdict: result.verdict, reward: result.reward };
  if (run) {
    const { environment, taskId, startedAt, durationMs, terminationReason, toolCallCount, failure } = run;
    const agent = { path: run.config.agentPath, hash: run.hashes.agent };
    const facts = { durationMs, terminationReason, toolCallCount, failure };
    return { status: "finished", environment, taskId, agent, startedAt, ...facts, ...grade };
  }
  const start = readRunStart(folder);
  if (start === undefined) return { ...grade };
  return { environment: start.environment, taskId: start.task.id, startedAt: start.at, ...grade };
}
