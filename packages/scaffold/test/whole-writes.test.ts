import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { isSiloError } from "@silo/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Silo } from "../src/silo.js";
import { treeOf } from "./environment-project.js";

const built = new URL("../dist/index.js", import.meta.url).href;
const killer = fileURLToPath(new URL("kill-at.mjs", import.meta.url));
const isDeep = process.env["SILO_DEEP"] === "1";

let root: string;
let made: string;
beforeAll(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), "silo-whole-"));
  made = join(root, "made");
  mkdirSync(made);
  const environment = Silo.open({ cwd: made }).environments.create({ name: "demo" });
  environment.data.add("notes", ["before"]);
});
afterAll(() => rmSync(root, { recursive: true }));

let copies = 0;
function copyOfMade(): string {
  const project = join(root, `copy-${copies++}`);
  cpSync(made, project, { recursive: true });
  return project;
}

interface Ended {
  stdout: string;
  isKilled: boolean;
}

/** Runs code that has `silo` and `demo` in a process of its own, which prints `done` or the code of its error. */
function inProcess(project: string, code: string, { killAt }: { killAt?: number } = {}): Promise<Ended> {
  const script = `
    import { Silo } from ${JSON.stringify(built)};
    const silo = Silo.open({ cwd: ${JSON.stringify(project)} });
    const demo = silo.environments.list().includes("demo") ? silo.environments.open("demo") : undefined;
    try { ${code}; console.log("done"); } catch (error) { console.log(error.code ?? String(error)); }`;
  const preload = killAt === undefined ? [] : ["--import", killer];
  const child = spawn(process.execPath, [...preload, "--input-type=module", "-e", script], {
    env: { ...process.env, KILL_AT: String(killAt ?? 0) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (_status, signal) => resolve({ stdout, isKilled: signal === "SIGKILL" }));
  });
}

/** As if the time had passed after which the lock of a killed process counts no more. */
function letLocksAge(project: string): void {
  for (const path of treeOf(project).filter((path) => path.endsWith(".lock"))) {
    utimesSync(join(project, path), new Date(0), new Date(0));
  }
}

/** Every file with its text; folders with nothing. */
function contents(folder: string): Record<string, string> {
  return Object.fromEntries(
    treeOf(folder).map((path) => {
      try {
        return [path, readFileSync(join(folder, path), "utf8")];
      } catch {
        return [path, ""];
      }
    }),
  );
}

interface Work {
  name: string;
  code: string;
  start: () => string;
  /** What the next command is, which finds what a killed one left. */
  next: (silo: Silo) => unknown;
}

const works: Work[] = [
  {
    name: "adding and registering a tool",
    code: 'await demo.tools.add("archive_todo")',
    start: copyOfMade,
    next: (silo) => silo.environments.open("demo").tools.add("next_one"),
  },
  {
    name: "updating a dataset",
    code: 'demo.data.update("notes", ["after"])',
    start: copyOfMade,
    next: (silo) => silo.environments.open("demo").data.add("next", 1),
  },
  {
    name: "adding a task",
    code: 'demo.tasks.add({ id: "TASK-2", title: "T", instruction: "I", verifierId: "V" })',
    start: copyOfMade,
    next: (silo) => silo.environments.open("demo").tasks.remove("TASK-001"),
  },
  {
    name: "creating the first environment of a project",
    code: 'silo.environments.create({ name: "demo" })',
    start: () => {
      const project = join(root, `copy-${copies++}`);
      mkdirSync(project);
      return project;
    },
    next: (silo) => silo.environments.create({ name: "next" }),
  },
  {
    name: "creating another environment",
    code: 'silo.environments.create({ name: "other", template: "crm" })',
    start: copyOfMade,
    next: (silo) => silo.environments.create({ name: "next" }),
  },
];

/** What a project holds after the next command, with or without the work before it. */
async function afterNext(work: Work, project: string): Promise<Record<string, string>> {
  letLocksAge(project);
  await work.next(Silo.open({ cwd: project }));
  return contents(project);
}

describe("killed before any of its calls that change the disk", () => {
  it.each(works)("$name is as before or as after", async (work) => {
    const before = await afterNext(work, work.start());
    const whole = work.start();
    const { stdout } = await inProcess(whole, work.code, { killAt: 0 });
    const calls = Number(/calls: (\d+)/.exec(stdout)?.[1]);
    expect(stdout).toMatch(/^done\n/);
    expect(calls).toBeGreaterThan(5);
    const after = await afterNext(work, whole);
    expect(after).not.toEqual(before);

    const outcomes = new Set<string>();
    // Some of them, spread over all, and the last, which are those that count; all of them in a deep run.
    const sampled = [0.2, 0.5, 0.8]
      .map((part) => Math.ceil(part * calls))
      .concat(calls - 4, calls - 2, calls);
    const all = Array.from({ length: calls }, (_, index) => index + 1);
    for (const killAt of isDeep ? all : new Set(sampled)) {
      const project = work.start();
      const { isKilled } = await inProcess(project, work.code, { killAt });
      expect(isKilled).toBe(true);
      const barrel = join(project, ".silo/environments/demo/tools/index.ts");
      if (existsSync(barrel) && readFileSync(barrel, "utf8").includes("./archive-todo.js")) {
        const tool = readFileSync(join(barrel, "../archive-todo.ts"), "utf8");
        expect(tool).toBe(after[".silo/environments/demo/tools/archive-todo.ts"]);
      }
      const found = await afterNext(work, project);
      const isAfter = isDeepStrictEqual(found, after);
      expect(found, `killed at ${killAt} of ${calls}`).toEqual(isAfter ? after : before);
      outcomes.add(isAfter ? "after" : "before");
    }
    expect([...outcomes].sort()).toEqual(["after", "before"]);
  });

  it("the next command waits for the lock of the killed one, and takes it over", async () => {
    const project = copyOfMade();
    const folder = join(project, ".silo/environments/demo");
    mkdirSync(join(folder, ".lock"));
    Silo.open({ cwd: project }).environments.open("demo").data.add("late", 1);
    expect(existsSync(join(folder, "data/late.json"))).toBe(true);
    expect(existsSync(join(folder, ".lock"))).toBe(false);
  });

  it("a file that the author has edited since stays", async () => {
    const project = copyOfMade();
    const tools = join(project, ".silo/environments/demo/tools");
    const { tools: resource } = Silo.open({ cwd: project }).environments.open("demo");
    writeFileSync(join(tools, ".mine.ts.adding"), "generated");
    writeFileSync(join(tools, "mine.ts"), "generated, and edited");
    await resource.add("other");
    expect(readFileSync(join(tools, "mine.ts"), "utf8")).toBe("generated, and edited");
    expect(treeOf(tools).filter((path) => path.startsWith("."))).toEqual([]);
  });
});

describe("of processes that write at the same time", () => {
  const times = isDeep ? 10 : 1;

  it.each([
    ["the same tool", 'await demo.tools.add("archive_todo")', "tool_already_exists"],
    ["the same verifier", 'await demo.verifiers.add("V-2", { task: "TASK-001" })', "verifier_already_exists"],
    ["the same dataset", 'demo.data.add("same", 1)', "data_already_exists"],
    ["the same environment", 'silo.environments.create({ name: "same" })', "environment_already_exists"],
  ])("%s: one wins, the other is told", async (_name, code, refused) => {
    for (let time = 0; time < times; time++) {
      const project = copyOfMade();
      const ended = await Promise.all([1, 2].map(() => inProcess(project, code)));
      expect(ended.map(({ stdout }) => stdout.trim()).sort()).toEqual(["done", refused].sort());
    }
  });

  it("two tools: both are registered", async () => {
    const project = copyOfMade();
    const names = ["a_one", "b_two"];
    const ended = await Promise.all(
      names.map((name) => inProcess(project, `await demo.tools.add("${name}")`)),
    );
    expect(ended.map(({ stdout }) => stdout)).toEqual(["done\n", "done\n"]);
    const barrel = readFileSync(join(project, ".silo/environments/demo/tools/index.ts"), "utf8");
    for (const name of ["aOne", "bTwo"]) expect(barrel.split(name)).toHaveLength(3);
  });

  it("environments of one new project: none takes away what the others need", async () => {
    const project = join(root, `copy-${copies++}`);
    mkdirSync(project);
    const codes = ["one", "one", "two"].map((name) => `silo.environments.create({ name: "${name}" })`);
    const ended = await Promise.all(codes.map((code) => inProcess(project, code)));
    expect(ended.map(({ stdout }) => stdout.trim()).sort()).toEqual([
      "done",
      "done",
      "environment_already_exists",
    ]);
    expect(treeOf(join(project, ".silo"))).toEqual(
      expect.arrayContaining(["tsconfig.json", ".gitignore", "schemas/task.schema.json"]),
    );
  });

  it("an update of what somebody else has changed is refused, and says so", () => {
    const project = copyOfMade();
    const open = () => Silo.open({ cwd: project }).environments.open("demo");
    const [mine, theirs] = [open(), open()];
    const task = mine.tasks.get("TASK-001");
    theirs.tasks.update({ ...theirs.tasks.get("TASK-001"), title: "Theirs" });
    let thrown: unknown;
    try {
      mine.tasks.update({ ...task, title: "Mine" });
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown, "storage_failed") && thrown.details.reason).toMatch(
      /somebody else changed it/,
    );
    expect(open().tasks.get("TASK-001").title).toBe("Theirs");
    mine.tasks.update({ ...mine.tasks.get("TASK-001"), title: "Mine" });
    expect(open().tasks.get("TASK-001").title).toBe("Mine");
  });
});
