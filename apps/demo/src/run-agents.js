import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTask } from "@silo/runtime";

const cliManifest = createRequire(import.meta.url).resolve("@silo/cli/package.json");
const silo = join(dirname(cliManifest), JSON.parse(readFileSync(cliManifest, "utf8")).bin.silo);

/** The agents of this demonstration, in the order of their skill. */
export const agents = /** @type {const} */ (["none", "clumsy", "careful"]);

/**
 * @typedef {Pick<import("@silo/runtime").RunOutcome["result"], "verdict" | "passed" | "reward" | "toolCalls" | "toolErrors" | "terminationReason" | "checksPassed" | "checksFailed">} Result
 * @typedef {{ agent: (typeof agents)[number], task: import("@silo/runtime").SiloTask, folder: string | undefined, result: Result }} Row
 */

/**
 * Makes a project with these agents and a crm named demo, and gives its tasks.
 * @returns {Promise<{ project: string, tasks: import("@silo/runtime").SiloTask[] }>}
 */
export async function makeProject() {
  const project = mkdtempSync(join(tmpdir(), "silo-demo-"));
  cpSync(fileURLToPath(new URL("../agents", import.meta.url)), join(project, "agents"), { recursive: true });
  await runSilo(project, ["init", "demo", "--template", "crm"]);
  const { tasks } = await runSilo(project, ["task", "list"]);
  return { project, tasks };
}

/**
 * Runs every agent on the first task of each difficulty, by the command and with all that it records.
 * @returns {Promise<{ project: string, rows: Row[] }>}
 */
export async function runAgents() {
  const { project, tasks } = await makeProject();
  /** @type {Row[]} */
  const rows = [];
  const picked = tasks.filter(
    ({ difficulty }, index) => tasks.findIndex((task) => task.difficulty === difficulty) === index,
  );
  for (const task of picked) {
    const run = ["run", "--env", "demo", "--task", task.id];
    const runs = agents.map(async (agent) => {
      const { folder, result } = await runSilo(project, [...run, "--agent", `agents/${agent}.ts`]);
      return { agent, task, folder, result };
    });
    rows.push(...(await Promise.all(runs)));
  }
  return { project, rows };
}

/**
 * Runs every agent on every task without the command: one run after the other in this process, which is quicker and leaves nothing behind.
 * @returns {Promise<Row[]>}
 */
export async function runAgentsHere() {
  const { project, tasks } = await makeProject();
  const folder = join(project, ".silo/environments/demo");
  const { entrypoint, grants } = JSON.parse(readFileSync(join(folder, "silo.environment.json"), "utf8"));
  /** @type {Row[]} */
  const rows = [];
  for (const task of tasks) {
    for (const agent of agents) {
      const { result } = await runTask({
        environment: { entrypoint: join(folder, entrypoint), name: "demo" },
        task,
        agent: { file: join(project, `agents/${agent}.ts`), given: `agents/${agent}.ts` },
        grants,
        isolation: "none",
      });
      rows.push({ agent, task, folder: undefined, result });
    }
  }
  rmSync(project, { recursive: true, force: true });
  return rows;
}

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
