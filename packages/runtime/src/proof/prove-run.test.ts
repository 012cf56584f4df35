import { describe, expect, it } from "vitest";
import { resolveLimits } from "../limits.js";
import { toolError } from "@silo/errors";
import { check, defineVerifier } from "@silo/verify";
import { defineTool } from "../tool.js";
import { RunProver, scriptedAgent } from "./prove-run.js";

interface State {
  n: number;
  reads: number;
}

const tools = [
  defineTool<State>({
    name: "add",
    description: "Adds to n.",
    inputSchema: { type: "object", properties: { by: { type: "integer" } }, required: ["by"] },
    run(state, { by }) {
      if (by < 0) throw toolError("not_allowed", "Only more.");
      if (by === 0) throw new Error("broken");
      state.n += Number(by);
      return state.n;
    },
  }),
  defineTool<State>({
    name: "read",
    description: "Reads n, and counts that.",
    inputSchema: { type: "object" },
    effect: "read",
    run(state) {
      state.reads += 1;
      return state.n;
    },
  }),
];

function proverOf(passes: (final: State, initial: State) => boolean): RunProver {
  const verifier = defineVerifier<State>({
    id: "V",
    taskId: "T",
    name: "V",
    check: (final, initial) => [check("n", passes(final, initial))],
  });
  return new RunProver({
    environment: {
      createState: () => ({ n: 0, reads: 0 }),
      bindTools: () => tools,
      verifiers: [verifier],
    },
    task: { id: "T", title: "t", instruction: "i", verifierId: "V" },
    grants: [],
    limits: resolveLimits({ verifierTimeoutMs: 2_000 }),
  });
}

const call = (
  tool: string,
  input: Record<string, number> = {},
): { tool: string; input: Record<string, number> } => ({
  tool,
  input,
});

describe("a run of a proof", () => {
  it("tells the world, the answer, the calls and the verdict", async () => {
    const prover = proverOf(({ n }) => n === 3);
    const agent = scriptedAgent({ calls: [call("add", { by: 1 }), call("add", { by: 2 })], answer: "3" });
    const run = await prover.run(agent, { isThorough: true });
    expect(run).toMatchObject({
      verdict: "passed",
      reward: 1,
      terminationReason: "completed",
      answer: "3",
      changed: ["n"],
      state: { n: 3, reads: 0 },
      ungradedBy: null,
      toolFaults: [],
      observations: [],
      calls: [
        { tool: "add", input: { by: 1 }, isError: false, message: "" },
        { tool: "add", input: { by: 2 }, isError: false, message: "" },
      ],
    });
    const other = await prover.run(scriptedAgent({ calls: [call("add", { by: 3 })], answer: "" }), {
      isThorough: false,
    });
    expect(other.world).toBe(run.world);
    expect(other.state).toBeNull();
    const none = await prover.run(scriptedAgent({ calls: [], answer: "" }), { isThorough: false });
    expect(none.world).not.toBe(run.world);
    expect(none).toMatchObject({ verdict: "failed", reward: 0, changed: [] });
  });

  it("tells what failed, and whether a tool is at fault", async () => {
    const calls = [call("add", { by: -1 }), call("add", { by: 0 }), call("none")];
    const run = await proverOf(() => true).run(scriptedAgent({ calls, answer: "" }), { isThorough: false });
    expect(run.calls.map(({ isError, message }) => [isError, message.split(":")[0]])).toEqual([
      [true, "not_allowed"],
      [true, "internal_error"],
      [true, "tool_not_found"],
    ]);
    expect(run.toolFaults).toHaveLength(1);
  });

  it("undoes what a tool does that is declared read, and goes on", async () => {
    const calls = [call("add", { by: 1 }), call("read"), call("add", { by: 1 })];
    const run = await proverOf(({ n, reads }) => n === 2 && reads === 0).run(
      scriptedAgent({ calls, answer: "" }),
      {
        isThorough: false,
      },
    );
    expect(run.verdict).toBe("passed");
    expect(run.observations).toEqual([
      { kind: "read_tool_writes", place: "tools.read", detail: "reads", call: 2 },
    ]);
  });

  it.each<[string, (final: State, initial: State) => boolean, string[]]>([
    ["changes what it is given", (final) => Reflect.set(final, "n", 9), ["verifier_mutates"]],
    ["looks at the order of keys", (final) => Object.keys(final)[0] === "n", ["key_order"]],
    ["is right", (final, initial) => final.n === initial.n, []],
  ])("tells whether the verifier %s", async (_, passes, kinds) => {
    const run = await proverOf(passes).run(scriptedAgent({ calls: [], answer: "" }), { isThorough: true });
    expect(run.observations.map(({ kind }) => kind)).toEqual(kinds);
  });
});
