import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { findRun, listRuns } from "./list-runs.js";
import { events, result, run } from "./testing/sample-records.js";
import { temporaryFolders, thrownBy } from "./testing/temporary-folder.js";

const temporaryFolder = temporaryFolders();

function put(runs: string, runId: string, files: Record<string, unknown>): void {
  mkdirSync(join(runs, runId), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(runs, runId, name), typeof content === "string" ? content : JSON.stringify(content));
  }
}

const trace = `${JSON.stringify(events[0])}\n`;

describe("listRuns", () => {
  it("gives newest first, by the moment where ids have the same second", () => {
    const runs = temporaryFolder();
    const at = (startedAt: string, runId: string): void =>
      put(runs, runId, { "run.json": { ...run, runId, startedAt }, "result.json": result });
    at("2026-09-15T02:02:38.161Z", "run_20260915020238_zzzz");
    at("2026-09-15T02:02:38.162Z", "run_20260915020238_0000");
    at("2026-09-15T02:02:37.999Z", "run_20260915020237_mmmm");
    at("2027-01-01T00:00:00.000Z", "run_20270101000000_aaaa");
    put(runs, "run_20261231235959_aaaa", {});
    expect(listRuns(runs).map(({ runId }) => runId)).toEqual([
      "run_20270101000000_aaaa",
      "run_20261231235959_aaaa",
      "run_20260915020238_0000",
      "run_20260915020238_zzzz",
      "run_20260915020237_mmmm",
    ]);
  });

  it("reads as many as are wanted, and none that is older", () => {
    const runs = temporaryFolder();
    const at = (startedAt: string, runId: string, taskId = "TASK-1"): void =>
      put(runs, runId, { "run.json": { ...run, runId, startedAt, taskId } });
    at("2026-09-15T02:02:39.000Z", "run_20260915020239_aaaa", "TASK-2");
    at("2026-09-15T02:02:38.161Z", "run_20260915020238_zzzz");
    at("2026-09-15T02:02:38.162Z", "run_20260915020238_0000");
    at("2026-09-15T02:02:37.000Z", "run_20260915020237_aaaa");
    const asked: string[] = [];
    const found = listRuns(runs, {
      limit: 1,
      isWanted: ({ runId, taskId }) => asked.push(runId) > 0 && taskId === "TASK-1",
    });
    expect(found.map(({ runId }) => runId)).toEqual(["run_20260915020238_0000"]);
    expect(asked.sort()).toEqual([
      "run_20260915020238_0000",
      "run_20260915020238_zzzz",
      "run_20260915020239_aaaa",
    ]);
    expect(listRuns(runs, { limit: 0 })).toEqual([]);
    expect(listRuns(runs, { limit: 3 })).toHaveLength(3);
  });

  it("says of each run what is known", () => {
    const runs = temporaryFolder();
    const [done, graded, going, empty, damaged] = [9, 8, 7, 6, 5].map(
      (n) => `run_2026091502023${n}_aaaa`,
    ) as [string, string, string, string, string];
    put(runs, done, {
      "run.json": { ...run, runId: done },
      "result.json": { ...result, later: 1 },
      "trace.jsonl": "",
    });
    put(runs, graded, { "trace.jsonl": trace, "result.json": result });
    put(runs, going, { "trace.jsonl": `${trace}{"seq":2,"ty` });
    put(runs, empty, { "trace.jsonl": '{"seq":1,' });
    put(runs, damaged, { "run.json": "{" });
    const byId = new Map(listRuns(runs).map((summary) => [summary.runId, summary]));
    const start = { environment: "demo", taskId: "TASK-1", startedAt: events[0]?.at };
    expect(byId.get(done)).toEqual({
      runId: done,
      folder: join(runs, done),
      status: "finished",
      ...start,
      agent: { path: null, hash: null },
      durationMs: 5,
      terminationReason: "timeout",
      toolCallCount: 3,
      failure: run.failure,
      verdict: "passed",
      reward: 0.75,
    });
    expect(byId.get(graded)).toEqual({
      runId: graded,
      folder: join(runs, graded),
      status: "unfinished",
      ...start,
      verdict: "passed",
      reward: 0.75,
    });
    expect(byId.get(going)).toMatchObject({ status: "unfinished", ...start });
    expect(byId.get(empty)).toEqual({
      runId: empty,
      folder: join(runs, empty),
      status: "unfinished",
      startedAt: "2026-09-15T02:02:36.000Z",
    });
    expect(byId.get(damaged)).toMatchObject({
      status: "unreadable",
      startedAt: "2026-09-15T02:02:35.000Z",
      error: { code: "invalid_json" },
    });
  });

  it("lists nothing but folders of runs", () => {
    const runs = temporaryFolder();
    put(runs, "run_20260915020238_aaaa", { "trace.jsonl": trace });
    put(runs, "run_20260915020238_aaaa.bak", {});
    put(runs, "other", {});
    writeFileSync(join(runs, "run_20260915020238_bbbb"), "");
    symlinkSync(join(runs, "run_20260915020238_aaaa"), join(runs, "run_20260915020238_cccc"));
    expect(listRuns(runs).map(({ runId }) => runId)).toEqual(["run_20260915020238_aaaa"]);
    expect(listRuns(join(runs, "nowhere"))).toEqual([]);
    const error = thrownBy(() => listRuns(join(runs, "run_20260915020238_bbbb")));
    expect(isSiloError(error, "file_access_denied") && error.details).toMatchObject({ reason: "ENOTDIR" });
  });

  it("reads no more of a long trace than its first event", () => {
    const runs = temporaryFolder();
    const long = { ...events[0], tools: [{ name: "n", description: "d".repeat(200_000), inputSchema: {} }] };
    put(runs, "run_20260915020238_aaaa", { "trace.jsonl": `${JSON.stringify(long)}\nnot an event\n` });
    expect(listRuns(runs)[0]).toMatchObject({ status: "unfinished", environment: "demo" });
  });
});

describe("findRun", () => {
  it("gives the folder, or the nearest ids", () => {
    const runs = temporaryFolder();
    for (const id of ["run_20260915020238_9s01", "run_20260101000000_zzzz"]) put(runs, id, {});
    expect(findRun(runs, "run_20260915020238_9s01")).toBe(join(runs, "run_20260915020238_9s01"));
    for (const wanted of ["run_20260915020238_9s10", "20260915020238_9s01", "9s01"]) {
      const error = thrownBy(() => findRun(runs, wanted));
      expect(isSiloError(error, "run_not_found") && error.details).toEqual({
        runId: wanted,
        folder: runs,
        nearest: ["run_20260915020238_9s01"],
      });
      expect(isSiloError(error) && error.suggestion?.fix).toContain("run_20260915020238_9s01");
    }
  });

  it.each(["nothing like it", "", ".", "..", "../runs", "run_20260915020238_9s01/.."])(
    "refuses %j",
    (runId) => {
      const runs = join(temporaryFolder(), "runs");
      put(runs, "run_20260915020238_9s01", {});
      const error = thrownBy(() => findRun(runs, runId));
      expect(isSiloError(error, "run_not_found") && error.suggestion?.action).toBe("check");
      rmSync(runs, { recursive: true });
      expect(thrownBy(() => findRun(runs, runId))).toMatchObject({
        code: "run_not_found",
        details: { nearest: [] },
      });
    },
  );
});
