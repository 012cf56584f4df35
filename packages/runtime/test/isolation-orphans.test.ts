import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readRun } from "@silo/artifacts";
import { afterAll, describe, expect, it } from "vitest";
import { openCases, whoIsLeft, type CaseOptions } from "./isolated-project.js";

const cases = openCases();
afterAll(() => cases.remove());

/** Runs the case in a process of its own, which is then killed while the case goes on. */
const parent = `
  import { runTask } from "@silo/runtime";
  await runTask(JSON.parse(process.argv[2]));
`;
/** How long what a killed process leaves behind may be there, milliseconds. */
const maxOrphanMs = 2_000;
const addB = `await callTool("add_note", { id: "B", text: "x" });`;
const going = `fs.writeFileSync(join(import.meta.dirname, "going"), "");`;
const command = `childProcess.execSync("echo $$ >> " + JSON.stringify(join(import.meta.dirname, "pids")) + "; touch " + JSON.stringify(join(import.meta.dirname, "going")) + "; exec sleep 60");`;

describe("where the process of a run is killed, nothing of the run goes on, and what it recorded can be read", () => {
  it.concurrent.each<[string, CaseOptions, string[]]>([
    ["while the agent loops", { act: `${addB} ${going} while (true);` }, ["tool_call", "tool_result"]],
    ["while the agent waits for a command", { act: `${addB} ${command}` }, ["tool_call", "tool_result"]],
    ["while the agent waits", { act: `${addB} ${going} await never();` }, ["tool_call", "tool_result"]],
    [
      "while a tool loops",
      { tools: `tool("rude", () => { ${going} while (true); })`, act: `await callTool("rude", {});` },
      ["tool_call"],
    ],
    ["while createState loops", { createState: `${going} while (true);` }, []],
    ["while the agent is loaded", { agentTop: `${going} while (true);` }, []],
  ])("%s", async (_name, code, events) => {
    const { onOutput: _onOutput, ...options } = cases.prepare(code);
    const folder = dirname(options.agent.file);
    const runsFolder = join(folder, "runs");
    const script = join(folder, "parent.mjs");
    cases.write(script, parent);
    const given = JSON.stringify({ ...options, record: { runsFolder } });
    const running = spawn(process.execPath, [script, given], { stdio: ["ignore", "inherit", "inherit"] });
    const killed = new Promise((resolve) => running.once("exit", (_code, signal) => resolve(signal)));
    while (!existsSync(join(folder, "going")) && running.exitCode === null) await sleep(10);
    running.kill("SIGKILL");
    expect(await killed).toBe("SIGKILL");

    const pids = readFileSync(join(folder, "pids"), "utf8").trim().split("\n").map(Number);
    expect(pids.length).toBeGreaterThanOrEqual(1);
    expect(await whoIsLeft(pids, maxOrphanMs)).toEqual([]);

    const runs = existsSync(runsFolder) ? readdirSync(runsFolder) : [];
    expect(runs).toHaveLength(events.length === 0 ? 0 : 1);
    for (const run of runs) {
      const stored = readRun(join(runsFolder, run));
      expect(stored).toMatchObject({ runId: run, task: options.task, run: undefined, result: undefined });
      expect(stored.trace.events.map(({ type }) => type)).toEqual(["run_start", ...events]);
    }
  });
});
