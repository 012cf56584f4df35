import { traceEventSchema, type TraceEvent } from "@silo/artifacts";
import { PermissionDeniedError, SchemaError, siloError, toolError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { addNote, anyTool, createNotes, notesWorld, task } from "../test/notes-world.js";
import { thrownThings } from "../test/thrown-things.js";
import type { Agent, AgentInput, ToolCallResult } from "./agent.js";
import type { RunLimits } from "./limits.js";
import type { RunOutcome } from "./run-outcome.js";
import { runTask } from "./run-task.js";
import type { Tool } from "./tool.js";

interface Given {
  tools?: Tool[];
  limits?: Partial<RunLimits>;
  grants?: string[];
  signal?: AbortSignal;
}

function run(
  agent: (input: AgentInput) => unknown,
  { tools = [], ...rest }: Given = {},
): Promise<RunOutcome> {
  return runTask({ environment: notesWorld(...tools), task, agent: agent as Agent, ...rest });
}

/** The events of one type, without what depends on the clock. */
function eventsOf<T extends TraceEvent["type"]>(
  { trace }: RunOutcome,
  type: T,
): Extract<TraceEvent, { type: T }>[] {
  return trace.filter((event): event is Extract<TraceEvent, { type: T }> => event.type === type);
}

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
    const outcome = await run(() => returned);
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
    const outcome = await run(() => returned);
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
      const outcome = await run(
        index % 2 === 0
          ? () => {
              throw thrown;
            } // eslint-disable-line @typescript-eslint/only-throw-error
          : async ({ callTool }: AgentInput) => {
              await callTool("add_note", { id: "B", text: "second" });
              throw thrown; // eslint-disable-line @typescript-eslint/only-throw-error
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
    const outcome = await run((input) => {
      given = input;
      input.tools[0]!.inputSchema["type"] = "forged";
      input.tools.pop();
    });
    expect(Object.keys(given ?? {}).sort()).toEqual(["callTool", "signal", "task", "tools"]);
    expect(given?.task).toBe(task.instruction);
    const [start] = eventsOf(outcome, "run_start");
    expect(start?.tools.map(({ name, inputSchema }) => [name, inputSchema["type"]])).toEqual([
      ["add_note", "object"],
      ["list_notes", "object"],
      ["wipe_notes", "object"],
    ]);
  });
});

describe("a tool call that fails is a value", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;

  it.each<[string, string, unknown, string, string]>([
    ["an unknown tool", "ad_note", {}, "tool_not_found", "add_note"],
    ["the name of a prototype", "__proto__", {}, "tool_not_found", "__proto__"],
    ["a name that is no text", ["add_note"] as unknown as string, {}, "tool_not_found", "There is no tool"],
    ["a name that cannot be a text", Object.create(null) as string, {}, "tool_not_found", "There is no tool"],
    ["a permission that was not granted", "wipe_notes", { sure: 1 }, "not_allowed", "notes:read"],
    ["a missing argument", "add_note", { id: "B" }, "invalid_input", '"text" is required'],
    ["no arguments", "add_note", undefined, "invalid_input", '"id" is required'],
    ["arguments that contain themselves", "add_note", cycle, "invalid_input", "self"],
    ["a BigInt", "add_note", { id: 1n, text: "x" }, "invalid_input", '"id"'],
    ["a conflict", "add_note", { id: "A", text: "x" }, "conflict", "Note A exists already."],
  ])("%s", async (_name, tool, input, code, text) => {
    let result: ToolCallResult | undefined;
    const outcome = await run(async ({ callTool }) => {
      result = await callTool(tool, input);
    });
    expect(result).toEqual({
      isError: true,
      output: { code, message: expect.stringContaining(text) as unknown },
    });
    expect(outcome.result).toMatchObject({ terminationReason: "completed", toolCalls: 1, toolErrors: 1 });
    expect(eventsOf(outcome, "tool_result")).toMatchObject([
      { callId: "call_1", isError: true, output: result?.output, changed: [] },
    ]);
    expect(outcome.toolFaults).toEqual([]);
    expectSound(outcome);
  });

  it("also where the tool itself is at fault, and what it threw is for the author only", async () => {
    const things = [
      ...thrownThings(),
      new SchemaError("a.b", "must be a string"),
      siloError("usage_error", { problem: "x" }),
    ];
    for (const thrown of things) {
      const results: ToolCallResult[] = [];
      const tool = anyTool("break_it", () => {
        throw thrown;
      }); // eslint-disable-line @typescript-eslint/only-throw-error
      const outcome = await run(async ({ callTool }) => void results.push(await callTool("break_it", {})), {
        tools: [tool],
      });
      expect(results).toEqual([
        {
          isError: true,
          output: {
            code: "internal_error",
            message: '"break_it" broke while it ran. This is a fault in the tool, not in how it was called.',
          },
        },
      ]);
      expect(outcome.toolFaults).toHaveLength(1);
      expect(outcome.toolFaults[0]).toMatch(/^break_it \(call_1\): /);
      const [event] = eventsOf(outcome, "tool_result");
      expect(event?.fault).toMatchObject({
        code: expect.any(String) as unknown,
        message: expect.any(String) as unknown,
        stack: expect.any(String) as unknown,
      });
      expectSound(outcome);
    }
  });

  it.each<[string, () => unknown, string, boolean]>([
    ["a cycle", () => cycle, "output_invalid", true],
    ["a BigInt", () => ({ n: 1n }), "output_invalid", true],
    ["a function", () => () => 1, "output_invalid", true],
    ["a promise that rejects", () => Promise.reject(new Error("db")), "internal_error", true],
    [
      "an error of its own vocabulary",
      () => Promise.reject(toolError("out_of_stock", "None left.")),
      "out_of_stock",
      false,
    ],
    [
      "an error frozen",
      () => Promise.reject(Object.freeze(toolError("not_found", "No."))),
      "not_found",
      false,
    ],
    [
      "a permission of its own",
      () => Promise.reject(new PermissionDeniedError("x", "y")),
      "not_allowed",
      false,
    ],
  ])("a tool gives %s", async (_name, give, code, isFault) => {
    const outcome = await run(({ callTool }) => callTool("odd", {}).then(() => undefined), {
      tools: [anyTool("odd", give)],
    });
    const [event] = eventsOf(outcome, "tool_result");
    expect(event).toMatchObject({ isError: true, output: { code } });
    expect([event?.fault !== undefined, outcome.toolFaults.length]).toEqual([isFault, isFault ? 1 : 0]);
    expectSound(outcome);
  });
});

/** Every event numbered without gaps, in the order of a run, and valid against the published schema. */
function expectSound({ trace, result }: RunOutcome): void {
  expect(trace.map(({ seq }) => seq)).toEqual(trace.map((_, index) => index + 1));
  expect(trace[0]?.type).toBe("run_start");
  expect(trace.at(-1)?.type).toBe("verifier_result");
  for (const event of trace) traceEventSchema.parse(event);
  const calls = trace.filter((event) => event.type === "tool_call");
  expect(calls.map((event) => event.type === "tool_call" && event.callId)).toEqual(
    calls.map((_, index) => `call_${index + 1}`),
  );
  expect(calls).toHaveLength(result.toolCalls);
  expect(trace.filter((event) => event.type === "tool_result" && event.isError)).toHaveLength(
    result.toolErrors,
  );
}

describe("calls", () => {
  it("of the same time run in the order made, each with the changes that it made itself", async () => {
    const results: ToolCallResult[] = [];
    const outcome = await run(async ({ callTool }) => {
      const texts = ["B", "C", "A", "D"];
      results.push(...(await Promise.all(texts.map((id) => callTool("add_note", { id, text: "new" })))));
    });
    expect(results.map(({ isError = false }) => isError)).toEqual([false, false, true, false]);
    const lists = eventsOf(outcome, "tool_result").map(({ callId, changed }) => [callId, ...changed]);
    expect(lists).toEqual([
      ["call_1", "notes.B", "order.1"],
      ["call_2", "notes.C", "order.2"],
      ["call_3"],
      ["call_4", "notes.D", "order.3"],
    ]);
    expect(outcome.trace.filter(({ type }) => type.startsWith("tool_")).map(({ type }) => type)).toEqual([
      ...Array<string>(4).fill("tool_call"),
      ...Array<string>(4).fill("tool_result"),
    ]);
    expectSound(outcome);
  });

  it("act on the arguments as they were when they were made, and the trace has the same", async () => {
    const outcome = await run(async ({ callTool }) => {
      const input = { id: "B", text: "as called" };
      const call = callTool("add_note", input);
      input.text = "changed afterwards";
      await call;
    });
    expect(eventsOf(outcome, "tool_call")[0]?.input).toEqual({ id: "B", text: "as called" });
    expect(eventsOf(outcome, "tool_result")[0]?.output).toEqual({ id: "B", text: "as called" });
    expect(outcome.stateDiff?.collections["notes"]).toEqual({ added: ["B"], removed: [], changed: [] });
  });

  it("give results that an agent may change without changing the world or the trace", async () => {
    const outcome = await run(async ({ callTool }) => {
      const { output } = await callTool("list_notes", {});
      (output as ReturnType<typeof createNotes>["notes"])["A"]!.text = "forged";
      (output as Record<string, unknown>)["B"] = {};
      const refusal = await callTool("nobody", {});
      Object.assign(refusal.output as object, { code: "forged" });
    });
    expect(eventsOf(outcome, "tool_result").map(({ output }) => output)).toEqual([
      createNotes().notes,
      { code: "tool_not_found", message: expect.any(String) as unknown },
    ]);
    expect(outcome.stateDiff).toEqual({ scalars: [], collections: {} });
  });

  it("record what JSON cannot hold as a text", async () => {
    const outcome = await run(async ({ callTool }) => {
      await callTool("add_note", { id: 1n });
      await callTool("add_note", "\uD83D");
      await callTool("add_note", { toString: () => 1, n: NaN });
    });
    expect(eventsOf(outcome, "tool_call").map(({ input }) => typeof input)).toEqual([
      "string",
      "string",
      "string",
    ]);
    expectSound(outcome);
  });

  it("keep what a call changed before it failed in its changes", async () => {
    const half = anyTool("half", (state) => {
      state.order.push("half");
      throw toolError("invalid_state", "Stopped.");
    });
    const outcome = await run(({ callTool }) => callTool("half", {}).then(() => undefined), {
      tools: [half],
    });
    expect(eventsOf(outcome, "tool_result")).toMatchObject([{ isError: true, changed: ["order.1"] }]);
  });
});

describe("the budget of calls", () => {
  it("counts the call beyond it, refuses it, ends the run, and what was done is graded", async () => {
    const seen: ToolCallResult[] = [];
    let reason: unknown;
    const outcome = await run(
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
    const outcome = await run(
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
    const outcome = await run(({ callTool }) => callTool("list_notes", null).then(() => undefined), {
      limits: { maxToolCalls: 1 },
    });
    expect(outcome.result).toMatchObject({ terminationReason: "completed", toolCalls: 1, toolErrors: 0 });
  });

  it("leaves no call running that had not begun", async () => {
    let ran = 0;
    const slow = anyTool("slow", async () => {
      ran += 1;
      await pause(5);
    });
    const outcome = await run(
      ({ callTool }) => Promise.all([1, 2, 3].map(() => callTool("slow", {}))).then(() => undefined),
      {
        tools: [slow],
        limits: { maxToolCalls: 2 },
      },
    );
    await pause(20);
    expect(ran).toBeLessThanOrEqual(1);
    expect(eventsOf(outcome, "run_end")).toMatchObject([{ inFlight: ["call_1", "call_2"], toolCalls: 3 }]);
  });
});

describe("the limit of time", () => {
  const limits = { timeoutMs: 30 };

  it("ends an agent that ignores the signal, and grades what it left", async () => {
    const outcome = await run(
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
    const outcome = await run(({ callTool }) => callTool("hang", {}).then(() => undefined), {
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
    const outcome = await run(
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

  it("records nothing of what an agent does long after it", async () => {
    let calling: Promise<ToolCallResult> | undefined;
    const outcome = await run(
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
    const outcome = await run(
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
    const outcome = run(() => (started = true), { signal: AbortSignal.abort(new Error("why")) });
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
      "a tool leaves a state that contains itself",
      anyTool("break_it", (state) => void (state.notes["A"]!.tags = state)),
      "notes.A.tags",
    ],
    [
      "a tool leaves a broken state and throws",
      anyTool("break_it", (state) => {
        state.notes["A"]!.tags = () => 1;
        throw new Error("x");
      }),
      "notes.A.tags",
    ],
  ])("%s: environment_error, ungraded, without a state diff", async (_name, tool, place) => {
    const outcome = await run(
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

  it("behind a tool's back, at the end: the same", async () => {
    let live: { notes: unknown } | undefined;
    const grab = anyTool("grab", (state) => void (live = state));
    const outcome = await run(
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
