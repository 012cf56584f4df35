import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SiloTask } from "@silo/artifacts";
import * as runtime from "../src/index.js";
import type { RunOutcome } from "../src/run-outcome.js";
import { runTask, type RunTaskOptions } from "../src/run-task.js";
import { makeProject } from "./author-project.js";

/** What a case's environment and agent do beside the usual: source text of JavaScript. */
export interface CaseCode {
  /** Body of the agent, an async function with the members of its input in scope; it adds the note B by default. */
  act?: string;
  /** At the top level of the agent's module. */
  agentTop?: string;
  /** More tools: items of an array, made with `tool(name, run, more)`. */
  tools?: string;
  /** Before the environment's state is made. */
  createState?: string;
  /** Before the tools are given. */
  bindTools?: string;
  /** Before the checks are given; `final`, `initial` and `context` are in scope. */
  verify?: string;
  /** Members of the hooks. */
  hooks?: string;
  /** At the top level of the environment's module. */
  worldTop?: string;
}

// The test runner's own process resolves packages to their sources, which an import that it does not see cannot load.
Object.assign(globalThis, { runtimeOfTheTest: runtime });

export type CaseOptions = CaseCode & Partial<Omit<RunTaskOptions, "environment" | "agent">>;

export const task: SiloTask = {
  id: "TASK-1",
  title: "Add a note",
  instruction: "Add the note B.",
  verifierId: "VER-1",
};

/** Environments and agents as files of one project. */
export interface CaseProject {
  folder: string;
  /** Writes a case's files, and gives what `runTask` takes. */
  prepare(code: CaseOptions): RunTaskOptions & { environment: object; agent: { file: string } };
  /** Runs a case; no process of it is left afterwards. Throws what `runTask` throws. */
  run(code: CaseOptions): Promise<RunOutcome>;
  /** Writes one more file. */
  write(path: string, text: string): void;
  remove(): void;
}

export function openCases(): CaseProject {
  const project = makeProject({ name: "silo-cases-" });
  // Installed, because a process of a run has nothing but what is built.
  const scope = join(project.folder, "node_modules", "@silo");
  mkdirSync(scope);
  symlinkSync(dirname(dirname(fileURLToPath(import.meta.url))), join(scope, "runtime"), "dir");
  let cases = 0;
  const prepare: CaseProject["prepare"] = (given) => {
    const name = `case-${++cases}`;
    const code: CaseOptions = { ...given };
    const pids = join(project.folder, name, "pids");
    const entrypoint = project.write({ [`${name}/index.mjs`]: worldCode(code, pids) });
    const file = project.write({ [`${name}/agent.mjs`]: agentCode(code, pids) });
    for (const key of codeKeys) delete code[key];
    const environment = { entrypoint, name: "cases" };
    return { task, onOutput: () => undefined, ...code, environment, agent: { file, given: "agent.mjs" } };
  };
  return {
    folder: project.folder,
    prepare,
    run: async (code) => {
      const options = prepare(code);
      try {
        return await runTask(options);
      } finally {
        await requireGone(options.agent.file);
      }
    },
    write: (path, text) => writeFileSync(path, text),
    remove: project.remove,
  };
}

const codeKeys = [
  "act",
  "agentTop",
  "tools",
  "createState",
  "bindTools",
  "verify",
  "hooks",
  "worldTop",
] as const satisfies (keyof CaseCode)[];

/** Written before anything else of the module is evaluated, by the process that evaluates it. */
function notePid(pids: string): string {
  return `
    import { appendFileSync } from "node:fs";
    const notePid = (pid) => appendFileSync(${JSON.stringify(pids)}, pid + "\\n");
    notePid(process.pid);`;
}

function agentCode({ agentTop = "", act = addB }: CaseCode, pids: string): string {
  return `${notePid(pids)}
    import * as childProcess from "node:child_process";
    import * as fs from "node:fs";
    import { join } from "node:path";
    const never = () => new Promise(() => undefined);
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    ${agentTop}
    export default async ({ task, tools, callTool, signal, report, fail, ask }) => {
      ${act}
    };`;
}

const addB = `
  await callTool("add_note", { id: "B", text: "x" });
  return { output: "done" };`;

function worldCode(code: CaseCode, pids: string): string {
  return `${notePid(pids)}
    import * as childProcess from "node:child_process";
    import * as fs from "node:fs";
    import { join } from "node:path";
    const { check, defineTool, optional, toolError } = globalThis.runtimeOfTheTest ?? (await import("@silo/runtime"));
    const never = () => new Promise(() => undefined);
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const tool = (name, run, more = {}) => defineTool({
      name, description: "Does what the test says.", inputSchema: { type: "object" }, run, ...more,
    });
    const addNote = tool("add_note", (state, { id, text }) => {
      if (Object.hasOwn(state.notes, id)) throw toolError("conflict", "Note " + id + " exists already.");
      state.notes[id] = { id, text };
      return state.notes[id];
    }, {
      inputSchema: {
        type: "object",
        properties: { id: { type: "string" }, text: { type: "string" } },
        required: ["id", "text"],
      },
    });
    const listNotes = tool("list_notes", (state) => state.notes, { effect: "read" });
    ${code.worldTop ?? ""}
    export const createState = () => {
      const state = { notes: { A: { id: "A", text: "first" } } };
      ${code.createState ?? ""}
      return state;
    };
    export const bindTools = (state) => {
      ${code.bindTools ?? ""}
      return [addNote, listNotes, ${code.tools ?? ""}];
    };
    export const verifiers = [{
      id: "VER-1",
      taskId: "TASK-1",
      name: "Note B is there",
      check: (final, initial, context) => {
        ${code.verify ?? ""}
        return [check("B is there", Object.hasOwn(final.notes, "B")), optional("A is there", Object.hasOwn(initial.notes, "A"))];
      },
    }];
    export const hooks = { ${code.hooks ?? ""} };`;
}

/** Throws where a process that noted itself beside `file` is there: also one that it had started. */
export async function requireGone(file: string): Promise<void> {
  const notes = join(file, "..", "pids");
  if (!existsSync(notes)) return;
  const pids = new Set(readFileSync(notes, "utf8").trim().split("\n").map(Number));
  pids.delete(process.pid);
  const left = await whoIsLeft([...pids], 0);
  if (left.length > 0) throw new Error(`Processes ${left.join(", ")} of the run are still there.`);
}

/** Who is there after `ms`, or undefined processes before that where nobody is. */
export async function whoIsLeft(pids: readonly number[], ms: number): Promise<number[]> {
  const end = performance.now() + ms;
  for (;;) {
    const left = pids.filter(isThere);
    if (left.length === 0 || performance.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // A process that has ended, and whom its parent has not asked about yet.
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return existsSync("/proc/self/stat") ? false : true;
  }
}
