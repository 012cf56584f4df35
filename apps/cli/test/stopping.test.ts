import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRun } from "@silo/artifacts";
import type { Envelope } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { environment, envelopeOf, main, makeDemo, silo, type Ended } from "./run-silo.js";

const run = (agent: string): string[] => ["run", "--env", "demo", "--task", "TASK-001", "--agent", agent];

const agents = {
  "spin.mjs": "console.error('started'); export default async () => { for (;;); };\n",
  "wait.mjs": "export default () => { console.error('started'); return new Promise(() => undefined); };\n",
  "load-spin.mjs": "for (;;);\n",
  "idle.mjs": "export default async () => undefined;\n",
  "broken.mjs": "export default async () => { throw new Error('no key'); };\n",
  "loud.mjs": `import { writeSync } from "node:fs";
    import { spawnSync } from "node:child_process";
    export default async () => {
      writeSync(1, "to the descriptor\\n");
      spawnSync("echo", ["from a child"], { stdio: "inherit" });
      console.log("to the console");
      process.stdout.write("x".repeat(3_000_000));
      return { output: "done" };
    };`,
  "ask.mjs": `export default async ({ ask, callTool }) => {
    await callTool("list_todos", {});
    const which = await ask("Which todo?");
    const { output } = await callTool("complete_todo", { todoId: which });
    return { output: output.title ?? output.message };
  };`,
};

const demo = (): Promise<string> => makeDemo("blank", agents);

interface Killed extends Ended {
  /** Ids of the processes that the command had started, while it ran. */
  children: number[];
}

/** Runs the command, and sends it each signal when its agent says that it has started, 50 ms apart. */
function interrupted(args: string[], cwd: string, signals: NodeJS.Signals[]): Promise<Killed> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    let children: number[] = [];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
      if (children.length > 0 || !chunk.includes("started")) return;
      children = childrenOf(child.pid ?? 0);
      for (const [index, signal] of signals.entries()) setTimeout(() => child.kill(signal), 50 * index);
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr, children }));
  });
}

function childrenOf(parent: number): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => statOf(id)?.parent === parent);
}

function statOf(id: number): { parent: number; isAlive: boolean } | undefined {
  try {
    const [state, parent] = (readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1] ?? "").split(" ");
    return { parent: Number(parent), isAlive: state !== "Z" && state !== "X" };
  } catch {
    return undefined;
  }
}

async function expectGone(ids: number[]): Promise<void> {
  expect(ids.length).toBeGreaterThan(0);
  await expect.poll(() => ids.filter((id) => statOf(id)?.isAlive), { timeout: 5_000 }).toEqual([]);
}

function onlyRun(project: string): string {
  const [runId = ""] = readdirSync(join(project, ".silo/runs"));
  return join(project, ".silo/runs", runId);
}

describe("an agent in a loop", () => {
  it("ends at its limit, is graded, and leaves no process", async () => {
    const project = await demo();
    const ended = await silo([...run("spin.mjs"), "--timeout-ms", "300"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({
      result: { verdict: "failed", result: { terminationReason: "timeout", reward: 0 } },
    });
    expect(ended.exitCode).toBe(1);
  });

  it.each([[["SIGINT"]], [["SIGTERM"]]] as [NodeJS.Signals[]][])(
    "is cancelled by %s, with whole artifacts",
    async (signals) => {
      const project = await demo();
      const ended = await interrupted(run("spin.mjs"), project, signals);
      expect(ended.exitCode).toBe(130);
      expect(envelopeOf(ended)).toMatchObject({ error: { code: "cancelled" } });
      await expectGone(ended.children);
      // The agent says that it has started while it is loaded, so that the run may not have begun.
      for (const runId of listOf(join(project, ".silo/runs")))
        expect(readRun(join(project, ".silo/runs", runId)).result).toMatchObject({
          terminationReason: "cancelled",
        });
    },
  );

  it("and a second interrupt leaves at once", async () => {
    const project = await demo();
    const ended = await interrupted(run("wait.mjs"), project, ["SIGINT", "SIGINT"]);
    expect(ended.exitCode).toBe(130);
    await expectGone(ended.children);
  });

  it("does not outlive a command that is killed, whose record can be read", async () => {
    const project = await demo();
    const ended = await interrupted(run("wait.mjs"), project, ["SIGKILL"]);
    expect(ended.exitCode).toBe(null);
    await expectGone(ended.children);
    const stored = readRun(onlyRun(project));
    expect(stored).toMatchObject({ environment: "demo", run: undefined, result: undefined });
    expect(stored.trace.events[0]).toMatchObject({ type: "run_start" });
  });
});

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

describe("a module that loops while it is loaded", () => {
  it("is load_timeout, as an agent", async () => {
    const project = await demo();
    const ended = await silo([...run("load-spin.mjs"), "--load-timeout-ms", "400"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({ error: { code: "load_timeout", details: { timeoutMs: 400 } } });
    expect(ended.exitCode).toBe(50);
  });

  it("is load_timeout, as an environment", async () => {
    const project = await demo();
    writeFileSync(
      join(project, ".silo/environments/demo/state.ts"),
      "for (;;);\nexport type State = object;\n",
    );
    writeFileSync(join(project, ".silo/environments/demo/index.ts"), 'import "./state.js";\n');
    const ended = await silo([...run("idle.mjs"), "--load-timeout-ms", "400"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({ error: { code: "load_timeout" } });
    expect(ended.exitCode).toBe(50);
  });
});

describe("what an agent prints", () => {
  it("goes to standard error and into its log, by whatever way, and never to standard output", async () => {
    const project = await demo();
    const ended = await silo(run("loud.mjs"), { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({ ok: true, result: { result: { agentOutput: "done" } } });
    const log = readFileSync(join(onlyRun(project), "agent.log"), "utf8");
    for (const line of ["to the descriptor", "from a child", "to the console"]) {
      expect(ended.stderr).toContain(line);
      expect(log).toContain(line);
    }
    // A flood is cut, and says so.
    expect(log.length).toBeLessThan(1_100_000);
    expect(ended.stderr.length).toBeLessThan(1_100_000);
    expect(ended.stderr).toContain("what the agent prints from here on is not shown");
  });
});

describe("a series", () => {
  it("is graded run by run, and tells passed, failed and ungraded apart", async () => {
    const project = await demo();
    const ended = await silo([...run("idle.mjs"), "--runs", "3", "--concurrency", "2"], { cwd: project });
    const envelope = envelopeOf(ended) as { result: { runs: { runId: string; folder: string }[] } };
    expect(envelope).toMatchObject({
      ok: true,
      result: { totals: { passed: 0, failed: 3, ungraded: 0, total: 3 } },
    });
    expect(ended.exitCode).toBe(1);
    expect(envelope.result.runs.map(({ runId }) => runId).sort()).toEqual(
      readdirSync(join(project, ".silo/runs")).sort(),
    );
    for (const { folder } of envelope.result.runs)
      expect(readRun(folder).result).toMatchObject({ verdict: "failed" });
    expect(ended.stderr).toContain("0 passed, 3 failed, 0 ungraded, 3 of 3 runs");
    expect(ended.stderr).toContain("it may never have reached its model");
  });

  it("stops where an agent breaks in the same way again and again", async () => {
    const project = await demo();
    const ended = await silo([...run("broken.mjs"), "--runs", "9"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({
      ok: true,
      result: { totals: { failed: 5, total: 5 }, stopped: expect.stringContaining("no key") as string },
    });
    expect(ended.exitCode).toBe(1);
  });

  it("that waits for answers exits with the code of its first ungraded run", async () => {
    const project = await demo();
    const ended = await silo([...run("ask.mjs"), "--runs", "2"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({
      ok: false,
      error: {
        code: "awaiting_input",
        details: { totals: { passed: 0, failed: 0, ungraded: 2, total: 2 }, runs: [{}, {}] },
      },
    });
    expect(ended.exitCode).toBe(75);
  });
});

function waitingRun(envelope: Envelope): string {
  if (envelope.ok) throw new Error("the run did not wait");
  return String(envelope.error.details?.["runId"]);
}

describe("a run that asks", () => {
  it("waits, and goes on with the answer in a run of its own", async () => {
    const project = await demo();
    const asked = await silo(run("ask.mjs"), { cwd: project });
    const question = envelopeOf(asked);
    const runId = waitingRun(question);
    expect(question).toMatchObject({
      error: {
        code: "awaiting_input",
        message: `Run ${runId} waits for an answer: Which todo?`,
        details: { verdict: "ungraded", result: { terminationReason: "awaiting_input", reward: null } },
      },
    });
    expect(asked.exitCode).toBe(75);

    const resumed = await silo(["run", "--resume", runId, "--answer", "TODO-2"], { cwd: project });
    expect(envelopeOf(resumed)).toMatchObject({ result: { verdict: "passed", result: { toolCalls: 2 } } });
    expect(resumed.exitCode).toBe(0);

    const again = await silo(["run", "--resume", runId, "--answer", "TODO-1"], { cwd: project });
    expect(envelopeOf(again)).toMatchObject({ result: { verdict: "failed" } });
  });

  it("ends where the agent does something else than before, and says what", async () => {
    const project = await demo();
    const runId = waitingRun(envelopeOf(await silo(run("ask.mjs"), { cwd: project })));
    writeFileSync(
      join(project, "ask.mjs"),
      agents["ask.mjs"].replace('"list_todos", {}', '"list_todos", { done: true }'),
    );
    const resumed = await silo(["run", "--resume", runId, "--answer", "TODO-2"], { cwd: project });
    expect(envelopeOf(resumed)).toMatchObject({
      result: {
        result: {
          terminationReason: "agent_error",
          error: expect.stringContaining('called list_todos with {"done":true}') as string,
        },
      },
    });
  });

  it.each([
    ["an answer alone", [...run("idle.mjs"), "--answer", "x"], "--answer needs --resume"],
    ["no answer", ["run", "--resume", "run_1"], "--resume needs --answer"],
    [
      "a task of its own",
      ["run", "--resume", "run_1", "--answer", "x", "--task", "TASK-001"],
      "--task cannot be given",
    ],
  ])("is a usage_error with %s", async (_name, args, text) => {
    const ended = await silo(args, { cwd: await demo() });
    expect(envelopeOf(ended)).toMatchObject({
      error: { code: "usage_error", message: expect.stringContaining(text) as string },
    });
  });

  it("cannot be resumed where it did not wait, or is not there", async () => {
    const project = await demo();
    await silo(run("idle.mjs"), { cwd: project });
    const [runId = ""] = readdirSync(join(project, ".silo/runs"));
    const ended = await silo(["run", "--resume", runId, "--answer", "x"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({
      error: { code: "usage_error", message: expect.stringContaining("it ended as completed") as string },
    });
    const nowhere = await silo(["run", "--resume", `${runId}x`, "--answer", "x"], { cwd: project });
    expect(envelopeOf(nowhere)).toMatchObject({
      error: { code: "run_not_found", details: { nearest: [runId] } },
    });
    expect(nowhere.exitCode).toBe(10);
  });
});
