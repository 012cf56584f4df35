import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiloTask } from "@silo/artifacts";
import { isSiloError } from "@silo/errors";
import { check, optional, type SiloVerifier } from "@silo/verify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addNote, anyTool, createNotes, notesWorld, task, verifier } from "../test/notes-world.js";
import { addB, options } from "../test/run-notes.js";
import type { Agent } from "./agent.js";
import type { Environment } from "./environment.js";
import { runTask, type RunTaskOptions } from "./run-task.js";

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "silo-task-")));
});
afterAll(() => rmSync(root, { recursive: true }));

describe("a verifier that does not end", () => {
  it("leaves the run ungraded after its time", async () => {
    const environment = {
      ...notesWorld(),
      verifiers: [{ ...verifier, check: () => new Promise<never>(() => undefined) }],
    };
    const outcome = await runTask(options({ environment, limits: { verifierTimeoutMs: 20 } }));
    expect(outcome).toMatchObject({
      verdict: "ungraded",
      result: { reward: null, passed: false, terminationReason: "completed" },
      ungradedBy: { code: "verifier_timeout", exitCode: 50, details: { verifierId: "VER-1", timeoutMs: 20 } },
    });
  });
});

describe("a tool that does not end", () => {
  it("is environment_error after its own time, and names the tool", async () => {
    const hang = anyTool("hang", (state) => (state.order.push("half"), new Promise(() => undefined)));
    const environment = { ...notesWorld(), bindTools: () => [hang] };
    const agent: Agent = ({ callTool }) => callTool("hang", {});
    const outcome = await runTask(options({ environment, agent, limits: { toolTimeoutMs: 20 } }));
    expect(outcome).toMatchObject({
      verdict: "ungraded",
      stateDiff: undefined,
      run: { config: { toolTimeoutMs: 20 }, failure: { code: "environment_error", path: "tools.hang" } },
    });
  });

  it("is undone where the run ends before it does", async () => {
    const hang = anyTool("hang", (state) => (state.order.push("half"), new Promise(() => undefined)));
    const environment = { ...notesWorld(), bindTools: () => [hang] };
    const agent: Agent = ({ callTool }) => callTool("hang", {});
    const outcome = await runTask(options({ environment, agent, limits: { timeoutMs: 20 } }));
    expect(outcome.result.terminationReason).toBe("timeout");
    expect(outcome.stateDiff).toEqual({ scalars: [], collections: {} });
  });
});

describe("runTask grades a run", () => {
  const graded = (checks: SiloVerifier["check"]): Environment => ({
    ...notesWorld(),
    verifiers: [{ ...verifier, check: checks }],
  });

  it.each<[string, Agent, object]>([
    [
      "that did the task",
      addB,
      { verdict: "passed", passed: true, reward: 1, checksPassed: 2, checksFailed: 0, toolCalls: 1 },
    ],
    [
      "that did nothing",
      async () => Promise.resolve({ output: "" }),
      {
        verdict: "failed",
        passed: false,
        reward: 0,
        checksPassed: 1,
        failedRequired: ["B is there"],
        toolCalls: 0,
      },
    ],
  ])("%s", async (_name, agent, expected) => {
    const outcome = await runTask(options({ agent }));
    expect(outcome.result).toMatchObject({
      ...expected,
      requiredTotal: 1,
      error: null,
      terminationReason: "completed",
    });
    expect(outcome.verdict).toBe(outcome.result.verdict);
    expect([outcome.ungradedBy, outcome.folder, outcome.run.failure]).toEqual([undefined, undefined, null]);
    expect(outcome.run).toMatchObject({
      environment: "inline",
      taskId: "TASK-1",
      task,
      verifierId: "VER-1",
      verifierName: "Note B is there",
      hashes: { environment: null, agent: null },
    });
    expect(outcome.run.config).toEqual({
      maxToolCalls: 100,
      timeoutMs: 120_000,
      memoryMb: 1024,
      loadTimeoutMs: 30_000,
      verifierTimeoutMs: 60_000,
      agentPath: null,
      grants: [],
    });
  });

  it("shows the verifier both worlds, the answer, the task and the trace up to the end of the run", async () => {
    const environment = graded((final, initial, { agentOutput, task: given, trace }) => [
      check("worlds", initial.order.length === 1 && final.order.length === 2),
      check("answer", agentOutput === "done"),
      check("task", given.id === "TASK-1" && given !== task),
      check(
        "trace",
        trace.map(({ type }) => type).join() === "run_start,tool_call,tool_result,agent_output,run_end",
      ),
      optional("frozen", Object.isFrozen(trace[0]) && Object.isFrozen(final.notes)),
    ]);
    const outcome = await runTask(options({ environment }));
    expect(outcome.result).toMatchObject({ reward: 1, checksPassed: 5 });
    expect(Object.isFrozen(outcome.trace[0])).toBe(false);
  });

  it.each<[string, SiloVerifier["check"], RegExp]>([
    [
      "throws",
      () => {
        throw new Error(`cannot read '${tmpdir()}/x'`);
      },
      /cannot read 'x'/,
    ],
    ["rejects", () => Promise.reject(new Error("later")), /later/],
    ["returns junk", () => "ok" as never, /a string, not an array/],
    ["has no required check", () => [optional("a", true)], /no required check/],
    [
      "changes the world",
      (final) => {
        final.notes = {};
        return [check("a", true)];
      },
      /TypeError/,
    ],
  ])("ungraded, where the verifier %s: no reward, and the fault named", async (_name, checks, error) => {
    const outcome = await runTask(options({ environment: graded(checks) }));
    expect(outcome.result).toMatchObject({
      verdict: "ungraded",
      passed: false,
      reward: null,
      terminationReason: "completed",
      checks: [],
      agentOutput: "done",
    });
    expect(outcome.result.error).toMatch(error);
    expect(outcome.ungradedBy).toMatchObject({ code: "verifier_failed", exitCode: 70 });
    expect(outcome.trace.at(-1)).toMatchObject({
      type: "verifier_result",
      passed: false,
      reward: null,
      checks: [],
    });
    expect(outcome.run.failure).toBeNull();
    expect(outcome.stateDiff?.collections["notes"]?.added).toEqual(["B"]);
  });

  it("keeps how the run ended apart from how it was graded", async () => {
    const agent: Agent = async (input) => {
      await addB(input);
      throw new Error("gave up");
    };
    const environment = graded(() => {
      throw new Error("broke");
    });
    const both = await runTask(options({ agent, environment }));
    expect(both.result).toMatchObject({
      terminationReason: "agent_error",
      error: "gave up",
      verdict: "ungraded",
    });
    expect(both.ungradedBy).toMatchObject({ code: "verifier_failed" });
    expect((await runTask(options({ agent }))).result).toMatchObject({
      terminationReason: "agent_error",
      verdict: "passed",
      reward: 1,
    });
  });
});

describe("runTask starts no run, where", () => {
  const env = notesWorld();
  it.each<[string, Partial<RunTaskOptions>, string]>([
    ["a limit is no number of calls", { limits: { maxToolCalls: 0 } }, "usage_error"],
    ["a limit is no time", { limits: { timeoutMs: NaN } }, "usage_error"],
    [
      "the task lacks a field",
      { task: { ...task, instruction: undefined } as unknown as SiloTask },
      "task_invalid",
    ],
    [
      "the task has a field that there is not",
      { task: { ...task, verifer: "x" } as SiloTask },
      "task_invalid",
    ],
    ["the task has a limit of 0", { task: { ...task, limits: { maxToolCalls: 0 } } }, "task_invalid"],
    ["the task is no object", { task: null as unknown as SiloTask }, "task_invalid"],
    ["no verifier has the name", { task: { ...task, verifierId: "VER-9" } }, "verifier_not_found"],
    [
      "the environment has no verifiers",
      { environment: { ...env, verifiers: undefined } as unknown as Environment },
      "runtime_contract_invalid",
    ],
    [
      "the environment has no bindTools",
      { environment: { createState: env.createState, verifiers: [] } as unknown as Environment },
      "runtime_contract_invalid",
    ],
    [
      "a verifier is none",
      { environment: { ...env, verifiers: [{ id: "VER-1" }] } as unknown as Environment },
      "verifier_invalid",
    ],
    [
      "a tool is malformed",
      { environment: { ...env, bindTools: () => [{ ...addNote, description: "" }] } },
      "tool_invalid",
    ],
    [
      "two tools have one name",
      { environment: { ...env, bindTools: () => [addNote, addNote] } },
      "tool_invalid",
    ],
    ["there is no agent", { agent: { file: "/nowhere/agent.ts", given: "agent.ts" } }, "agent_not_found"],
  ])("%s", async (_name, more, code) => {
    const runs = join(root, "none");
    const thrown: unknown = await runTask(options({ ...more, record: { runsFolder: runs } })).catch(
      (error: unknown) => error,
    );
    expect(isSiloError(thrown) && thrown.code).toBe(code);
    expect(() => readdirSync(runs)).toThrowError("ENOENT");
  });

  it("names the tool of a malformed definition", async () => {
    const environment = { ...env, bindTools: () => [{ ...addNote, version: "1" }] };
    await expect(runTask(options({ environment }))).rejects.toMatchObject({ details: { tool: "add_note" } });
  });
});

describe("an environment that breaks before the agent begins", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;

  it.each<[string, Partial<Environment>, string, string]>([
    [
      "createState throws",
      {
        createState: () => {
          throw new Error("no data");
        },
      },
      "createState",
      "no data",
    ],
    ["the state holds a function", { createState: () => ({ a: { b: () => 1 } }) }, "createState", '"a.b"'],
    ["the state contains itself", { createState: () => cycle }, "createState", '"self"'],
    ["createState is async", { createState: () => Promise.resolve(createNotes()) }, "createState", "Promise"],
    [
      "bindTools throws",
      {
        bindTools: () => {
          throw new TypeError("no tools");
        },
      },
      "bindTools",
      "no tools",
    ],
    ["bindTools returns nothing", { bindTools: () => undefined as never }, "bindTools", "received undefined"],
    [
      "bindTools returns what is no tool",
      { bindTools: () => [addNote, null as never] },
      "bindTools",
      "item 1",
    ],
  ])("%s: environment_error, ungraded, recorded", async (_name, broken, place, text) => {
    let started = false;
    const agent: Agent = () => Promise.resolve({ output: String((started = true)) });
    const outcome = await runTask(
      options({
        agent,
        environment: { ...notesWorld(), ...broken },
        record: { runsFolder: join(root, "broken") },
      }),
    );
    expect(started).toBe(false);
    expect(outcome.result).toMatchObject({
      terminationReason: "environment_error",
      verdict: "ungraded",
      reward: null,
      toolCalls: 0,
    });
    expect(outcome.result.error).toContain(text);
    expect(outcome.run.failure).toMatchObject({ code: "environment_error", path: place });
    expect(outcome.ungradedBy).toMatchObject({ code: "environment_failed", details: { place } });
    expect(readdirSync(outcome.folder ?? "").sort()).toEqual(["result.json", "run.json", "trace.jsonl"]);
    expect(outcome.trace.map(({ type }) => type)).toEqual([
      "run_start",
      "failure",
      "run_end",
      "verifier_result",
    ]);
  });
});

describe("limits and grants", () => {
  it("default < task < caller", async () => {
    const limited = { ...task, limits: { maxToolCalls: 7, timeoutMs: 5_000 } };
    const outcome = await runTask(
      options({ task: limited, limits: { timeoutMs: 6_000 }, grants: ["notes:read"] }),
    );
    expect(outcome.run.config).toEqual({
      maxToolCalls: 7,
      timeoutMs: 6_000,
      memoryMb: 1024,
      loadTimeoutMs: 30_000,
      verifierTimeoutMs: 60_000,
      agentPath: null,
      grants: ["notes:read"],
    });
  });

  it("let a call through, where all its permissions are granted", async () => {
    const agent: Agent = ({ callTool }) => callTool("wipe_notes", { sure: true });
    const outcome = await runTask(options({ agent, grants: ["notes:wipe", "notes:read"] }));
    expect(outcome.stateDiff?.collections["notes"]?.removed).toEqual(["A"]);
  });
});

describe("a fresh world", () => {
  it("is there for every run, also where runs go on at the same time", async () => {
    const environment = notesWorld();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => runTask(options({ environment }))));
    expect(outcomes.map(({ verdict, result }) => [verdict, result.toolErrors])).toEqual(
      Array(5).fill(["passed", 0]),
    );
    expect(new Set(outcomes.map(({ runId }) => runId)).size).toBe(5);
  });

  it("is made by the environment's own methods", async () => {
    class Classy {
      verifiers = [verifier];
      #notes = createNotes();
      createState(): ReturnType<typeof createNotes> {
        return structuredClone(this.#notes);
      }
      bindTools(): ReturnType<Environment["bindTools"]> {
        return [addNote];
      }
    }
    expect((await runTask(options({ environment: new Classy() }))).verdict).toBe("passed");
  });
});
