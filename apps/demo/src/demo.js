import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Table from "cli-table3";

const cliManifest = createRequire(import.meta.url).resolve("@silo/cli/package.json");
const silo = join(dirname(cliManifest), JSON.parse(readFileSync(cliManifest, "utf8")).bin.silo);

/**
 * @typedef {{ verdict: string, folder: string, result: { reward: number | null, toolCalls: number, toolErrors: number, terminationReason: string, checksPassed: number, checksFailed: number } }} RunReport
 * @typedef {{ agent: string, task: string, report: RunReport }} Row
 */

/**
 * Runs the command as a program would: it reads the envelope.
 * @param {string} project
 * @param {string[]} args
 * @returns {Promise<any>}
 */
function runSilo(project, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [silo, ...args, "--json", "--cwd", project], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    child.on("error", reject);
    child.on("close", () => {
      const envelope = out === "" ? undefined : JSON.parse(out);
      if (envelope?.ok) resolve(envelope.result);
      else reject(new Error(`silo ${args.join(" ")} failed:\n${err}`));
    });
  });
}

const project = mkdtempSync(join(tmpdir(), "silo-demo-"));
cpSync(fileURLToPath(new URL("../agents", import.meta.url)), join(project, "agents"), { recursive: true });
const { tasks } = await runSilo(project, ["init", "demo", "--template", "crm"]);

console.log(
  "Three agents in a simulated CRM; each run starts in a fresh world and is graded by what changed in it.\n",
);
/** @type {Row[]} */
const rows = [];
for (const agent of ["careful", "clumsy", "idle"]) {
  for (const task of tasks) {
    const report = await runSilo(project, [
      "run",
      "--env",
      "demo",
      "--task",
      task,
      "--agent",
      `agents/${agent}.ts`,
    ]);
    rows.push({ agent, task, report });
  }
}

const table = new Table({
  head: ["agent", "task", "verdict", "reward", "checks", "tool calls", "errors", "ended"],
  style: { head: [], border: [] },
});
for (const { agent, task, report } of rows) {
  const { reward, checksPassed, checksFailed, toolCalls, toolErrors, terminationReason } = report.result;
  const shown = reward === null ? "none" : String(Math.round(reward * 100) / 100);
  table.push([
    agent,
    task,
    report.verdict,
    shown,
    `${checksPassed} of ${checksPassed + checksFailed}`,
    toolCalls,
    toolErrors,
    terminationReason,
  ]);
}
console.log(table.toString());

const clumsy = rows.filter(({ agent }) => agent === "clumsy");
const mistakes = clumsy.reduce((sum, { report }) => sum + report.result.toolErrors, 0);
console.log(`
careful  calls every tool right the first time
clumsy   calls tools that do not exist and misspells arguments: ${mistakes} refused calls, each mended from the error's text
idle     does nothing and says "Done.": it is not paid for that

What next:
  Read what an agent did      ${join(clumsy[0]?.report.folder ?? project, "trace.jsonl")}
  Install silo in a project   npm run install-into -- ../my-world
  Your own world and agent    README.md, "The first five minutes"`);

// The demonstration is a test as well: it fails where a verdict is not what it must be.
const wrong = rows.filter(({ agent, report }) => report.verdict !== (agent === "idle" ? "failed" : "passed"));
for (const { agent, task, report } of wrong)
  console.error(`unexpected: ${agent} on ${task} is ${report.verdict}, see ${report.folder}`);
process.exitCode = wrong.length === 0 && mistakes > 0 ? 0 : 1;
