import { isCodedError } from "@silo/errors";
import { foldMessage } from "./fold-message.js";
import { listRuns, type RunSummary } from "./list-runs.js";
import { readFlowFacts } from "./read-trace.js";
import type { RunFailure } from "./run.js";

/** A run by which a group of failures can be looked at. */
export interface ErrorRun {
  runId: string;
  /** ISO 8601, UTC. */
  startedAt: string;
}

/** Failures of one agent that are one and the same, as far as a report can say. */
export interface ErrorGroup {
  /** The name of a flow; of another agent the file as it was given, or null where it was a function. */
  agent: string | null;
  /** The version of a flow; of another agent the first eight hex digits of the file's SHA-256, or null for a function. */
  version: string | null;
  resultCode: string;
  /** Where in the run it happened. */
  path: string;
  /** With its variable parts folded: see `foldMessage`. */
  message: string;
  /** How many runs failed so. */
  count: number;
  first: ErrorRun;
  newest: ErrorRun;
  /** The message of the newest one as it was. */
  example: string;
}

/** What went wrong over all runs. */
export interface ErrorReport {
  /** Runs that were looked at. */
  runs: number;
  /** Those of them that failed: as many as the groups count together. */
  failures: number;
  /** Ids of the runs that cannot be read, newest first. */
  unreadable: string[];
  /** The most frequent first, and of two that are equally frequent the newer one. */
  groups: ErrorGroup[];
}

/** A question, and somebody who stops a run, are no failures of the agent. */
const noFailures: readonly (string | undefined)[] = ["awaiting_input", "cancelled"];

/**
 * The failures that ended runs under `runsFolder`, grouped by agent and version, result code, message and path. A run that
 * the agent finished by itself is none, however it was graded, and neither is a failure that was handled. `isWanted` says
 * which runs count; one that is damaged is counted apart. Throws `file_access_denied`.
 */
export function reportErrors(
  runsFolder: string,
  { isWanted }: { isWanted?: ((run: RunSummary) => boolean) | undefined } = {},
): ErrorReport {
  const runs = listRuns(runsFolder, { isWanted });
  const groups = new Map<string, ErrorGroup>();
  for (const run of runs) {
    const { failure, terminationReason } = run;
    if (failure && !failure.handled && !noFailures.includes(terminationReason)) addTo(groups, run, failure);
  }
  // They came with their newest run, newest first, and sorting keeps that order among equals.
  const sorted = [...groups.values()].sort((a, b) => b.count - a.count);
  return {
    runs: runs.length,
    failures: sorted.reduce((sum, { count }) => sum + count, 0),
    unreadable: runs.filter(({ status }) => status === "unreadable").map(({ runId }) => runId),
    groups: sorted,
  };
}

/** `run` is older than all that are in `groups`. */
function addTo(
  groups: Map<string, ErrorGroup>,
  run: RunSummary,
  { resultCode, path, message: example }: RunFailure,
): void {
  const { runId, startedAt } = run;
  const kind = { ...agentOf(run), resultCode, path, message: foldMessage(example) };
  const key = JSON.stringify(Object.values(kind));
  const known = groups.get(key);
  const at = { runId, startedAt };
  if (!known) groups.set(key, { ...kind, count: 1, first: at, newest: at, example });
  else {
    known.count += 1;
    known.first = at;
  }
}

/** Which agent, and which version of it, a run was made with. */
function agentOf({ agent, folder }: RunSummary): Pick<ErrorGroup, "agent" | "version"> {
  const flow = flowOf(folder);
  if (flow) return { agent: flow.name, version: flow.version };
  return { agent: agent?.path ?? null, version: agent?.hash?.slice(0, 8) ?? null };
}

function flowOf(folder: string): { name: string; version: string } | undefined {
  try {
    return readFlowFacts(folder);
  } catch (error) {
    // The failure stands in run.json, which could be read; a damaged trace does not take it out of the report.
    if (isCodedError(error)) return undefined;
    throw error;
  }
}
