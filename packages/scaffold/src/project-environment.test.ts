import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "@silo/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, manifest, task, type EnvironmentProject } from "../test/environment-project.js";
import type { ProjectEnvironment } from "./project-environment.js";
import { Silo } from "./silo.js";

let project: EnvironmentProject;
let environment: ProjectEnvironment;
beforeEach(() => {
  project = makeEnvironment();
  environment = Silo.open({ cwd: project.folder }).environments.open("demo");
});
afterEach(() => project.remove());

const setN: Agent = async ({ callTool }) => {
  await callTool("set_n", { n: 2 });
  return { output: "set" };
};

describe("run", () => {
  it("runs an agent, grades it and records it in the project", async () => {
    const outcome = await environment.run({ task: "TASK-1", agent: setN });
    expect(outcome).toMatchObject({
      verdict: "passed",
      result: { reward: 1, agentOutput: "set" },
      run: { environment: "demo" },
    });
    expect(outcome.run.hashes.environment).toMatch(/^[0-9a-f]{64}$/);
    const runs = join(project.folder, ".silo", "runs");
    expect(readdirSync(runs)).toEqual([outcome.runId]);
    expect(outcome.folder).toBe(join(runs, outcome.runId));
    expect(readFileSync(join(runs, outcome.runId, "state-diff.json"), "utf8")).toContain('"field": "n"');
  });

  it("takes a path of the project as agent, and keeps it as it was given", async () => {
    project.write({
      "../../../agents/solver.ts":
        'export default async ({ callTool }: any) => { await callTool("set_n", { n: 2 }); return { output: "" }; };',
    });
    const outcome = await environment.run({ task: "TASK-1", agent: "./agents/solver.ts" });
    expect([outcome.verdict, outcome.run.config.agentPath]).toEqual(["passed", "./agents/solver.ts"]);
    expect(
      (await environment.run({ task: "TASK-1", agent: join(project.folder, "agents/solver.ts") })).verdict,
    ).toBe("passed");
  });

  it("has the manifest's grants and those of the caller, once each, and limits of the caller before the task's", async () => {
    project.write({
      "silo.environment.json": { ...manifest, grants: ["a", "b"] },
      "tasks/TASK-1.json": { ...task, limits: { maxToolCalls: 3, timeoutMs: 4_000 } },
    });
    const { run } = await environment.run({
      task: "TASK-1",
      agent: setN,
      grants: ["b", "c"],
      limits: { maxToolCalls: 5 },
    });
    expect(run.config).toEqual({
      maxToolCalls: 5,
      timeoutMs: 4_000,
      memoryMb: 1024,
      loadTimeoutMs: 30_000,
      verifierTimeoutMs: 60_000,
      agentPath: null,
      grants: ["a", "b", "c"],
    });
  });

  it("has a fresh world each time", async () => {
    await environment.run({ task: "TASK-1", agent: setN });
    const outcome = await environment.run({ task: "TASK-1", agent: () => Promise.resolve({ output: "" }) });
    expect([outcome.verdict, outcome.stateDiff]).toEqual(["failed", { scalars: [], collections: {} }]);
  });

  it.each<[string, string, Record<string, string | object | undefined>, Agent | string, string]>([
    ["the task is not there", "TASK-2", {}, setN, "task_not_found"],
    ["the task is malformed", "TASK-1", { "tasks/TASK-1.json": { ...task, title: 1 } }, setN, "task_invalid"],
    [
      "the manifest is missing",
      "TASK-1",
      { "silo.environment.json": undefined },
      setN,
      "environment_load_failed",
    ],
    [
      "the entrypoint is outside",
      "TASK-1",
      { "silo.environment.json": { ...manifest, entrypoint: "../x.ts" } },
      setN,
      "entrypoint_outside_environment",
    ],
    ["the module breaks", "TASK-1", { "index.ts": "throw 1;" }, setN, "environment_load_failed"],
    [
      "the verifier is not there",
      "TASK-1",
      { "tasks/TASK-1.json": { ...task, verifierId: "VER-2" } },
      setN,
      "verifier_not_found",
    ],
    ["the agent is not there", "TASK-1", {}, "agents/none.ts", "agent_not_found"],
  ])("does not begin, where %s", async (_name, id, files, agent, code) => {
    project.write(files);
    await expect(environment.run({ task: id, agent })).rejects.toMatchObject({ code });
    expect(project.tree().filter((path) => path.includes("runs"))).toEqual([]);
  });
});
