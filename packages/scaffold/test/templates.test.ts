import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ValidationReport } from "@silo/artifacts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { templates } from "../src/template-catalogue.js";
import { makeEnvironment, type EnvironmentProject } from "./environment-project.js";

// In a plain Node: the templates import @silo/runtime, and have to get what is built and not its sources.
const packageFolder = dirname(dirname(fileURLToPath(import.meta.url)));

const script = `
  import { readFileSync } from "node:fs";
  import { join } from "node:path";
  import { Silo } from "@silo/scaffold";
  const [cwd, template] = process.argv.slice(1);
  const environment = Silo.open({ cwd }).environments.create({ name: "made", template });
  const report = await environment.validate();
  const runs = [];
  for (const task of environment.tasks.ids()) {
    const { calls, answer } = JSON.parse(readFileSync(join(environment.folder, "solutions", task + ".json"), "utf8"));
    const solve = async ({ callTool }) => {
      for (const { tool, input } of calls) await callTool(tool, input);
      return { output: answer };
    };
    const solved = await environment.run({ task, agent: solve });
    const idle = await environment.run({ task, agent: async () => ({ output: "" }) });
    const { verdict, reward, toolErrors, failedRequired } = solved.result;
    runs.push([task, verdict, reward, toolErrors, failedRequired, idle.result.verdict, idle.result.reward]);
  }
  process.stdout.write(JSON.stringify({ report, runs }));
`;

let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
  // A template is checked with the configuration that comes with it.
  rmSync(join(project.folder, ".silo"), { recursive: true });
});
afterEach(() => project.remove());

describe.each(Object.keys(templates))("an environment made from %s", (template) => {
  it.each([
    ["in a project with node_modules", true],
    ["in one without", false],
  ])("%s is valid, passes by its solutions, and fails when nothing is done", async (_name, hasPackages) => {
    if (!hasPackages) rmSync(join(project.folder, "node_modules"), { recursive: true });
    const options = { cwd: packageFolder };
    const args = ["--input-type=module", "-e", script, project.folder, template];
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    const { report, runs } = JSON.parse(stdout) as { report: ValidationReport; runs: unknown[][] };
    expect(report.findings).toEqual([]);
    expect(report.counts.tasks).toBeGreaterThan(0);
    expect(report.counts.verifiers).toBe(report.counts.tasks);
    expect(runs).toEqual(runs.map(([task]) => [task, "passed", 1, 0, [], "failed", 0]));
    expect(runs).toHaveLength(report.counts.tasks);
  });
});
