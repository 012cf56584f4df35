import type { TraceEvent } from "@silo/artifacts";
import { isSiloError, toolError } from "@silo/errors";
import { check } from "@silo/verify";
import { describe, expect, it } from "vitest";
import {
  addNote,
  anyTool,
  type createNotes,
  listNotes,
  notesWorld,
  task,
  verifier,
} from "../test/notes-world.js";
import { options } from "../test/run-notes.js";
import type { Agent, AgentInput } from "./agent.js";
import type { Environment } from "./environment.js";
import { replayRun, type Replay, type ReplayOptions } from "./replay-run.js";
import type { RunOutcome } from "./run-outcome.js";
import { runTask, type RunTaskOptions } from "./run-task.js";

function run(act: (input: AgentInput) => unknown, more: Partial<RunTaskOptions> = {}): Promise<RunOutcome> {
  return runTask(options({ agent: act as Agent, ...more }));
}

/** Replays what a reader would have of the run. */
function replay(
  { trace, stateDiff }: RunOutcome,
  environment: Environment,
  more: Partial<ReplayOptions> = {},
): Promise<Replay> {
  const read = JSON.parse(JSON.stringify(trace)) as TraceEvent[];
  return replayRun({ environment, trace: read, stateDiff, ...more });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "none";
  } catch (thrown) {
    return isSiloError(thrown) ? thrown.code : String(thrown);
  }
}

const rename = anyTool("rename", (state) => {
  const { A } = state.notes;
  if (A) A.text = "second";
  return "renamed";
});

describe("a replayed run", () => {
  it("gives what was recorded, with what each place was and is", async () => {
    const environment = notesWorld(rename);
    const outcome = await run(
      async ({ callTool }) => {
        await callTool("add_note", { id: "B", text: "x" });
        await callTool("add_note", { id: "B", text: "again" });
        await callTool("nobody", {});
        await callTool("add_note", { id: 1 });
        await callTool("rename", undefined);
        await callTool("list_notes", null);
        return { output: "done" };
      },
      { environment },
    );
    const replayed = await replay(outcome, environment);
    expect(replayed).toMatchObject({ difference: undefined, calls: 6, skipped: [], environmentHash: null });
    expect(replayed.verifierHash).toBe(outcome.run.hashes.verifier);
    expect(replayed.stateDiff).toEqual(outcome.stateDiff);
    expect(replayed.changes).toEqual({
      scalars: [{ field: "order.1", to: "B" }],
      entities: [
        {
          collection: "notes",
          id: "A",
          change: "changed",
          fields: [{ field: "text", from: "first", to: "second" }],
        },
        {
          collection: "notes",
          id: "B",
          change: "added",
          fields: [
            { field: "id", to: "B" },
            { field: "text", to: "x" },
          ],
        },
      ],
    });
    expect(replayed).not.toHaveProperty("grade");
  });

  it("is the same where arguments were nothing, null, or no JSON", async () => {
    const strict = { ...addNote, name: "strict" };
    const environment = notesWorld(strict);
    const outcome = await run(
      async ({ callTool }) => {
        await callTool("strict", undefined);
        await callTool("strict", null);
        // As a text this would be valid, and would add a note.
        await callTool("add_note", { id: "[NaN]", text: "x", more: NaN });
        await callTool("add_note", { id: "C", text: 10n });
        await callTool("add_note", '{"id":"D","text":"as text"}');
        return { output: "" };
      },
      { environment },
    );
    expect(outcome.result).toMatchObject({ toolCalls: 5, toolErrors: 4 });
    const replayed = await replay(outcome, environment);
    expect(replayed).toMatchObject({ difference: undefined, calls: 3, skipped: ["call_3", "call_4"] });
  });

  it("has the recorded grants", async () => {
    const outcome = await run(({ callTool }) => callTool("wipe_notes", { sure: true }), {
      grants: ["notes:read", "notes:wipe"],
    });
    expect(outcome.result.toolErrors).toBe(0);
    expect(await replay(outcome, notesWorld())).toMatchObject({ difference: undefined, calls: 1 });
  });

  it("leaves out calls beyond the budget, calls without an answer, and late calls", async () => {
    const stuck = anyTool("stuck", (state) => (state.order.push("half"), new Promise(() => undefined)));
    const beyond = await run(
      async ({ callTool }) => {
        for (const id of ["B", "C", "D"]) await callTool("add_note", { id, text: id });
        await callTool("add_note", { id: "late", text: "" });
      },
      { limits: { maxToolCalls: 2 } },
    );
    expect(beyond.result.terminationReason).toBe("max_tool_calls");
    expect(await replay(beyond, notesWorld())).toMatchObject({
      difference: undefined,
      calls: 2,
      skipped: ["call_3"],
    });
    const environment = notesWorld(stuck);
    const late = await run(({ callTool }) => callTool("stuck", {}), {
      environment,
      limits: { timeoutMs: 20 },
    });
    expect(await replay(late, environment)).toMatchObject({
      difference: undefined,
      calls: 0,
      skipped: ["call_1"],
      stateDiff: { scalars: [], collections: {} },
    });
  });

  it("makes a tool's own limit_exceeded again", async () => {
    const quota = anyTool("quota", () => {
      throw toolError("limit_exceeded", "Ten a day.");
    });
    const environment = notesWorld(quota);
    const outcome = await run(({ callTool }) => callTool("quota", {}), { environment });
    expect(await replay(outcome, environment)).toMatchObject({
      difference: undefined,
      calls: 1,
      skipped: [],
    });
  });

  it("names the first call that gives something else, and makes no other", async () => {
    let calls = 0;
    const count = anyTool("count", () => (calls += 1));
    const environment = notesWorld(count);
    const outcome = await run(
      async ({ callTool }) => {
        await callTool("list_notes", {});
        await callTool("count", {});
        await callTool("count", {});
      },
      { environment },
    );
    expect(await replay(outcome, environment)).toMatchObject({
      difference: {
        at: "call",
        callId: "call_2",
        tool: "count",
        recorded: { output: 1, isError: false },
        replayed: { output: 3, isError: false },
      },
      calls: 2,
      stateDiff: undefined,
      changes: undefined,
    });
    expect(calls).toBe(3);
  });

  it.each<[string, Environment, object]>([
    ["an error", notesWorld(anyTool("rename", () => Promise.reject(new Error("broken")))), { isError: true }],
    ["another change", notesWorld(anyTool("rename", () => "renamed")), { changed: [] }],
    ["no such tool", notesWorld(), { output: { code: "tool_not_found" } }],
  ])("names a call that gives %s now", async (_name, environment, replayed) => {
    const outcome = await run(({ callTool }) => callTool("rename", {}), { environment: notesWorld(rename) });
    expect(await replay(outcome, environment)).toMatchObject({
      difference: { at: "call", callId: "call_1", recorded: { changed: ["notes.A"] }, replayed },
    });
  });

  it("names the end where all calls give the same and the world does not", async () => {
    const environment = notesWorld(rename);
    const outcome = await run(({ callTool }) => callTool("rename", {}), { environment });
    const recorded = { scalars: [], collections: {} };
    expect(await replay(outcome, environment, { stateDiff: recorded })).toMatchObject({
      difference: { at: "end", recorded, replayed: outcome.stateDiff },
      calls: 1,
    });
  });

  it("takes a run that was killed as far as it came", async () => {
    const outcome = await run(async ({ callTool }) => {
      await callTool("add_note", { id: "B", text: "x" });
      await callTool("add_note", { id: "C", text: "x" });
    });
    const trace = outcome.trace.slice(0, 4);
    const replayed = await replayRun({ environment: notesWorld(), trace });
    expect(replayed).toMatchObject({ difference: undefined, calls: 1, skipped: ["call_2"] });
    expect(replayed.changes?.entities).toHaveLength(1);
    expect(await codeOf(replayRun({ environment: notesWorld(), trace, isGraded: true }))).toBe("usage_error");
    expect(await codeOf(replayRun({ environment: notesWorld(), trace: trace.slice(1) }))).toBe("usage_error");
  });

  it("is cancelled by its signal, also between two calls", async () => {
    const abort = new AbortController();
    const outcome = await run(
      async ({ callTool }) => {
        await callTool("stop", {});
        await callTool("stop", {});
      },
      { environment: notesWorld(anyTool("stop", () => 1)) },
    );
    let calls = 0;
    const stop = anyTool("stop", () => {
      calls += 1;
      abort.abort();
      return 1;
    });
    expect(await codeOf(replay(outcome, notesWorld(stop), { signal: abort.signal }))).toBe("cancelled");
    expect(calls).toBe(1);
    expect(await codeOf(replay(outcome, notesWorld(stop), { signal: abort.signal }))).toBe("cancelled");
    expect(calls).toBe(1);
  });

  it("is cancelled, and has not another result, where the signal comes in its last call or while it is graded", async () => {
    const abort = new AbortController();
    const outcome = await run(({ callTool }) => callTool("rename", {}), { environment: notesWorld(rename) });
    const stop = anyTool("rename", () => (abort.abort(), "stopped"));
    expect(await codeOf(replay(outcome, notesWorld(stop), { signal: abort.signal }))).toBe("cancelled");
    const late = new AbortController();
    const broken = { ...verifier, check: () => (late.abort(), []) };
    const environment = { ...notesWorld(rename), verifiers: [broken] };
    const graded = replay(outcome, environment, { isGraded: true, signal: late.signal });
    expect(await codeOf(graded)).toBe("cancelled");
  });

  it("cannot have a process without a file", async () => {
    const outcome = await run(() => ({ output: "" }));
    expect(await codeOf(replay(outcome, notesWorld(), { isolation: "process" }))).toBe("usage_error");
  });
});

describe("a run whose environment broke", () => {
  const sly = { ...listNotes, run: (state: { order: string[] }) => state.order.push("X") };
  const slyWorld: Environment = { ...notesWorld(), bindTools: () => [addNote, sly] };
  const slyRun = (): Promise<RunOutcome> =>
    run(({ callTool }) => callTool("list_notes", {}), { environment: slyWorld });

  it("replays to the same fault", async () => {
    const outcome = await slyRun();
    expect(outcome.result.terminationReason).toBe("environment_error");
    expect(await replay(outcome, slyWorld)).toMatchObject({ difference: undefined, stateDiff: undefined });
    const hang = anyTool("hang", () => new Promise(() => undefined));
    const hung = await run(({ callTool }) => callTool("hang", {}), {
      environment: notesWorld(hang),
      limits: { toolTimeoutMs: 20 },
    });
    expect(hung.result.terminationReason).toBe("environment_error");
    expect(await replay(hung, notesWorld(hang))).toMatchObject({ difference: undefined, calls: 1 });
    const unborn = { ...notesWorld(), createState: () => null as never };
    const never = await run(() => ({ output: "" }), { environment: unborn });
    expect(never.result.terminationReason).toBe("environment_error");
    expect(await replay(never, unborn)).toMatchObject({ difference: undefined, calls: 0 });
  });

  it("is an error where the world cannot be made now", async () => {
    const unborn = { ...notesWorld(), createState: () => null as never };
    expect(await codeOf(replay(await slyRun(), unborn))).toBe("environment_failed");
  });

  it("differs at the end where it breaks no more", async () => {
    const quiet: Environment = {
      ...notesWorld(),
      bindTools: () => [addNote, { ...listNotes, run: () => 2 }],
    };
    expect(await replay(await slyRun(), quiet)).toMatchObject({
      difference: { at: "end", recorded: undefined, replayed: { scalars: [] } },
    });
  });

  it("is ungraded, whatever the environment does now", async () => {
    const { grade } = await replay(await slyRun(), slyWorld, { isGraded: true });
    expect(grade).toMatchObject({
      result: { verdict: "ungraded", reward: null, terminationReason: "environment_error" },
      ungradedBy: { code: "environment_failed", details: { place: "tools.list_notes" } },
    });
  });
});

describe("a run that is graded again", () => {
  it("gets the recorded result where nothing changed", async () => {
    const outcome = await run(async ({ callTool }) => {
      await callTool("add_note", { id: "B", text: "x" });
      return { output: { b: 1, a: 2 } };
    });
    const { grade } = await replay(outcome, notesWorld(), { isGraded: true });
    expect(grade).toEqual({ result: outcome.result, ungradedBy: undefined });
  });

  it("is graded by the verifier as it is now, with the recorded answer, task and trace", async () => {
    const outcome = await run(async ({ callTool }) => {
      await callTool("add_note", { id: "C", text: "x" });
      return { output: "the answer" };
    });
    expect(outcome.verdict).toBe("failed");
    let seen: readonly TraceEvent[] = [];
    const environment: Environment = {
      ...notesWorld(),
      verifiers: [
        {
          ...verifier,
          check: (
            final: ReturnType<typeof createNotes>,
            initial: ReturnType<typeof createNotes>,
            context,
          ) => {
            seen = context.trace;
            return [
              check("C", Object.hasOwn(final.notes, "C") && !Object.hasOwn(initial.notes, "C")),
              check("answer", context.agentOutput === "the answer" && context.task.title === task.title),
            ];
          },
        },
      ],
    };
    const replayed = await replay(outcome, environment, { isGraded: true });
    expect(replayed.grade?.result).toMatchObject({ verdict: "passed", reward: 1, agentOutput: "the answer" });
    expect(replayed.verifierHash).not.toBe(outcome.run.hashes.verifier);
    expect(seen.map(({ type }) => type)).toEqual([
      ...["run_start", "tool_call", "tool_result", "agent_output", "run_end"],
    ]);
  });

  it("is ungraded where its world cannot be made again, and where the verifier breaks", async () => {
    const outcome = await run(({ callTool }) => callTool("rename", {}), { environment: notesWorld(rename) });
    const lost = await replay(outcome, notesWorld(), { isGraded: true });
    expect(lost.grade).toMatchObject({
      result: { verdict: "ungraded", reward: null, toolCalls: 1 },
      ungradedBy: { code: "environment_failed", details: { place: "tools.rename" } },
    });
    const stuck = await replay(outcome, notesWorld(rename), {
      isGraded: true,
      stateDiff: { scalars: [], collections: {} },
    });
    expect(stuck.grade?.ungradedBy).toMatchObject({ details: { place: "the end" } });
    const broken = { ...verifier, check: () => [] };
    const { grade } = await replay(
      outcome,
      { ...notesWorld(rename), verifiers: [broken] },
      { isGraded: true },
    );
    expect(grade).toMatchObject({ result: { verdict: "ungraded" }, ungradedBy: { code: "verifier_failed" } });
    const none = { ...notesWorld(rename), verifiers: [] };
    expect(await codeOf(replay(outcome, none, { isGraded: true }))).toBe("verifier_not_found");
    expect(await replay(outcome, none)).toMatchObject({ difference: undefined, verifierHash: undefined });
  });

  it("stays ungraded where it was cancelled, or waits for an answer", async () => {
    const asked = await run(({ ask }) => ask("Which?"));
    expect((await replay(asked, notesWorld(), { isGraded: true })).grade?.ungradedBy).toMatchObject({
      code: "awaiting_input",
      details: { question: "Which?", runId: asked.runId },
    });
    const abort = new AbortController();
    const cancelled = await run(
      () => {
        abort.abort();
        return new Promise(() => undefined);
      },
      { signal: abort.signal },
    );
    expect((await replay(cancelled, notesWorld(), { isGraded: true })).grade?.ungradedBy?.code).toBe(
      "cancelled",
    );
  });
});
