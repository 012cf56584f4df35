import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reportErrors } from "./report-errors.js";
import type { RunFailure, RunRecord } from "./run.js";
import { config, failure, result, run } from "./testing/sample-records.js";
import { temporaryFolders } from "./testing/temporary-folder.js";

const temporaryFolder = temporaryFolders();

/** Puts runs into a folder, a second apart, the first one the oldest, and gives their ids. */
function runsOf(runs: string, records: (Partial<RunRecord> | string)[]): string[] {
  return records.map((record, index) => {
    const second = String(10 + index);
    const runId = `run_202609150202${second}_aaaa`;
    const startedAt = `2026-09-15T02:02:${second}.500Z`;
    mkdirSync(join(runs, runId));
    const text =
      typeof record === "string" ? record : JSON.stringify({ ...run, runId, startedAt, ...record });
    if (text !== "") writeFileSync(join(runs, runId, "run.json"), text);
    return runId;
  });
}

const made = (agentPath: string, hash: string): Pick<RunRecord, "config" | "hashes"> => ({
  config: { ...config, agentPath },
  hashes: { ...run.hashes, agent: hash.repeat(64) },
});
const threw = (message: string, more: Partial<RunFailure> = {}): Pick<RunRecord, "failure"> => ({
  failure: { ...failure, code: "agent_error", resultCode: "errorInAgent", message, ...more },
});

describe("reportErrors", () => {
  it("counts failures as one that say the same of other things, with the first and the newest run", () => {
    const runs = temporaryFolder();
    const agent = made("./agent.ts", "a");
    const [first = "", , newest = ""] = runsOf(runs, [
      { ...agent, ...threw("No todo OPP-005 after 12 ms") },
      { ...agent, ...threw("No todo OPP-006 after 3 ms") },
      { ...agent, ...threw("No todo LEAD-1 after 120 ms") },
    ]);
    expect(reportErrors(runs)).toEqual({
      runs: 3,
      failures: 3,
      unreadable: [],
      groups: [
        {
          agent: "./agent.ts",
          version: "aaaaaaaa",
          resultCode: "errorInAgent",
          path: "agent",
          message: "No todo <id> after <duration>",
          count: 3,
          first: { runId: first, startedAt: "2026-09-15T02:02:10.500Z" },
          newest: { runId: newest, startedAt: "2026-09-15T02:02:12.500Z" },
          example: "No todo LEAD-1 after 120 ms",
        },
      ],
    });
  });

  it("tells apart agents, versions, result codes, paths and words, the most frequent first, then the newer", () => {
    const runs = temporaryFolder();
    runsOf(runs, [
      { ...made("./a.ts", "a"), ...threw("No todo") },
      { ...made("./b.ts", "a"), ...threw("No todo") },
      { ...made("./a.ts", "b"), ...threw("No todo") },
      { ...made("./a.ts", "a"), ...threw("No todo", { resultCode: "timedOut" }) },
      { ...made("./a.ts", "a"), ...threw("No todo", { path: "tools.list_todos" }) },
      { ...made("./a.ts", "a"), ...threw("No person") },
      { ...threw("No todo") },
      { ...made("./a.ts", "a"), ...threw("No todo") },
    ]);
    const { groups } = reportErrors(runs);
    expect(
      groups.map(({ count, agent, version, resultCode, path, message }) =>
        [count, agent, version, resultCode, path, message].join(" "),
      ),
    ).toEqual([
      "2 ./a.ts aaaaaaaa errorInAgent agent No todo",
      "1   errorInAgent agent No todo",
      "1 ./a.ts aaaaaaaa errorInAgent agent No person",
      "1 ./a.ts aaaaaaaa errorInAgent tools.list_todos No todo",
      "1 ./a.ts aaaaaaaa timedOut agent No todo",
      "1 ./a.ts bbbbbbbb errorInAgent agent No todo",
      "1 ./b.ts aaaaaaaa errorInAgent agent No todo",
    ]);
    expect(groups[1]).toMatchObject({ agent: null, version: null });
  });

  it("calls a flow by its name and version, whatever its file; a damaged trace says nothing of them", () => {
    const runs = temporaryFolder();
    const ids = runsOf(runs, [
      { ...made("./a.ts", "a"), ...threw("x") },
      { ...made("./b.ts", "b"), ...threw("x") },
      { ...made("./c.ts", "c"), ...threw("x") },
      { ...made("./d.ts", "d"), ...threw("x") },
    ]);
    const step = (version: string): string =>
      `${JSON.stringify({ seq: 1, type: "step", at: "2026-09-15T02:02:13.000Z", path: "main", command: "flow", input: { name: "refunds", version }, output: null })}\n`;
    for (const [index, second] of [step("1.0.0"), step("1.0.0"), step("1.1.0"), "torn\n"].entries())
      writeFileSync(join(runs, ids[index] ?? "", "trace.jsonl"), `{}\n${second}`);
    expect(
      reportErrors(runs).groups.map(({ count, agent, version }) => [count, agent, version].join(" ")),
    ).toEqual(["2 refunds 1.0.0", "1 ./d.ts dddddddd", "1 refunds 1.1.0"]);
  });

  it("leaves out what is no failure: runs that ended by themselves, questions, what a person stopped, what was handled", () => {
    const runs = temporaryFolder();
    runsOf(runs, [
      { failure: null, terminationReason: "completed" },
      { ...threw("Which one?"), terminationReason: "awaiting_input" },
      { ...threw("Stopped"), terminationReason: "cancelled" },
      threw("Mended", { handled: true }),
    ]);
    expect(reportErrors(runs)).toEqual({ runs: 4, failures: 0, unreadable: [], groups: [] });
  });

  it("names the runs that cannot be read, and goes on; one that was killed is no failure", () => {
    const runs = temporaryFolder();
    const [broken, , later] = runsOf(runs, ["{", "", { formatVersion: "9.0" }, threw("x")]);
    writeFileSync(join(runs, "run_20260915020213_aaaa", "result.json"), JSON.stringify(result));
    expect(reportErrors(runs)).toMatchObject({ runs: 4, failures: 1, unreadable: [later, broken] });
    expect(reportErrors(join(runs, "nowhere"))).toEqual({
      runs: 0,
      failures: 0,
      unreadable: [],
      groups: [],
    });
  });

  it("looks only at the runs that are wanted", () => {
    const runs = temporaryFolder();
    runsOf(runs, [{ ...threw("x"), environment: "other" }, threw("x")]);
    const report = reportErrors(runs, { isWanted: ({ environment }) => environment === "other" });
    expect(report).toMatchObject({ runs: 1, failures: 1 });
  });
});
