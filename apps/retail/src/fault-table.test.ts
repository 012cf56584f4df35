import { expect, it } from "vitest";
import { faultsOf, renderFaults } from "./fault-table.js";

const level = "error" as const;
const report: Parameters<typeof faultsOf>[0] = {
  environment: "retail",
  ok: false,
  counts: { data: 4, tasks: 2, tools: 16, verifiers: 2 },
  proofs: [],
  findings: [
    {
      level,
      code: "solution_call_fails",
      message: "Call 2 of the solution (a_tool) fails: not_found: Order not found",
      file: "solutions/TASK-002.json",
    },
    {
      level,
      code: "noop_passes",
      message: 'An agent that does nothing passes task "TASK-001", with reward 0.5.',
      file: "tasks/TASK-001.json",
    },
    {
      level,
      code: "mutant_survives",
      message: 'Task "TASK-001" still passes with this mutation of its solution: answer: empty (reward 0.5).',
      file: "tasks/TASK-001.json",
    },
    {
      level,
      code: "mutant_survives",
      message: 'Task "TASK-001" still passes with this mutation of its solution: answer: 1 → 2 (reward 0.5).',
      file: "tasks/TASK-001.json",
    },
    { level, code: "type_error", message: "TS1", file: "index.ts" },
  ],
};

it("gives what is said about tasks, one row for each kind", () => {
  expect(faultsOf(report)).toEqual([
    {
      task: "TASK-001",
      code: "mutant_survives",
      fault: "a wrong run passes",
      details: ["answer: empty", "answer: 1 → 2"],
    },
    { task: "TASK-001", code: "noop_passes", fault: "doing nothing passes", details: ["reward 0.5"] },
    {
      task: "TASK-002",
      code: "solution_call_fails",
      fault: "a call of the reference fails",
      details: ["Call 2 of the solution (a_tool) fails: not_found: Order not found"],
    },
  ]);
});

it("counts them below the table", () => {
  const lines = renderFaults(faultsOf(report)).split("\n");
  expect(lines.slice(-3)).toEqual([
    "mutant_survives: 2 in 1 tasks",
    "noop_passes: 1 in 1 tasks",
    "solution_call_fails: 1 in 1 tasks",
  ]);
  expect(lines.some((line) => line.includes("TASK-002") && line.includes("Order not found"))).toBe(true);
});
