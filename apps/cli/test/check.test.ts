import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { envelopeOf, makeDemo, makeProject, silo, writeFiles } from "./run-silo.js";

const proofPage = readFileSync(new URL("../../../docs/proof.md", import.meta.url), "utf8");
const environment = ".silo/environments/demo";

describe("silo check", () => {
  it.each([
    ["crm", ["TASK-001", "TASK-002", "TASK-003", "TASK-004", "TASK-005", "TASK-006"]],
    ["blank", ["TASK-001"]],
  ])("proves the template %s, with nothing to find", { timeout: 300_000 }, async (template, tasks) => {
    const cwd = await makeDemo(template);
    const ended = await silo(["check", "--env", "demo", "--json"], { cwd });
    const { result } = envelopeOf(ended) as { result?: unknown };
    expect(result).toMatchObject({
      ok: true,
      findings: [],
      counts:
        template === "crm"
          ? { data: 9, tasks: 6, tools: 42, verifiers: 6 }
          : { data: 1, tasks: 1, tools: 2, verifiers: 1 },
      proofs: tasks.map((task) => ({
        task,
        ok: true,
        noop: { verdict: "failed", reward: 0 },
        solution: { verdict: "passed", reward: 1 },
        mutants: { survived: 0, ungraded: 0 },
        survivors: [],
      })),
    });
    expect(ended.exitCode).toBe(0);
    expect(ended.stderr).toContain("✓ proved  demo");
    // The page shows the row of the first task.
    const [row = "no row"] = /^✓ {2}TASK-001 .+$/m.exec(proofPage) ?? [];
    if (template === "crm") expect(ended.stderr).toContain(row);
  });

  it("exits 1 where a proof fails, and shows the findings and the table", async () => {
    const cwd = await makeDemo("blank", { [`${environment}/solutions/TASK-009.json`]: "{}" });
    writeFiles(cwd, { [`${environment}/solutions/TASK-001.json`]: '{ "calls": [], "answer": "" }' });
    const ended = await silo(["check", "--task", "TASK-001", "--no-json"], { cwd });
    expect(ended.exitCode).toBe(1);
    expect(ended.stderr).toBe("");
    const lines = ended.stdout.split("\n");
    expect(
      lines.filter((line) => /^(?:error|warning): /.test(line)).map((line) => line.split(": ")[1]),
    ).toEqual(["solution_fails", "no_change_not_declared", "solution_unused"]);
    expect(ended.stdout).toMatch(/^✗ {2}TASK-001 {2}failed 0 {6}failed 0/m);
    expect(ended.stdout).toContain("does nothing");
    expect(ended.stdout).toMatch(/✗ 2 errors {2}demo {2}1 task, 1 warning/);
  });

  it("tells what it was not given, and what is not there", async () => {
    const cwd = await makeDemo("blank");
    const ended = await silo(["check", "--task", "TASK-404", "--json"], { cwd });
    expect(ended.exitCode).toBe(10);
    expect(envelopeOf(ended)).toMatchObject({ ok: false, error: { code: "task_not_found" } });
    const empty = await silo(["check", "--json"], { cwd: makeProject() });
    expect(empty.exitCode).toBe(10);
    expect(envelopeOf(empty)).toMatchObject({ ok: false, error: { code: "environment_not_found" } });
  });
});
