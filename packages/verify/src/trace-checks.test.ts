import type { TraceEvent } from "@silo/artifacts";
import { isSiloError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { called, calledBefore, neverCalled, type CallPattern, type InputPattern } from "./trace-checks.js";

const at = "2026-01-01T00:00:00.000Z";

/** Each word is an event: `read` a call, `read+` and `read!` the result of the oldest open one, `read~` a late call. */
function traceOf(events: string, input: InputPattern = {}): TraceEvent[] {
  const open = new Map<string, string[]>();
  return events.split(" ").map((word, index): TraceEvent => {
    const [, tool = "", kind] = /^(\w+)(.?)$/.exec(word) ?? [];
    const stamp = { seq: index + 1, at, tool };
    if (kind === "~") return { ...stamp, type: "late_call", input };
    if (kind === "") {
      const callId = `call_${index}`;
      open.set(tool, [...(open.get(tool) ?? []), callId]);
      return { ...stamp, type: "tool_call", callId, input };
    }
    const callId = open.get(tool)?.shift() ?? "";
    return {
      ...stamp,
      type: "tool_result",
      callId,
      output: {},
      durationMs: 1,
      isError: kind === "!",
      changed: [],
    };
  });
}

describe("called and neverCalled", () => {
  it.each([
    ["a call that succeeded", "pay pay+", true, false],
    ["a call that failed", "pay pay!", false, false],
    ["a call without a result", "pay", false, false],
    ["one that failed and one that succeeded", "pay pay! pay pay+", true, false],
    ["a late call", "read read+ pay~", false, true],
    ["calls of another tool", "read read+", false, true],
  ])("of %s", (_name, events, isCalled, isNeverCalled) => {
    expect(called(traceOf(events), "pay")).toBe(isCalled);
    expect(neverCalled(traceOf(events), "pay")).toBe(isNeverCalled);
  });

  const input = { id: "A", amount: 25.0, tags: ["x", { deep: [1] }], note: null };
  it.each<[InputPattern, boolean]>([
    [{}, true],
    [{ id: "A" }, true],
    [{ amount: 25, note: null }, true],
    [{ tags: ["x", {}] }, true],
    [{ tags: ["x", { deep: [1] }] }, true],
    [{ id: "a" }, false],
    [{ amount: "25" }, false],
    [{ tags: ["x"] }, false],
    [{ tags: { 0: "x" } }, false],
    [{ tags: ["x", { deep: [2] }] }, false],
    [{ missing: null }, false],
    [{ note: {} }, false],
    [{ constructor: {} }, false],
  ])("with arguments that fit %j: %s", (where, isCalled) => {
    const trace = traceOf("pay pay+", input);
    expect(called(trace, "pay", where)).toBe(isCalled);
    expect(neverCalled(trace, "pay", where)).toBe(!isCalled);
  });
});

describe("calledBefore", () => {
  it.each([
    ["look look+ pay pay+", true],
    ["look look! look look+ pay pay+", true],
    ["pay pay! look look+ pay pay+", true],
    ["look look+ pay pay+ look look+", true],
    ["look look+ pay pay+ pay pay+", true],
    ["pay pay+ look look+", false],
    ["pay pay+ look look+ pay pay+", false],
    ["look look! pay pay+", false],
    ["look look+ pay pay!", false],
    ["look look+", false],
    ["pay pay+", false],
    ["look pay look+ pay+", false],
    ["look look+ pay~", false],
  ])("%s: %s", (events, expected) => {
    expect(calledBefore(traceOf(events), "look", "pay")).toBe(expected);
  });

  it("may ask for certain arguments", () => {
    const trace = [...traceOf("look look+", { id: "A" }), ...traceOf("pay pay+", { id: "A" })].map(
      (event, index) => ("callId" in event ? { ...event, callId: `call_${Math.floor(index / 2)}` } : event),
    );
    const pattern = (tool: string, id: string): CallPattern => ({ tool, where: { id } });
    expect(calledBefore(trace, pattern("look", "A"), pattern("pay", "A"))).toBe(true);
    expect(calledBefore(trace, pattern("look", "B"), pattern("pay", "A"))).toBe(false);
    expect(calledBefore(trace, { tool: "look" }, pattern("pay", "B"))).toBe(false);
  });

  it("is false of one tool that was called once, and true of one called twice", () => {
    expect(calledBefore(traceOf("pay pay+"), "pay", "pay")).toBe(false);
  });
});

describe("a tool that the run did not offer", () => {
  const names = ["delete_account", "get_account"];
  const tools = names.map((name) => ({ name, description: name, inputSchema: {} }));
  const start = {
    seq: 1,
    type: "run_start",
    at,
    runId: "run",
    environment: "demo",
    tools,
  } as unknown as TraceEvent;

  it.each<[string, () => unknown]>([
    ["called", () => called([start], "delete_acount")],
    ["neverCalled", () => neverCalled([start], "delete_acount")],
    ["calledBefore, first", () => calledBefore([start], "delete_acount", "get_account")],
    ["calledBefore, second", () => calledBefore([start], "get_account", { tool: "delete_acount" })],
  ])("is a mistake: %s", (_name, run) => {
    let thrown: unknown;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown, "usage_error") && thrown.details.problem).toMatch(
      /"delete_acount" \(did you mean "delete_account"\?\).*delete_account, get_account\./,
    );
  });

  it("is none where it was offered", () => {
    expect(neverCalled([start], "delete_account")).toBe(true);
  });
});
