import { basename, join } from "node:path";
import { makeReader, readJson, requireFolder, type Reader } from "./read-artifact.js";
import { readRunFile, requireReadable } from "./read-run-record.js";
import { readTraceFile, type Trace } from "./read-trace.js";
import { resultSchema, type RunResult } from "./result.js";
import type { RunConfig, RunRecord } from "./run.js";
import { stateDiffSchema, type StateDiff } from "./state-diff.js";
import type { SiloTask } from "./task.js";

/** A run as it stands on the disk. */
export interface StoredRun {
  runId: string;
  /** The path that was given. */
  folder: string;
  /** The four that follow come from `run.json`, else from the trace's first event; undefined where neither is there. */
  environment: string | undefined;
  task: SiloTask | undefined;
  config: RunConfig | undefined;
  /** ISO 8601, UTC. */
  startedAt: string | undefined;
  /** `run.json`; undefined where the run goes on or was killed. */
  run: RunRecord | undefined;
  result: RunResult | undefined;
  stateDiff: StateDiff | undefined;
  trace: Trace;
}

/**
 * Everything that a run has left in `folder`, whenever it was killed (contract A4). Only reads. Members and events that
 * this version does not know are ignored. Throws `run_not_found`, `artifact_version_unsupported`, `file_access_denied`,
 * and `invalid_json` where a file is damaged.
 */
export function readRun(folder: string): StoredRun {
  requireFolder(folder);
  const run = readRunFile(folder);
  const trace = readTraceFile(folder);
  const [first] = trace.events;
  const start = first?.type === "run_start" ? first : undefined;
  return {
    runId: run?.runId ?? start?.runId ?? basename(folder),
    folder,
    environment: run?.environment ?? start?.environment,
    task: run?.task ?? start?.task,
    config: run?.config ?? start?.config,
    startedAt: run?.startedAt ?? start?.at,
    run,
    result: readResultFile(folder),
    stateDiff: readStateDiffFile(folder),
    trace,
  };
}

/**
 * `result.json` of the run in `folder`; undefined where there is none (contract A1). Throws `run_not_found`,
 * `invalid_json`, `artifact_version_unsupported`, `file_access_denied`.
 */
export function readResult(folder: string): RunResult | undefined {
  requireFolder(folder);
  requireReadable(folder);
  return readResultFile(folder);
}

/**
 * `state-diff.json` of the run in `folder`; undefined where there is none, as after `environment_error` (contract A1,
 * A4). Throws `run_not_found`, `invalid_json`, `artifact_version_unsupported`, `file_access_denied`.
 */
export function readStateDiff(folder: string): StateDiff | undefined {
  requireFolder(folder);
  requireReadable(folder);
  return readStateDiffFile(folder);
}

let resultReader: Reader<RunResult> | undefined;
let stateDiffReader: Reader<StateDiff> | undefined;

/** `readResult` where the folder is there and the version known to be readable. */
export function readResultFile(folder: string): RunResult | undefined {
  const source = readJson(join(folder, "result.json"));
  return source && (resultReader ??= makeReader(resultSchema))(source.value, source);
}

function readStateDiffFile(folder: string): StateDiff | undefined {
  const source = readJson(join(folder, "state-diff.json"));
  return source && (stateDiffReader ??= makeReader(stateDiffSchema))(source.value, source);
}
