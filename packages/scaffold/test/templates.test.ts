import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "@silo/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Silo } from "../src/silo.js";
import { templates } from "../src/template-catalogue.js";
import { makeEnvironment, type EnvironmentProject } from "./environment-project.js";

// The templates import @silo/runtime, which a project outside of this repository gets from the build.
let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
});
afterEach(() => project.remove());

interface Solution {
  calls: { tool: string; input: unknown }[];
  answer: unknown;
}

describe.each(Object.keys(templates))("an environment made from %s", (template) => {
  it("is valid, fails when nothing is done, and passes by its solutions", async () => {
    const environment = Silo.open({ cwd: project.folder }).environments.create({ name: "made", template });
    const report = await environment.validate();
    expect(report.findings).toEqual([]);
    expect(report.counts.tasks).toBeGreaterThan(0);
    expect(report.counts.verifiers).toBe(report.counts.tasks);
    for (const task of environment.tasks.ids()) {
      const solution = JSON.parse(
        readFileSync(join(environment.folder, "solutions", `${task}.json`), "utf8"),
      ) as Solution;
      const solve: Agent = async ({ callTool }) => {
        for (const { tool, input } of solution.calls) await callTool(tool, input);
        return { output: solution.answer };
      };
      const nothing: Agent = () => Promise.resolve({ output: "" });
      const solved = await environment.run({ task, agent: solve });
      expect([task, solved.verdict, solved.result.reward, solved.result.toolErrors]).toEqual([
        task,
        "passed",
        1,
        0,
      ]);
      const idle = await environment.run({ task, agent: nothing });
      expect([task, idle.verdict, idle.result.reward]).toEqual([task, "failed", 0]);
    }
  });
});
