import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ranBy, tool, world } from "./ran-project.js";
import { envelopeOf, environment, main, writeFiles } from "./run-silo.js";

describe("silo runs list", () => {
  it("gives the newest first, by environment, task and verdict, and says where there are more", async () => {
    const { ids, run, resultOf } = await ranBy("idle", "solver");
    const [older, newer] = ids;
    expect(await resultOf("runs list")).toMatchObject({
      exitCode: 0,
      result: {
        runs: [
          { runId: newer, verdict: "passed", environment: "demo", taskId: "TASK-001", toolCallCount: 3 },
          { runId: older, verdict: "failed", reward: 0 },
        ],
        hasMore: false,
      },
    });
    expect(await resultOf("runs list --limit 1")).toMatchObject({
      result: { runs: [{ runId: newer }], hasMore: true },
    });
    expect(await resultOf("runs list --verdict failed --env demo --task TASK-001")).toMatchObject({
      result: { runs: [{ runId: older }] },
    });
    expect(await resultOf("runs list --env other")).toMatchObject({ result: { runs: [] } });
    const { stdout } = await run("runs list --limit 1 --no-json");
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^RUN +STARTED +ENVIRONMENT +TASK +VERDICT +REWARD +CALLS +TIME +END$/);
    expect(lines[1]).toMatch(
      new RegExp(`^${newer} .* demo +TASK-001 +passed +0.667 +3 +\\d+ ms +completed$`),
    );
    expect(lines[2]).toContain("--limit N");
  });

  it("lists a damaged run with its error, and works where there is none", async () => {
    const { project, ids, run, resultOf } = await ranBy("idle");
    writeFiles(project, { [`.silo/runs/${ids[0]}/run.json`]: "{" });
    expect(await resultOf("runs list")).toMatchObject({
      result: { runs: [{ status: "unreadable", error: { code: "invalid_json" } }] },
    });
    expect((await run("runs list --no-json")).stdout).toMatch(/unreadable .*invalid_json\n/);
    rmSync(join(project, ".silo/runs"), { recursive: true });
    expect((await run("runs list --no-json")).stdout).toBe("No runs.\n");
  });
});

describe("silo runs show", () => {
  it("tells a run call by call, and is safe to print", async () => {
    const { run, resultOf, ids } = await ranBy("solver");
    const { stdout, exitCode } = await run("runs show latest --no-json");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`${ids[0]}  demo / TASK-001  Finish one todo\n`);
    expect(stdout).toMatch(/call_1 {2}list_todos \{\} {2}\d+ ms\n {4}→ \{"todos":/);
    expect(stdout).toMatch(
      /call_2 {2}complete_todo .*\n {4}✗ not_found: There is no todo .*\ncall_3 {2}complete_todo \{"todoId":"TODO-2"\} {2}\d+ ms\n {4}→ .*"done":true\}\n {4}changed todos.TODO-2\nAnswer: Done\.\n/,
    );
    expect(stdout).toContain("\\u202e9");
    expect(stdout).not.toContain("\u202e");
    expect(stdout).toMatch(/PASSED {2}reward 0.667/);
    expect(stdout).toContain("--json shows them whole");
    expect(await resultOf("runs show latest")).toMatchObject({
      result: {
        runId: ids[0],
        run: { taskId: "TASK-001" },
        result: { passed: true },
        trace: { isTorn: false },
      },
    });
  });

  it("tells of a run that was killed as much as there is", async () => {
    const { project, ids, run } = await ranBy("solver");
    const folder = join(project, ".silo/runs", ids[0] ?? "");
    for (const file of ["run.json", "result.json", "state-diff.json"]) rmSync(join(folder, file));
    const trace = readFileSync(join(folder, "trace.jsonl"), "utf8").split("\n").slice(0, 6).join("\n");
    writeFiles(folder, { "trace.jsonl": `${trace}\n{"seq":7,"ty` });
    const { stdout } = await run("runs show latest --no-json");
    expect(stdout).toMatch(/call_3 .*\n {4}no answer\nThe trace breaks off/);
    expect(stdout).toContain("It has no result");
  });

  it("writes the solution that a run is, as its own text, which the task accepts", async () => {
    const { run, project } = await ranBy("idle", "solver");
    const { stdout, exitCode } = await run("runs show latest --as-solution");
    expect(exitCode).toBe(0);
    const solution: unknown = JSON.parse(stdout);
    expect(solution).toEqual({
      calls: [
        { tool: "list_todos", input: {} },
        { tool: "complete_todo", input: { todoId: "TODO-2" } },
      ],
      answer: "Done.",
    });
    expect(stdout).toContain('\n  "calls": [\n');
    expect(envelopeOf(await run("runs show latest --as-solution --json"))).toMatchObject({
      ok: true,
      result: solution,
    });
    const [failed] = readdirSync(join(project, ".silo/runs"));
    const refused = await run(`runs show ${failed} --as-solution`);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^error: usage_error: .*failed/m);
  });
});

describe("silo runs diff", () => {
  it("shows each field before and after", async () => {
    const { run, resultOf } = await ranBy("idle", "solver");
    expect(await resultOf("runs diff latest")).toMatchObject({
      exitCode: 0,
      result: {
        stateDiff: { collections: { todos: { changed: ["TODO-2"] } } },
        changes: {
          entities: [
            {
              collection: "todos",
              id: "TODO-2",
              change: "changed",
              fields: [{ field: "done", from: false, to: true }],
            },
          ],
        },
        difference: null,
        changedSince: [],
      },
    });
    expect((await run("runs diff latest --no-json")).stdout).toBe(
      "~ todos.TODO-2  changed\n    done: false → true\n",
    );
  });

  it("says that nothing changed, and where it cannot tell", async () => {
    const { run, edit, ids } = await ranBy("solver", "idle");
    expect((await run("runs diff latest --no-json")).stdout).toBe("The run changed nothing.\n");
    edit(tool, "todo.done = true;", "todo.done = true; todo.title = 'x';");
    const { stdout, exitCode } = await run(`runs diff ${ids[0]} --no-json`);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("Warning: The environment has changed since the run.");
    expect(stdout).toContain("cannot be told");
    expect(stdout).toContain("call_3  complete_todo");
  });
});

describe("silo runs replay", () => {
  it("exits 0 where all comes out as recorded, in a process of its own, and leaves no trace", async () => {
    const { project, run, resultOf, ids } = await ranBy("solver");
    expect(await resultOf("runs replay latest")).toMatchObject({
      exitCode: 0,
      result: { runId: ids[0], isSame: true, difference: null, calls: 3, skipped: [], changedSince: [] },
    });
    expect((await run("runs replay latest --no-json")).stdout).toBe(
      `✓ same  ${ids[0]}  3 calls made again\n`,
    );
    expect(readdirSync(join(project, ".silo/runs"))).toEqual(ids);
    const cache = join(project, "node_modules/.cache/silo");
    expect(existsSync(cache) ? readdirSync(cache) : []).toEqual([]);
  });

  it("exits 1 and names the first call that gives something else", async () => {
    const { run, resultOf, edit } = await ranBy("solver");
    edit(tool, "return todo;", "return { ...todo, done: false };");
    expect(await resultOf("runs replay latest")).toMatchObject({
      exitCode: 1,
      result: {
        isSame: false,
        difference: {
          at: "call",
          callId: "call_3",
          tool: "complete_todo",
          recorded: { output: { done: true }, changed: ["todos.TODO-2"] },
          replayed: { output: { done: false }, changed: ["todos.TODO-2"] },
        },
        changedSince: ["environment"],
      },
    });
    const { stdout } = await run("runs replay latest --no-json");
    expect(stdout).toMatch(
      /^Warning: .*\n✗ different .*\ncall_3 {2}complete_todo .*\n {2}recorded: .*\n {2}replayed: /,
    );
  });

  it("is stopped by an interrupt, also where a tool never ends", async () => {
    const { project, edit } = await ranBy("solver");
    edit(tool, "todo.done = true;", "console.log('looping'); for (;;);");
    const child = spawn(process.execPath, [main, "runs", "replay", "latest", "--json"], {
      cwd: project,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      if (chunk.includes("looping")) child.kill("SIGINT");
    });
    const exitCode = await new Promise((resolve) => child.on("close", resolve));
    expect(exitCode).toBe(130);
    expect(envelopeOf({ stdout })).toMatchObject({ ok: false, error: { code: "cancelled" } });
  });
});

describe("silo runs grade", () => {
  const verifier = `${world}/verifiers/VER-001.ts`;

  it("exits by the verdict of the verifier as it is now", async () => {
    const { resultOf, run, edit, ids } = await ranBy("idle", "solver");
    expect(await resultOf("runs grade latest")).toMatchObject({
      exitCode: 0,
      result: { runId: ids[1], verdict: "passed", recordedVerdict: "passed", result: { reward: 2 / 3 } },
    });
    expect(await resultOf(`runs grade ${ids[0]}`)).toMatchObject({
      exitCode: 1,
      result: { verdict: "failed" },
    });
    edit(verifier, "calls <= 2", "calls <= 3");
    expect(await resultOf("runs grade latest")).toMatchObject({
      exitCode: 0,
      result: { verdict: "passed", result: { reward: 1 }, changedSince: ["environment", "verifier"] },
    });
    const { stdout } = await run("runs grade latest --no-json");
    expect(stdout).toContain("Warning: The environment and the verifier have changed since the run.");
    expect(stdout).toContain(
      "PASSED  reward 1, 3 of 3 checks, 3 tool calls, 1 error\nAs it was graded before.\n",
    );
    expect(await resultOf("runs show latest")).toMatchObject({ result: { result: { reward: 2 / 3 } } });
  });

  it("exits with the code of what keeps a run from being graded", async () => {
    const { run, edit, ids } = await ranBy("solver", "asking");
    const waiting = await run("runs grade latest");
    expect(waiting.exitCode).toBe(75);
    expect(envelopeOf(waiting)).toMatchObject({
      ok: false,
      error: {
        code: "awaiting_input",
        details: { runId: ids[1], question: "Which parcel?", verdict: "ungraded" },
      },
    });
    edit(verifier, "return [", "if (final) throw new Error('grader broke');\n    return [");
    const broken = await run(`runs grade ${ids[0]}`);
    expect(broken.exitCode).toBe(70);
    expect(envelopeOf(broken)).toMatchObject({
      error: {
        code: "verifier_failed",
        details: { runId: ids[0], recordedVerdict: "passed", result: { reward: null, toolCalls: 3 } },
      },
    });
    edit(tool, "return todo;", "return { ...todo, done: false };");
    const lost = await run(`runs grade ${ids[0]} --no-json`);
    expect(lost.exitCode).toBe(70);
    expect(lost.stderr).toMatch(/call_3 {2}complete_todo .*\n {2}recorded: /);
    expect(lost.stderr).toMatch(/^error: environment_failed: .*tools.complete_todo/m);
  });
});

describe("silo compare", () => {
  it("exits 0 for two runs that did the same, and 1 for two that did not", async () => {
    const { ids, run, resultOf } = await ranBy("solver", "solver", "idle");
    const [a, b] = ids;
    expect(await resultOf(`compare ${a} ${b}`)).toMatchObject({
      exitCode: 0,
      result: { isSame: true, runIds: { a, b }, hashes: [], config: [] },
    });
    expect((await run(`compare ${a} ${b} --no-json`)).stdout).toBe(`${a} → ${b}\n✓ Both did the same.\n`);
    expect(await resultOf(`compare ${a} latest`)).toMatchObject({
      exitCode: 1,
      result: {
        isSame: false,
        verdict: { a: "passed", b: "failed" },
        hashes: [{ name: "agent" }],
        firstDifferentCall: { index: 0, differs: "call" },
      },
    });
    const { stdout } = await run(`compare ${a} latest --no-json`);
    expect(stdout).toContain("Warning: They do not have the same agent's file\n");
    expect(stdout).toContain("verdict: passed → failed\n");
    expect(stdout).toContain("world todos.TODO-2: changed → as it was\n");
    expect(stdout).toMatch(
      /the 1st one \(another call\):\n {2}list_todos \{\} → .*\n {2}no call\n✗ They differ/,
    );
  });

  it("warns where task, limits or environment are others", async () => {
    const { ids, run, edit } = await ranBy("idle");
    edit(`${world}/tasks/TASK-001.json`, '"title": "', '"title": "New: ');
    edit(tool, "return todo;", "return todo; // changed");
    await run("run --env demo --task TASK-001 --agent idle.mjs --max-tool-calls 5");
    const { stdout, exitCode } = await run(`compare ${ids[0]} latest --no-json`);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Warning: They do not have the same environment's files, task\n");
    expect(stdout).toContain("Warning: They do not have the same maxToolCalls: 100 → 5\n");
  });
});

describe("silo runs prune", () => {
  it("says what it removes, and needs to be told which", async () => {
    const { project, ids, run, resultOf } = await ranBy("idle", "idle");
    const left = (): string[] => readdirSync(join(project, ".silo/runs")).sort();
    expect(await resultOf("runs prune --keep 1 --dry-run")).toMatchObject({
      result: { removed: [ids[0]], dryRun: true },
    });
    expect(await resultOf("runs prune --older-than 7d")).toMatchObject({ result: { removed: [] } });
    expect(left()).toHaveLength(2);
    const { stdout } = await run("runs prune --keep 1 --no-json");
    expect(stdout).toBe(`Removed 1 run:\n${ids[0]}\n`);
    expect(left()).toEqual([ids[1]]);
    expect((await run("runs prune --older-than 0s --no-json")).stdout).toContain(ids[1]);
    expect(left()).toEqual([]);
    expect((await run("runs prune --keep 0 --no-json")).stdout).toBe("No run is to go.\n");
  });
});
