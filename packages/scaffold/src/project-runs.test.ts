import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import type { Agent, RunOutcome } from "@silo/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, task, type EnvironmentProject } from "../test/environment-project.js";
import type { ProjectRuns } from "./project-runs.js";
import { Silo } from "./silo.js";

let project: EnvironmentProject;
let silo: Silo;
let runs: ProjectRuns;
beforeEach(() => {
  project = makeEnvironment();
  silo = Silo.open({ cwd: project.folder });
  ({ runs } = silo);
});
afterEach(() => project.remove());

// What is not built cannot run in a process of its own; the tests of the command line do that.
const isolation = "none";

const setTo =
  (...values: unknown[]): Agent =>
  async ({ callTool }) => {
    for (const n of values) await callTool("set_n", { n });
    return { output: "done" };
  };

function run(agent: Agent, given: object = {}): Promise<RunOutcome> {
  return silo.environments.open("demo").run({ task: task.id, agent, isolation, ...given });
}

async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (thrown) {
    return isSiloError(thrown) ? thrown : String(thrown);
  }
}

describe("list, get and latest", () => {
  it("gives runs newest first, by environment, task and verdict", async () => {
    expect(runs.list()).toEqual([]);
    const failed = await run(setTo(1));
    const passed = await run(setTo(2));
    expect(runs.list().map(({ runId }) => runId)).toEqual([passed.runId, failed.runId]);
    expect(runs.list({ verdict: "failed", environment: "demo", task: task.id })).toMatchObject([
      { runId: failed.runId, verdict: "failed", toolCallCount: 1 },
    ]);
    expect(runs.list({ limit: 1 })).toMatchObject([{ runId: passed.runId }]);
    expect(runs.list({ environment: "other" })).toEqual([]);
    expect(runs.list({ task: "other" })).toEqual([]);
    expect(runs.get(failed.runId).result).toEqual(failed.result);
    expect(runs.get("latest").runId).toBe(passed.runId);
  });

  it("names the nearest run where there is none of that id", async () => {
    expect(await errorOf(() => runs.get("latest"))).toMatchObject({ code: "run_not_found" });
    const { runId } = await run(setTo(1));
    const typed = `${runId.slice(0, -1)}${runId.endsWith("0") ? "1" : "0"}`;
    for (const use of [() => runs.get(typed), () => runs.replay(typed), () => runs.compare(runId, typed)])
      expect(await errorOf(use)).toMatchObject({ code: "run_not_found", details: { nearest: [runId] } });
  });
});

describe("replay and diff", () => {
  it("give what was recorded, and what each place was and is", async () => {
    const { runId, stateDiff, folder } = await run(setTo("x", 2, 3));
    expect(await runs.replay(runId, { isolation })).toMatchObject({
      runId,
      folder,
      difference: undefined,
      calls: 3,
      skipped: [],
      stateDiff,
      changedSince: [],
    });
    const scalars = [{ field: "n", from: 1, to: 3 }];
    expect(await runs.diff("latest", { isolation })).toEqual({
      runId,
      folder,
      stateDiff,
      changes: { scalars, entities: [] },
      difference: undefined,
      changedSince: [],
    });
    expect(readdirSync(runs.folder)).toEqual([runId]);
  });

  it("say which call comes out otherwise, and that the environment is another one", async () => {
    const { runId, stateDiff } = await run(setTo(2));
    project.write({ "index.ts": changedIndex("return n;", "return n + 1;") });
    const replayed = await runs.replay(runId, { isolation });
    expect(replayed).toMatchObject({
      difference: { at: "call", callId: "call_1", recorded: { output: 2 }, replayed: { output: 3 } },
      changedSince: ["environment"],
    });
    expect(await runs.diff(runId, { isolation })).toMatchObject({
      stateDiff,
      changes: undefined,
      difference: { at: "call" },
    });
  });

  it("take a run that was killed as far as it came, but for its hashes", async () => {
    const { runId, folder = "" } = await run(setTo(2));
    for (const file of ["run.json", "result.json", "state-diff.json"]) rmSync(join(folder, file));
    expect(await runs.diff(runId, { isolation })).toMatchObject({
      changes: { scalars: [{ field: "n", from: 1, to: 2 }] },
      stateDiff: { scalars: [{ field: "n", from: 1, to: 2 }] },
      changedSince: [],
    });
    writeFileSync(join(folder, "trace.jsonl"), "");
    expect(await errorOf(() => runs.replay(runId, { isolation }))).toMatchObject({ code: "usage_error" });
  });

  it("need the environment", async () => {
    const { runId } = await run(setTo(2));
    rmSync(project.environment, { recursive: true });
    expect(await errorOf(() => runs.replay(runId, { isolation }))).toMatchObject({
      code: "environment_not_found",
    });
  });
});

describe("grade", () => {
  it("gives the recorded result where nothing changed, and writes nothing", async () => {
    const { runId, result } = await run(setTo(2));
    const before = project.tree();
    expect(await runs.grade(runId, { isolation })).toMatchObject({
      result,
      verdict: "passed",
      recordedVerdict: "passed",
      ungradedBy: undefined,
      changedSince: [],
    });
    expect(project.tree()).toEqual(before);
  });

  it("asks the verifier as it is now, and says what changed", async () => {
    const { runId } = await run(setTo(3));
    project.write({
      "index.ts": changedIndex("passed: final.n === 2", "passed: final.n === 3"),
      "tasks/TASK-1.json": { ...task, instruction: "Set n to 3." },
    });
    expect(await runs.grade(runId, { isolation })).toMatchObject({
      verdict: "passed",
      recordedVerdict: "failed",
      result: { passed: true, reward: 1, toolCalls: 1, agentOutput: "done" },
      changedSince: ["environment", "task", "verifier"],
    });
    project.write({ "tasks/TASK-1.json": undefined });
    expect((await runs.grade(runId, { isolation })).changedSince).toContain("task");
  });

  it("has no verdict where the world cannot be made again", async () => {
    const { runId } = await run(setTo(2));
    project.write({ "index.ts": changedIndex("return n;", "return n + 1;") });
    expect(await runs.grade(runId, { isolation })).toMatchObject({
      verdict: "ungraded",
      recordedVerdict: "passed",
      ungradedBy: { code: "environment_failed", details: { place: "tools.set_n" } },
    });
  });
});

describe("compare", () => {
  it("says what differs, and what the runs were given that differs", async () => {
    const a = await run(setTo(2));
    const b = await run(setTo(3), { limits: { maxToolCalls: 7 } });
    const runIds = { a: a.runId, b: b.runId };
    expect(runs.compare(a.runId, "latest")).toMatchObject({
      runIds,
      isSame: false,
      verdict: { a: "passed", b: "failed" },
      firstDifferentCall: { index: 0, differs: "call" },
      config: [{ name: "maxToolCalls", a: 100, b: 7 }],
    });
    expect(runs.compare(a.runId, a.runId)).toMatchObject({ isSame: true, hashes: [], config: [] });
  });
});

describe("solution", () => {
  it("has the calls that succeeded, and the answer", async () => {
    const { runId } = await run(setTo("x", 2));
    expect(runs.solution(runId)).toEqual({
      calls: [{ tool: "set_n", input: { n: 2 } }],
      answer: "done",
    });
  });

  it("is refused of a run that did not pass", async () => {
    const { runId, folder = "" } = await run(setTo(1));
    expect(await errorOf(() => runs.solution(runId))).toMatchObject({ code: "usage_error" });
    rmSync(join(folder, "result.json"));
    expect(await errorOf(() => runs.solution(runId))).toMatchObject({ code: "usage_error" });
  });
});

describe("prune", () => {
  it("removes all but the newest, or says what it would remove", async () => {
    const first = await run(setTo(1));
    const second = await run(setTo(1));
    const ids = (): string[] => runs.list().map(({ runId }) => runId);
    expect(runs.prune({ keep: 1, dryRun: true })).toEqual([first.runId]);
    expect(ids()).toHaveLength(2);
    expect(runs.prune({ olderThanMs: 3_600_000 })).toEqual([]);
    expect(runs.prune({ keep: 1 })).toEqual([first.runId]);
    expect(ids()).toEqual([second.runId]);
    mkdirSync(join(runs.folder, "notes"));
    expect(runs.prune({ keep: 0 })).toEqual([second.runId]);
    expect(readdirSync(runs.folder)).toEqual(["notes"]);
  });

  it.each([{ keep: 1.5 }, { keep: -1 }, { keep: NaN }, { olderThanMs: -1 }, { olderThanMs: NaN }])(
    "refuses %j",
    async (which) => {
      expect(await errorOf(() => runs.prune(which))).toMatchObject({ code: "usage_error" });
    },
  );
});

/** The environment's module with one thing in it changed. */
function changedIndex(from: string, to: string): string {
  const file = join(project.environment, "index.ts");
  const source = readFileSync(file, "utf8");
  const changed = source.replace(from, to);
  if (changed === source) throw new Error(`There is no ${from} in ${file}.`);
  return changed;
}
