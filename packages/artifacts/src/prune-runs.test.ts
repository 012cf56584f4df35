import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pruneRuns, writingMs } from "./prune-runs.js";
import { run } from "./testing/sample-records.js";
import { temporaryFolders, thrownBy } from "./testing/temporary-folder.js";

const temporaryFolder = temporaryFolders();
const now = new Date("2026-09-15T12:00:00.000Z");

/** A run that began so many hours ago, and was last touched so many hours ago. */
function put(runs: string, began: number, { killed = false, touched = began } = {}): string {
  const startedAt = new Date(now.getTime() - began * 3_600_000).toISOString();
  const runId = `run_${startedAt.replaceAll(/\D/g, "").slice(0, 14)}_aaaa`;
  const folder = join(runs, runId);
  mkdirSync(folder, { recursive: true });
  if (!killed) writeFileSync(join(folder, "run.json"), JSON.stringify({ ...run, runId, startedAt }));
  writeFileSync(join(folder, "trace.jsonl"), "");
  const time = new Date(now.getTime() - touched * 3_600_000);
  for (const path of [join(folder, "trace.jsonl"), folder]) utimesSync(path, time, time);
  return runId;
}

describe("pruneRuns", () => {
  it("keeps the newest", () => {
    const runs = temporaryFolder();
    const ids = [1, 2, 3, 4].map((hours) => put(runs, hours));
    expect(pruneRuns(runs, { keep: 2, now, dryRun: true })).toEqual(ids.slice(2));
    expect(readdirSync(runs)).toHaveLength(4);
    expect(pruneRuns(runs, { keep: 2, now })).toEqual(ids.slice(2));
    expect(readdirSync(runs).sort()).toEqual(ids.slice(0, 2).sort());
    expect(pruneRuns(runs, { keep: 2, now })).toEqual([]);
    expect(pruneRuns(runs, { keep: 0, now })).toEqual(ids.slice(0, 2));
  });

  it("removes what began long ago, finished or killed", () => {
    const runs = temporaryFolder();
    const ids = [1, 25, 48].map((hours) => put(runs, hours));
    const killed = put(runs, 30, { killed: true });
    expect(pruneRuns(runs, { olderThanMs: 24 * 3_600_000, now })).toEqual([ids[1], killed, ids[2]]);
    expect(readdirSync(runs)).toEqual([ids[0]]);
    expect(pruneRuns(join(runs, "nowhere"), { olderThanMs: 0, now })).toEqual([]);
  });

  it("never removes one that is still being written", () => {
    const runs = temporaryFolder();
    const hour = writingMs / 3_600_000;
    const going = put(runs, 50, { killed: true, touched: hour * 0.9 });
    const stale = put(runs, 60, { killed: true, touched: hour * 1.1 });
    const finished = put(runs, 70, { touched: 0 });
    expect(pruneRuns(runs, { olderThanMs: 0, now })).toEqual([stale, finished]);
    expect(pruneRuns(runs, { keep: 0, now })).toEqual([]);
    expect(readdirSync(runs)).toEqual([going]);
  });

  it("takes a folder without a trace for one that begins, and one with a damaged run.json for finished", () => {
    const runs = temporaryFolder();
    for (const suffix of ["aaaa", "bbbb"]) mkdirSync(join(runs, `run_20260101000000_${suffix}`));
    writeFileSync(join(runs, "run_20260101000000_bbbb", "run.json"), "{");
    const later = new Date(Date.now() + writingMs / 2);
    expect(pruneRuns(runs, { keep: 0, now: later })).toEqual(["run_20260101000000_bbbb"]);
    expect(readdirSync(runs)).toEqual(["run_20260101000000_aaaa"]);
  });

  it("does not follow symbolic links and touches nothing else", () => {
    const runs = temporaryFolder();
    const outside = temporaryFolder();
    writeFileSync(join(outside, "mine"), "");
    symlinkSync(outside, join(runs, "run_20200101000000_aaaa"));
    mkdirSync(join(runs, "notes"));
    const old = put(runs, 100);
    symlinkSync(outside, join(runs, old, "link"));
    expect(pruneRuns(runs, { keep: 0, now })).toEqual([old]);
    expect(existsSync(join(outside, "mine"))).toBe(true);
    expect(readdirSync(runs).sort()).toEqual(["notes", "run_20200101000000_aaaa"]);
  });

  it.each([-1, NaN])("refuses %d", (number) => {
    const runs = temporaryFolder();
    put(runs, 1);
    expect(thrownBy(() => pruneRuns(runs, { keep: number, now }))).toMatchObject({ code: "usage_error" });
    expect(thrownBy(() => pruneRuns(runs, { olderThanMs: number, now }))).toMatchObject({
      code: "usage_error",
    });
    expect(readdirSync(runs)).toHaveLength(1);
  });
});
