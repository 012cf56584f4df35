import { describe, expect, it } from "vitest";
import { compareRuns, type RunComparison } from "./compare-runs.js";
import type { StoredRun } from "./read-run.js";
import { at, config, difference, events, result, run, task } from "./testing/sample-records.js";
import type { TraceEvent } from "./trace.js";

function call(callId: string, input: unknown, output: unknown): TraceEvent[] {
  return [
    { seq: 1, type: "tool_call", at, callId, tool: "get", input: input as null },
    {
      seq: 2,
      type: "tool_result",
      at,
      callId,
      tool: "get",
      output: output as null,
      durationMs: Math.random(),
      isError: false,
      changed: [],
    },
  ];
}

function stored(changes: Partial<StoredRun> = {}): StoredRun {
  return {
    runId: "run_20260915020238_9s01",
    folder: "/runs/a",
    environment: "demo",
    task,
    config,
    startedAt: at,
    run,
    result,
    stateDiff: difference,
    trace: { events: [...call("1", { x: 1, y: 2 }, "one"), ...call("2", 2, "two")], isTorn: false },
    ...changes,
  };
}

const same: RunComparison = {
  isSame: true,
  verdict: undefined,
  reward: undefined,
  terminationReason: undefined,
  agentOutput: undefined,
  toolCalls: undefined,
  toolErrors: undefined,
  checks: [],
  statePlaces: [],
  firstDifferentCall: undefined,
  task: undefined,
  hashes: [],
  config: [],
};

describe("compareRuns", () => {
  it("finds nothing in two runs that did the same at other times, in other folders, in another order of keys", () => {
    const other = stored({
      runId: "run_20270101000000_0000",
      folder: "/runs/b",
      startedAt: "2027-01-01T00:00:00.000Z",
      run: { ...run, runId: "x", durationMs: 9, config: { ...config, agentPath: "./b.ts" } },
      trace: { events: [...call("7", { y: 2, x: 1 }, "one"), ...call("8", 2, "two")], isTorn: false },
    });
    expect(compareRuns(stored(), other)).toEqual(same);
  });

  it("names what differs in the outcome", () => {
    const check = { label: "L", passed: true, detail: "", required: true };
    const a = stored({ result: { ...result, checks: [check, check, { ...check, label: "only a" }] } });
    const b = stored({
      run: { ...run, terminationReason: "completed" },
      result: {
        ...result,
        passed: false,
        verdict: "failed",
        reward: 0,
        agentOutput: "no",
        toolCalls: 4,
        toolErrors: 2,
        checks: [check, { ...check, passed: false, detail: "why" }],
      },
    });
    expect(compareRuns(a, b)).toEqual({
      ...same,
      isSame: false,
      verdict: { a: "passed", b: "failed" },
      reward: { a: 0.75, b: 0 },
      terminationReason: { a: "timeout", b: "completed" },
      agentOutput: { a: result.agentOutput, b: "no" },
      toolCalls: { a: 1, b: 4 },
      toolErrors: { a: 0, b: 2 },
      checks: [
        { name: "L", a: check, b: { ...check, passed: false, detail: "why" } },
        { name: "only a", a: { ...check, label: "only a" }, b: undefined },
      ],
    });
  });

  it("names places of the state-diffs, in order", () => {
    const b = stored({
      stateDiff: {
        scalars: [
          { field: "gone", from: { a: [1, 2], b: 1 } },
          { field: "now", from: "x", to: "y" },
          { field: "came", to: 1 },
        ],
        collections: {
          opportunities: { added: ["OPP-9"], removed: [], changed: ["OPP-5", "OPP-1"] },
          "": { added: [], removed: ["R"], changed: [] },
        },
      },
    });
    expect(compareRuns(stored(), b)).toEqual({
      ...same,
      isSame: false,
      statePlaces: [
        { name: "R", a: undefined, b: { change: "removed" } },
        { name: "came", a: undefined, b: { change: "added", to: 1 } },
        {
          name: "now",
          a: { change: "changed", from: "x", to: null },
          b: { change: "changed", from: "x", to: "y" },
        },
        { name: "opportunities.OPP-1", a: { change: "removed" }, b: { change: "changed" } },
        { name: "opportunities.OPP-9", a: undefined, b: { change: "added" } },
      ],
    });
  });

  it.each<[string, TraceEvent[], RunComparison["firstDifferentCall"]]>([
    [
      "another input",
      [...call("1", { x: 1, y: 2 }, "one"), ...call("2", 3, "two")],
      {
        index: 1,
        differs: "call",
        a: { tool: "get", input: 2, output: "two", isError: false },
        b: { tool: "get", input: 3, output: "two", isError: false },
      },
    ],
    [
      "another answer",
      [...call("1", { x: 1, y: 2 }, "uno"), ...call("2", 3, "two")],
      {
        index: 0,
        differs: "answer",
        a: { tool: "get", input: { x: 1, y: 2 }, output: "one", isError: false },
        b: { tool: "get", input: { x: 1, y: 2 }, output: "uno", isError: false },
      },
    ],
    [
      "no answer",
      [...call("1", { x: 1, y: 2 }, "one"), ...call("2", 2, "two").slice(0, 1)],
      {
        index: 1,
        differs: "answer",
        a: { tool: "get", input: 2, output: "two", isError: false },
        b: { tool: "get", input: 2 },
      },
    ],
    [
      "no call",
      call("1", { x: 1, y: 2 }, "one"),
      {
        index: 1,
        differs: "call",
        a: { tool: "get", input: 2, output: "two", isError: false },
        b: undefined,
      },
    ],
  ])("names the first call that differs: %s", (_what, calls, expected) => {
    const b = stored({ trace: { events: calls, isTorn: false } });
    expect(compareRuns(stored(), b)).toEqual({ ...same, isSame: false, firstDifferentCall: expected });
  });

  it("says which of what they were made of differs, which is no difference of what they did", () => {
    const b = stored({
      task: { ...task, id: "TASK-2" },
      run: { ...run, hashes: { ...run.hashes, environment: "e", verifier: "w" } },
      config: { ...config, maxToolCalls: 9, memoryMb: 64, grants: [], agentPath: "./b.ts" },
    });
    expect(compareRuns(stored(), b)).toEqual({
      ...same,
      task: { a: "demo TASK-1", b: "demo TASK-2" },
      hashes: [
        { name: "environment", a: null, b: "e" },
        { name: "verifier", a: "v", b: "w" },
      ],
      config: [
        { name: "maxToolCalls", a: 1, b: 9 },
        { name: "grants", a: ["fs:write"], b: [] },
        { name: "memoryMb", a: undefined, b: 64 },
      ],
    });
  });

  it("compares of a run that was killed what is known", () => {
    const killed = stored({
      run: undefined,
      result: undefined,
      stateDiff: undefined,
      trace: { events, isTorn: true },
    });
    const comparison = compareRuns(stored({ trace: { events, isTorn: false } }), killed);
    expect(comparison).toMatchObject({
      isSame: false,
      verdict: { a: "passed", b: undefined },
      terminationReason: undefined,
      toolCalls: undefined,
      toolErrors: { a: 0, b: 1 },
      firstDifferentCall: undefined,
    });
    expect(comparison.hashes.map(({ name }) => name)).toEqual(["environment", "task", "verifier", "agent"]);
  });
});
