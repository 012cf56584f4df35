import { describe, expect, it } from "vitest";
import { addNote, anyTool, notesWorld, task } from "../test/notes-world.js";
import { thrownThings } from "../test/thrown-things.js";
import { eventsOf, expectSound, runNotes } from "../test/run-notes.js";
import type { Agent, AgentInput, ToolCallResult } from "./agent.js";
import { runTask } from "./run-task.js";
import type { Tool } from "./tool.js";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const never = (): Promise<never> => new Promise(() => undefined);

describe("what an agent gives back", () => {
  it.each<[string, unknown, string]>([
    ["a text", { output: "it is 42\n" }, "it is 42\n"],
    ["a number", { output: 42 }, "42"],
    [
      "an object, as canonical JSON",
      { output: { b: [1], a: new Date(0) } },
      '{"a":"1970-01-01T00:00:00.000Z","b":[1]}',
    ],
    ["false", { output: false }, "false"],
    ["no output", {}, ""],
    ["undefined as output", { output: undefined }, ""],
    ["null as output", { output: null }, ""],
    ["nothing", undefined, ""],
    ["null", null, ""],
  ])("%s", async (_name, returned, agentOutput) => {
    const outcome = await runNotes(() => returned);
    expect(outcome.result).toMatchObject({
      terminationReason: "completed",
      agentOutput,
      error: null,
      verdict: "failed",
    });
    expect(eventsOf(outcome, "agent_output")).toMatchObject([{ output: agentOutput }]);
  });

  it.each<[string, unknown]>([
    ["a text alone", "42"],
    ["a number", 42],
    ["an array", [{ output: "x" }]],
    ["a function", () => ({ output: "x" })],
    ["a BigInt as output", { output: 1n }],
    ["NaN inside of the output", { output: { a: NaN } }],
    ["a function as output", { output: () => 1 }],
    [
      "an output that cannot be read",
      Object.defineProperty({}, "output", {
        get: () => {
          throw new Error("no");
        },
      }),
    ],
  ])("%s is no answer: agent_error, and graded", async (_name, returned) => {
    const outcome = await runNotes(() => returned);
    expect(outcome.result).toMatchObject({
      terminationReason: "agent_error",
      agentOutput: "",
      error: expect.any(String) as unknown,
      verdict: "failed",
      reward: 0,
    });
    expect(outcome.run.failure).toMatchObject({
      code: "agent_error",
      resultCode: "errorInAgent",
      path: "agent",
      handled: false,
    });
    expect(eventsOf(outcome, "agent_output")).toEqual([]);
    expect(eventsOf(outcome, "failure").map(({ failure }) => failure)).toEqual([outcome.run.failure]);
  });

  it("an agent may throw anything, at once or later: agent_error, in one line, and what it did is graded", async () => {
    for (const [index, thrown] of thrownThings().entries()) {
      const outcome = await runNotes(
        index % 2 === 0
          ? () => {
              throw thrown;
            }
          : async ({ callTool }: AgentInput) => {
              await callTool("add_note", { id: "B", text: "second" });
              throw thrown;
            },
      );
      expect(outcome.result).toMatchObject({ terminationReason: "agent_error", passed: index % 2 === 1 });
      expect(outcome.result.error).toMatch(/^.+$/);
    }
  });
});

describe("what an agent is given", () => {
  it("is the instruction, descriptors of its own, callTool and a signal, and nothing else", async () => {
    let given: AgentInput | undefined;
    const outcome = await runNotes((input) => {
      given = input;
      input.tools[0]!.inputSchema["type"] = "forged";
      input.tools.pop();
    });
    const members = "ask callTool conversation fail recorded report signal task tools".split(" ");
    expect(Object.keys(given ?? {}).sort()).toEqual(members);
    expect(given?.task).toBe(task.instruction);
    const [start] = eventsOf(outcome, "run_start");
    expect(start?.tools.map(({ name, inputSchema }) => [name, inputSchema["type"]])).toEqual([
      ["add_note", "object"],
      ["list_notes", "object"],
      ["wipe_notes", "object"],
    ]);
  });
});

describe("the budget of calls", () => {
  it("counts the call beyond it, refuses it, ends the run, and what was done is graded", async () => {
    const seen: ToolCallResult[] = [];
    let reason: unknown;
    const outcome = await runNotes(
      async ({ callTool, signal }) => {
        for (const id of ["B", "C", "D", "E"]) seen.push(await callTool("add_note", { id, text: "x" }));
        reason = signal.reason;
        return { output: "caught it" };
      },
      { limits: { maxToolCalls: 2 } },
    );
    expect(
      seen.map(({ isError = false, output }) => (isError ? (output as { code: string }).code : "ok")),
    ).toEqual(["ok", "ok", "limit_exceeded", "limit_exceeded"]);
    expect(outcome.result).toMatchObject({
      terminationReason: "max_tool_calls",
      toolCalls: 3,
      toolErrors: 1,
      agentOutput: "",
      verdict: "passed",
    });
    expect(outcome.run.failure).toMatchObject({ code: "max_tool_calls", resultCode: "toolCallLimitReached" });
    expect(reason).toMatchObject({ message: outcome.run.failure?.message });
    expect(eventsOf(outcome, "late_call")).toMatchObject([{ tool: "add_note", input: { id: "E" } }]);
    expect(outcome.stateDiff?.collections["notes"]?.added).toEqual(["B", "C"]);
    expectSound(outcome);
  });

  it("counts refused calls too", async () => {
    const outcome = await runNotes(
      async ({ callTool }) => {
        for (let index = 0; index < 5; index += 1) await callTool("nobody", {});
      },
      { limits: { maxToolCalls: 2 } },
    );
    expect(outcome.result).toMatchObject({
      terminationReason: "max_tool_calls",
      toolCalls: 3,
      toolErrors: 3,
    });
  });

  it("is not met by as many calls as it allows", async () => {
    const outcome = await runNotes(({ callTool }) => callTool("list_notes", null).then(() => undefined), {
      limits: { maxToolCalls: 1 },
    });
    expect(outcome.result).toMatchObject({ terminationReason: "completed", toolCalls: 1, toolErrors: 0 });
  });

  it("lets the calls that were made before it end first, in their order", async () => {
    let ran = 0;
    const slow = anyTool("slow", async () => {
      ran += 1;
      await pause(5);
    });
    const outcome = await runNotes(
      ({ callTool }) => Promise.all([1, 2, 3, 4].map(() => callTool("slow", {}))).then(() => undefined),
      { tools: [slow], limits: { maxToolCalls: 2 } },
    );
    await pause(20);
    expect(ran).toBe(2);
    expect(eventsOf(outcome, "tool_result").map(({ callId, isError }) => [callId, isError])).toEqual([
      ["call_1", false],
      ["call_2", false],
      ["call_3", true],
    ]);
    expect(eventsOf(outcome, "run_end")).toMatchObject([{ inFlight: [], toolCalls: 3 }]);
    expect(eventsOf(outcome, "late_call")).toHaveLength(1);
  });
});

describe("the limit of time", () => {
  const limits = { timeoutMs: 30 };

  it("ends an agent that ignores the signal, and grades what it left", async () => {
    const outcome = await runNotes(
      async ({ callTool }) => {
        await callTool("add_note", { id: "B", text: "x" });
        return never();
      },
      { limits },
    );
    expect(outcome.result).toMatchObject({
      terminationReason: "timeout",
      passed: true,
      toolCalls: 1,
      agentOutput: "",
    });
    expect(outcome.run.failure).toMatchObject({ code: "timeout", resultCode: "timedOut" });
    expectSound(outcome);
  });

  it("ends a tool that never answers, and names the call that is in flight", async () => {
    const hang = anyTool("hang", (state) => {
      state.order.push("before");
      return never();
    });
    const outcome = await runNotes(({ callTool }) => callTool("hang", {}).then(() => undefined), {
      tools: [hang],
      limits,
    });
    expect(outcome.result).toMatchObject({ terminationReason: "timeout", toolCalls: 1, toolErrors: 0 });
    expect(eventsOf(outcome, "run_end")).toMatchObject([
      { inFlight: ["call_1"], terminationReason: "timeout" },
    ]);
    expect(eventsOf(outcome, "tool_result")).toEqual([]);
  });

  it("freezes the world: what comes later is refused, not counted, and changes nothing", async () => {
    const late: ToolCallResult[] = [];
    let done: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (done = resolve));
    const slow = anyTool("slow", async (state) => {
      await pause(60);
      state.order.push("late");
      return "late";
    });
    const outcome = await runNotes(
      async ({ callTool, signal }) => {
        const calls = [callTool("slow", {}), callTool("add_note", { id: "B", text: "x" })];
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        late.push(await callTool("list_notes", {}), ...(await Promise.all(calls)));
        done();
        return { output: "too late" };
      },
      { tools: [slow], limits },
    );
    await finished;
    expect(late.map(({ isError, output }) => [isError, (output as { code: string }).code])).toEqual(
      Array(3).fill([true, "limit_exceeded"]),
    );
    expect(outcome.result).toMatchObject({
      terminationReason: "timeout",
      toolCalls: 2,
      toolErrors: 0,
      agentOutput: "",
      passed: false,
    });
    expect(outcome.stateDiff).toEqual({ scalars: [], collections: {} });
    expect(eventsOf(outcome, "late_call")).toMatchObject([{ tool: "list_notes" }]);
    expectSound(outcome);
  });

  it("ends an agent that calls and calls, and never waits for anything else", async () => {
    const outcome = await runNotes(
      async ({ callTool, signal }) => {
        while (!signal.aborted) await callTool("list_notes", {});
      },
      { limits: { ...limits, maxToolCalls: 1_000_000 } },
    );
    expect(outcome.result.terminationReason).toBe("timeout");
    expect(outcome.result.toolCalls).toBeGreaterThan(1);
  });

  it("records nothing of what an agent does long after it", async () => {
    let calling: Promise<ToolCallResult> | undefined;
    const outcome = await runNotes(
      async ({ callTool }) => {
        await pause(250);
        calling = callTool("add_note", { id: "B", text: "x" });
      },
      { limits },
    );
    const length = outcome.trace.length;
    await pause(180);
    expect((await calling)?.isError).toBe(true);
    expect(outcome.trace).toHaveLength(length);
  });
});

describe("a run that is cancelled", () => {
  it("ends at once, ungraded, with the world as it was", async () => {
    const stop = new AbortController();
    const outcome = await runNotes(
      async ({ callTool }) => {
        await callTool("add_note", { id: "B", text: "x" });
        stop.abort();
        return never();
      },
      { signal: stop.signal },
    );
    expect(outcome.result).toMatchObject({
      terminationReason: "cancelled",
      verdict: "ungraded",
      passed: false,
      reward: null,
      checks: [],
    });
    expect(outcome.ungradedBy).toMatchObject({ code: "cancelled", exitCode: 130 });
    expect(outcome.run.failure).toMatchObject({ code: "cancelled", resultCode: "stopped" });
    expect(outcome.stateDiff?.collections["notes"]?.added).toEqual(["B"]);
    expectSound(outcome);
  });

  it("before it began is an error, and no agent is started", async () => {
    let started = false;
    const outcome = runNotes(() => (started = true), { signal: AbortSignal.abort(new Error("why")) });
    await expect(outcome).rejects.toMatchObject({ code: "cancelled", exitCode: 130 });
    expect(started).toBe(false);
  });

  it("while the world is made does not start the agent either", async () => {
    const stop = new AbortController();
    let started = false;
    const environment = { ...notesWorld(), bindTools: () => (stop.abort(), [addNote]) };
    const agent: Agent = () => Promise.resolve({ output: String((started = true)) });
    const outcome = await runTask({ environment, task, agent, signal: stop.signal });
    expect([outcome.result.terminationReason, started]).toEqual(["cancelled", false]);
  });
});

describe("an environment that breaks", () => {
  it.each<[string, Tool, string]>([
    [
      "a tool leaves a state that JSON cannot hold",
      anyTool("break_it", (state) => void (state.notes["A"]!.tags = [1n])),
      "notes.A.tags.0",
    ],
    [
      "a tool leaves a function in the state",
      anyTool("break_it", (state) => void (state.notes["A"]!.tags = () => 1)),
      "notes.A.tags",
    ],
  ])("%s: environment_error, ungraded, without a state diff", async (_name, tool, place) => {
    const outcome = await runNotes(
      async ({ callTool }) => {
        await callTool("break_it", {});
        return { output: (await callTool("list_notes", {})).output };
      },
      { tools: [tool] },
    );
    expect(outcome.result).toMatchObject({
      terminationReason: "environment_error",
      verdict: "ungraded",
      reward: null,
      toolCalls: 1,
    });
    expect(outcome.result.error).toContain(`"${place}"`);
    expect(outcome.run.failure).toMatchObject({
      code: "environment_error",
      resultCode: "errorInEnvironment",
      path: "tools.break_it",
    });
    expect(outcome.stateDiff).toBeUndefined();
    expect(outcome.ungradedBy).toMatchObject({ code: "environment_failed", exitCode: 70 });
    expect(eventsOf(outcome, "late_call")).toHaveLength(1);
    expectSound(outcome);
  });

  it("a state that contains itself: the same, at the end", async () => {
    const loop = anyTool("loop", (state) => void (state.notes["A"]!.tags = state));
    const outcome = await runNotes(({ callTool }) => callTool("loop", {}).then(() => undefined), {
      tools: [loop],
    });
    expect(outcome.run.failure).toMatchObject({ code: "environment_error", path: "state" });
    expect(outcome.result.error).toContain("notes.A.tags");
    expect(outcome.stateDiff).toBeUndefined();
  });

  it("a tool that leaves a broken state and throws has changed nothing", async () => {
    const fail = anyTool("fail", (state) => {
      state.notes["A"]!.tags = () => 1;
      throw new Error("x");
    });
    const outcome = await runNotes(({ callTool }) => callTool("fail", {}).then(() => undefined), {
      tools: [fail],
    });
    expect(outcome.result.terminationReason).toBe("completed");
    expect(outcome.stateDiff).toEqual({ scalars: [], collections: {} });
  });

  it("behind a tool's back, at the end: the same", async () => {
    let live: { notes: unknown } | undefined;
    const grab = anyTool("grab", (state) => void (live = state));
    const outcome = await runNotes(
      async ({ callTool }) => {
        await callTool("grab", {});
        live!.notes = 1n;
      },
      { tools: [grab] },
    );
    expect(outcome.run.failure).toMatchObject({ code: "environment_error", path: "state" });
    expect(outcome.stateDiff).toBeUndefined();
  });
});
