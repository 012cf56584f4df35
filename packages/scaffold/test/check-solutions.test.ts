import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, task, type EnvironmentProject } from "./environment-project.js";
import { check, codesOf, entrypoint, others, rightChecks, solution } from "./provable-environment.js";

let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
});
afterEach(() => project.remove());

describe("a solution", () => {
  it.each<[string, string, Record<string, string | object>]>([
    ["that is missing", "solution_missing", {}],
    ["that is no JSON", "solution_invalid", { "solutions/TASK-1.json": "{" }],
    ["that has another shape", "solution_invalid", { "solutions/TASK-1.json": { calls: [] } }],
    [
      "that is there twice",
      "solution_invalid",
      { "solutions/TASK-1.json": solution, "solutions/TASK-1.ts": "export default async () => ({})" },
    ],
    ["that is no agent", "solution_invalid", { "solutions/TASK-1.ts": "export default 1" }],
    ["that does not compile", "solution_invalid", { "solutions/TASK-1.ts": "export default (" }],
    ["that is wrong", "solution_fails", { "solutions/TASK-1.json": { ...solution, answer: "B" } }],
    [
      "that makes a call that fails",
      "solution_call_fails",
      { "solutions/TASK-1.json": { ...solution, calls: [{ tool: "none", input: {} }, ...solution.calls] } },
    ],
    [
      "of no task",
      "solution_unused",
      { "solutions/TASK-1.json": solution, "solutions/TASK-9.json": solution },
    ],
  ])("%s is found", async (_, code, files) => {
    project.write({ ...entrypoint(), ...files });
    const report = await check(project);
    // Validation may say more about a module that does not compile.
    expect(codesOf(report)).toContain(code);
    expect(codesOf(report).filter((found) => found !== "type_error")).toEqual([code]);
    expect(report.proofs[0]?.noop).toEqual(
      code === "solution_invalid" && "solutions/TASK-1.ts" in files && !("solutions/TASK-1.json" in files)
        ? null
        : { verdict: "failed", reward: 0, calls: 0 },
    );
  });

  it("that changes the world, or does not, must be what the task says", async () => {
    project.write({
      ...entrypoint(),
      "solutions/TASK-1.json": solution,
      "tasks/TASK-1.json": { ...task, expectsNoChange: true },
    });
    expect(codesOf(await check(project))).toEqual(["change_not_expected"]);
    const answerOnly = `[
      { label: "Nothing changed", passed: final.n === initial.n && final.items.A.value === 1 && ${others}, required: true },
      { label: "The answer is A", passed: context.agentOutput === "A", required: true },
    ]`;
    project.write({
      ...entrypoint({ checks: answerOnly }),
      "solutions/TASK-1.json": { calls: [], answer: "A" },
      "tasks/TASK-1.json": task,
    });
    expect(codesOf(await check(project))).toEqual(["no_change_not_declared"]);
    project.write({ "tasks/TASK-1.json": { ...task, expectsNoChange: true } });
    expect(await check(project)).toMatchObject({ ok: true, findings: [] });
  });
});

describe("a waiver", () => {
  const lenient = entrypoint({ checks: rightChecks.replace(`=== 2`, `>= 2`) });
  const mutation = "call 2 (set_value): value 2 → 3";

  it("lets its mutation pass, and no other", async () => {
    project.write({ ...lenient, "solutions/TASK-1.json": solution });
    const before = await check(project);
    expect(before.proofs[0]?.survivors).toEqual([mutation, `also set_value {"id":"A","value":3}`]);
    expect(before.findings).toMatchObject([
      { code: "mutant_survives", level: "error" },
      { code: "mutant_survives", level: "error" },
    ]);
    expect(before.findings.map(({ message }) => message).join()).toContain(mutation);
    const waivers = [{ mutation, reason: "At least 2 is what is asked for." }];
    project.write({ "tasks/TASK-1.json": { ...task, waivers } });
    const after = await check(project);
    expect(after.findings).toHaveLength(1);
    expect(after.proofs[0]?.mutants).toMatchObject({ survived: 1, waived: 1 });
  });

  it("that waives nothing is found", async () => {
    const waivers = [mutation, "call 9 left out"].map((name) => ({ mutation: name, reason: "x" }));
    project.write({
      ...entrypoint(),
      "solutions/TASK-1.json": solution,
      "tasks/TASK-1.json": { ...task, waivers },
    });
    const report = await check(project);
    expect(report.findings).toMatchObject([
      { code: "waiver_unused", level: "warning", file: "tasks/TASK-1.json" },
      { code: "waiver_unused", level: "warning", file: "tasks/TASK-1.json" },
    ]);
  });
});
