import { PermissionDeniedError, SchemaError, siloError, toolError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { anyTool, createNotes } from "../test/notes-world.js";
import { eventsOf, expectSound, runNotes } from "../test/run-notes.js";
import { thrownThings } from "../test/thrown-things.js";
import type { ToolCallResult } from "./agent.js";

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
    const outcome = await runNotes(async ({ callTool }) => {
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
      });
      const outcome = await runNotes(
        async ({ callTool }) => void results.push(await callTool("break_it", {})),
        {
          tools: [tool],
        },
      );
      expect(results).toEqual([
        {
          isError: true,
          output: {
            code: "internal_error",
            message: '"break_it" broke while it ran. This is a fault in the tool, not in how it was called.',
          },
          // A few of these things break the environment, and so end the run.
          ...(outcome.run.terminationReason === "environment_error" && { ended: true }),
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
    const outcome = await runNotes(({ callTool }) => callTool("odd", {}).then(() => undefined), {
      tools: [anyTool("odd", give)],
    });
    const [event] = eventsOf(outcome, "tool_result");
    expect(event).toMatchObject({ isError: true, output: { code } });
    expect([event?.fault !== undefined, outcome.toolFaults.length]).toEqual([isFault, isFault ? 1 : 0]);
    expectSound(outcome);
  });
});

describe("calls", () => {
  it("of the same time run in the order made, each with the changes that it made itself", async () => {
    const results: ToolCallResult[] = [];
    const outcome = await runNotes(async ({ callTool }) => {
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
    const outcome = await runNotes(async ({ callTool }) => {
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
    const outcome = await runNotes(async ({ callTool }) => {
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
    const outcome = await runNotes(async ({ callTool }) => {
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

  it("that a handler answered are no errors, and leave a handled failure in the trace", async () => {
    const fail = anyTool("fail", () => {
      throw new Error("secret of the world");
    });
    const outcome = await runNotes(({ callTool }) => callTool("fail", {}), {
      tools: [{ ...fail, onError: () => ({ instead: true }) }],
    });
    expect(outcome.result).toMatchObject({ toolErrors: 0, agentOutput: '{"instead":true}' });
    expect(eventsOf(outcome, "failure")).toMatchObject([
      {
        failure: {
          code: "internal_error",
          resultCode: "errorInTool",
          message: "secret of the world",
          path: "tools.fail",
          callId: "call_1",
          handled: true,
        },
      },
    ]);
    expect(eventsOf(outcome, "tool_result")).toMatchObject([
      { isError: false, output: { instead: true }, fault: { message: "secret of the world" } },
    ]);
    expectSound(outcome);
  });

  it("change nothing where they fail", async () => {
    const half = anyTool("half", (state) => {
      state.order.push("half");
      throw toolError("invalid_state", "Stopped.");
    });
    const outcome = await runNotes(({ callTool }) => callTool("half", {}).then(() => undefined), {
      tools: [half],
    });
    expect(eventsOf(outcome, "tool_result")).toMatchObject([{ isError: true, changed: [] }]);
  });
});
