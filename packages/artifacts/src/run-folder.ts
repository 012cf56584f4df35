import { randomInt } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { guardStorage } from "./guard-storage.js";
import { formatRecord, formatResult, formatStateDiff } from "./format-record.js";
import { makeFolder } from "./make-folder.js";
import { replaceFile } from "./replace-file.js";
import type { RunResult } from "./result.js";
import { RunLog } from "./run-log.js";
import type { RunRecord } from "./run.js";
import type { StateDiff } from "./state-diff.js";
import { TraceFile } from "./trace-file.js";
import type { TraceEvent } from "./trace.js";

const suffixAlphabet = "0123456789abcdefghijklmnopqrstuvwxyz";
const suffixLength = 4;

/** A run id (contract A4): `run_` + UTC date and time + 4 random letters or digits. */
export function makeRunId(now: Date): string {
  const stamp = now.toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const suffix = Array.from({ length: suffixLength }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]);
  return `run_${stamp}_${suffix.join("")}`;
}

/** What is printed in a run, and by whom: `agent.log` and `world.log` (contract A1). */
export type LogName = "agent" | "world";

/**
 * Where one run is recorded. JSON files appear whole or not at all (contract A4). All but `close` throw `storage_failed`
 * or `file_access_denied` where the disk refuses, and what was written before stays readable.
 */
export interface RunFolder {
  runId: string;
  path: string;
  /** Appends one line to `trace.jsonl`, in order; it survives a kill of this process. */
  appendTrace(event: TraceEvent): void;
  /**
   * Appends to `agent.log` or `world.log`, which is made at the first text. At most `maxLogBytes` are kept of each, cut
   * between code points; then one line says that more was printed.
   */
  appendLog(name: LogName, text: string): void;
  writeResult(result: RunResult): void;
  writeStateDiff(difference: StateDiff): void;
  writeRun(run: RunRecord): void;
  close(): void;
}

/**
 * Makes a new folder for a run under `runsFolder`. Two runs never share one, in whatever process they start: making
 * the folder is what takes the id (contract A4). Throws `storage_failed` or `file_access_denied`.
 */
export function createRunFolder(runsFolder: string, now: Date): RunFolder {
  const { runId, path } = guardStorage(runsFolder, () => claimFolder(runsFolder, now));
  const tracePath = join(path, "trace.jsonl");
  const trace = guardStorage(tracePath, () => new TraceFile(tracePath));
  const logPath = (name: LogName): string => join(path, `${name}.log`);
  const logs = { agent: new RunLog(logPath("agent")), world: new RunLog(logPath("world")) };
  const writeFile = (name: string, text: string): void => {
    const file = join(path, name);
    guardStorage(file, () => replaceFile(file, text));
  };
  return {
    runId,
    path,
    appendTrace: (event) => guardStorage(tracePath, () => trace.append(JSON.stringify(event))),
    appendLog: (name, text) => guardStorage(logPath(name), () => logs[name].append(text)),
    writeResult: (result) => writeFile("result.json", formatResult(result)),
    writeStateDiff: (difference) => writeFile("state-diff.json", formatStateDiff(difference)),
    writeRun: (run) => writeFile("run.json", formatRecord(run)),
    close: () => {
      trace.close();
      logs.agent.close();
      logs.world.close();
    },
  };
}

function claimFolder(runsFolder: string, now: Date): { runId: string; path: string } {
  makeFolder(runsFolder);
  for (;;) {
    const runId = makeRunId(now);
    const path = join(runsFolder, runId);
    try {
      mkdirSync(path);
      return { runId, path };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
