import { join } from "node:path";
import Table from "cli-table3";
import { agents, runAgents } from "./run-agents.js";

console.log(
  "Three agents in a simulated CRM, on an easy, a medium and a hard task; each run starts in a fresh world and is graded by what changed in it.\n",
);
const { project, rows } = await runAgents();

const table = new Table({
  head: ["agent", "task", "verdict", "reward", "checks", "tool calls", "errors", "ended"],
  style: { head: [], border: [] },
});
for (const name of agents) {
  for (const { task, result } of rows.filter(({ agent }) => agent === name)) {
    const { reward, checksPassed, checksFailed, toolCalls, toolErrors, terminationReason } = result;
    const shown = reward === null ? "none" : String(Math.round(reward * 100) / 100);
    const checks = `${checksPassed} of ${checksPassed + checksFailed}`;
    table.push([name, task.id, result.verdict, shown, checks, toolCalls, toolErrors, terminationReason]);
  }
}
console.log(table.toString());

const clumsy = rows.filter(({ agent }) => agent === "clumsy");
const mistakes = clumsy.reduce((sum, { result }) => sum + result.toolErrors, 0);
console.log(`
none     does nothing and answers nothing: it is not paid for that
clumsy   gets ${mistakes} calls refused, and mends wrong names from the errors' text; it reads first pages only and bends rules
careful  calls tools right the first time, reads to the end, and does what a refusal says

What next:
  Read what an agent did      ${join(clumsy[0]?.folder ?? project, "trace.jsonl")}
  Install silo in a project   npm run install-into -- ../my-world
  Your own world and agent    README.md, "The first five minutes"`);

// The demonstration is a test as well: it fails where a verdict is not what it must be.
const expected = { none: [0], clumsy: [1, 2], careful: [3] };
const wrong = agents.filter((name) => {
  const passed = rows.filter(({ agent, result }) => agent === name && result.passed).length;
  return !expected[name].includes(passed) || rows.some(({ result }) => result.verdict === "ungraded");
});
for (const name of wrong) console.error(`unexpected: the verdicts of ${name}, see ${project}`);
process.exitCode = wrong.length === 0 && mistakes > 0 ? 0 : 1;
