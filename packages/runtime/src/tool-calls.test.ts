import { isToolError, toolError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import type { EnvironmentHooks } from "./environment.js";
import { ToolCalls, type CallReport } from "./tool-calls.js";
import { defineTool, type Tool } from "./tool.js";
import { createRuntime } from "./tool-runtime.js";
import { WorldFault } from "./world-fault.js";

interface Lead {
  id: string;
  status: string;
  tags: string[];
}

interface State {
  leads: Record<string, Lead>;
  order: string[];
  seen: Set<string>;
  notes: Map<string, { text: string }>;
  since: Date;
}

function createState(): State {
  return {
    leads: { A: { id: "A", status: "new", tags: ["x"] }, B: { id: "B", status: "new", tags: [] } },
    order: ["A", "B"],
    seen: new Set(["A"]),
    notes: new Map([["n", { text: "hello" }]]),
    since: new Date("2026-01-01T00:00:00Z"),
  };
}

const anyInput = { type: "object", additionalProperties: true } as const;

function tool(run: (state: State) => unknown, more: Partial<Tool<State>> = {}): Tool<State> {
  return defineTool<State>({ name: "act", description: "Acts.", inputSchema: anyInput, run, ...more });
}

function open(
  tools: Tool<State>[],
  { hooks, toolTimeoutMs }: { hooks?: EnvironmentHooks<State>; toolTimeoutMs?: number } = {},
): { state: State; act: (name?: string) => Promise<CallReport>; calls: ToolCalls } {
  const state = createState();
  const calls = new ToolCalls({ tools, state, grants: [], hooks, toolTimeoutMs });
  return { state, calls, act: (name = "act") => calls.perform(name, { text: {}, given: {} }) };
}

async function faultOf(work: Promise<unknown>): Promise<{ place: string; message: string }> {
  const fault: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(fault instanceof WorldFault)) throw new Error(`no WorldFault: ${String(fault)}`);
  return { place: fault.place, message: (fault.thrown as Error).message };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function mutateAll(state: State): void {
  state.leads["A"]!.status = "lost";
  state.leads["A"]!.tags.push("y");
  delete state.leads["B"];
  state.leads["C"] = { id: "C", status: "new", tags: [] };
  state.order.reverse();
  state.seen.add("B");
  state.notes.get("n")!.text = "bye";
  state.notes.clear();
  state.since.setUTCFullYear(2000);
}

describe("a call that fails changes nothing", () => {
  it.each<[string, (state: State) => unknown, Partial<Tool<State>>]>([
    ["that throws", (state) => (mutateAll(state), Promise.reject(toolError("conflict", "No."))), {}],
    [
      "that rejects after an await",
      async (state) => {
        mutateAll(state);
        await pause(2);
        state.order.push("late");
        throw new Error("late");
      },
      {},
    ],
    [
      "whose output its schema refuses",
      (state) => (mutateAll(state), { n: "text" }),
      { outputSchema: { type: "object", properties: { n: { type: "number" } } } },
    ],
    ["whose output JSON cannot hold", (state) => (mutateAll(state), { n: 1n }), {}],
    ["that throws null", (state) => (mutateAll(state), Promise.reject(null)), {}],
  ])("one %s", async (_name, run, more) => {
    const { state, act } = open([tool(run, more)]);
    const held = { leads: state.leads, a: state.leads["A"], b: state.leads["B"], note: state.notes.get("n") };
    const report = await act();
    expect("thrown" in report && report.changed).toEqual([]);
    expect(state).toEqual(createState());
    // In place: what tools hold from bindTools sees it too.
    expect(state.leads).toBe(held.leads);
    expect(state.leads["A"]).toBe(held.a);
    expect(state.leads["B"]).toBe(held.b);
    expect(state.notes.get("n")).toBe(held.note);
    expect(Object.keys(state.leads)).toEqual(["A", "B"]);
  });

  it("in a host's own runtime as well", async () => {
    const state = createState();
    const runtime = createRuntime({
      tools: [tool((world) => (mutateAll(world), Promise.reject(new Error("no"))))],
      state,
    });
    await expect(runtime.call("act", {})).rejects.toThrow("no");
    expect(state).toEqual(createState());
  });
});

describe("a call that succeeds", () => {
  it("names what it changed, and leaves ordinary objects", async () => {
    const { state, act } = open([
      tool((world) => {
        world.leads["A"]!.status = "won";
        world.leads["C"] = { id: "C", status: "new", tags: [] };
        return world.leads["A"];
      }),
    ]);
    expect(await act()).toEqual({
      output: { id: "A", status: "won", tags: ["x"] },
      changed: ["leads.A", "leads.C"],
    });
    expect(structuredClone(state.leads)).toEqual({ ...state.leads });
    // Another object with the same content is no change that anybody could see.
    expect(await act()).toMatchObject({ changed: [] });
  });

  it("owns what it left to a microtask", async () => {
    const { act } = open([tool((world) => void Promise.resolve().then(() => world.order.push("C")))]);
    expect(await act()).toMatchObject({ changed: ["order.2"] });
  });
});

describe("a tool that is declared read", () => {
  const liar = tool((state) => void state.order.sort().reverse(), { name: "look", effect: "read" });
  const honest = tool((state) => state.order.length, { name: "count", effect: "read" });
  const write = tool((state) => void state.order.push("C"), { name: "add" });

  it("is found out before the next write, and undone", async () => {
    const { state, act } = open([liar, honest, write]);
    await act("count");
    await act("look");
    const { place, message } = await faultOf(act("add"));
    expect(place).toBe("tools.look");
    expect(message).toContain('"count" or "look"');
    expect(message).toContain("order");
    expect(state).toEqual(createState());
  });

  it("is found out at the end", async () => {
    const { state, act, calls } = open([liar]);
    await act("look");
    expect(() => calls.settle()).toThrow(WorldFault);
    expect(state).toEqual(createState());
  });

  it.each<[string, (state: State) => void]>([
    ["a Date", (state) => state.since.setTime(0)],
    ["a Set", (state) => state.seen.delete("A")],
    [
      "an order of keys",
      (state) => void ((state.leads as object) = { B: state.leads["B"], A: state.leads["A"] }),
    ],
    ["an entity", (state) => void (state.leads["A"]!.status = "x")],
  ])("may not change %s", async (_name, run) => {
    const { act, calls } = open([tool((state) => void run(state), { effect: "read" })]);
    await act();
    expect(() => calls.settle()).toThrow(WorldFault);
  });

  it("that changes nothing is no fault", async () => {
    const { act, calls } = open([honest, write]);
    await act("count");
    await act("add");
    await act("count");
    expect(() => calls.settle()).not.toThrow();
  });
});

describe("a state that a host holds", () => {
  it("keeps what the host changed between two calls, where the next one fails", async () => {
    const state = createState();
    const fail = tool((world) => (world.order.push("half"), Promise.reject(new Error("no"))));
    const runtime = createRuntime({ tools: [fail], state });
    state.order.push("mine");
    await expect(runtime.call("act", {})).rejects.toThrow("no");
    expect(state.order).toEqual(["A", "B", "mine"]);
    state.order = ["new"];
    await expect(runtime.call("act", {})).rejects.toThrow("no");
    expect(state.order).toEqual(["new"]);
  });

  it("is refused where it came to hold what cannot be recorded", async () => {
    const state = createState();
    const runtime = createRuntime({ tools: [tool(() => 1)], state });
    state.leads["A"]!.tags = [1n] as never;
    await expect(runtime.call("act", {})).rejects.toMatchObject({
      code: "environment_failed",
      message: expect.stringContaining("leads.A.tags.0") as string,
    });
  });
});

describe("a tool that goes on after it has returned", () => {
  it("is named and undone before the next call", async () => {
    const stray = tool((state) => void setTimeout(() => state.order.push("stray"), 5));
    const { state, act } = open([
      stray,
      tool((world) => world.order.length, { name: "count", effect: "read" }),
    ]);
    await act();
    await pause(20);
    const { place, message } = await faultOf(act("count"));
    expect(place).toBe("tools.act");
    expect(message).toContain("went on after it had returned");
    expect(state.order).toEqual(["A", "B"]);
  });
});

describe("a tool that does not end", () => {
  it("is a fault of the environment after its time, and what it did is undone", async () => {
    const hang = tool((state) => (state.order.push("C"), new Promise(() => undefined)));
    const { state, act } = open([hang], { toolTimeoutMs: 20 });
    const { place, message } = await faultOf(act());
    expect([place, message]).toEqual(["tools.act", "It did not end within 20 ms."]);
    expect(state).toEqual(createState());
  });

  it("is undone where the run ends before it does", async () => {
    const hang = tool((state) => (state.order.push("C"), new Promise(() => undefined)));
    const { state, act, calls } = open([hang]);
    void act();
    await pause(1);
    calls.settle();
    expect(state).toEqual(createState());
  });
});

describe("a hook on a call that was refused", () => {
  it("does not take the blame for a tool that is declared read and writes", async () => {
    const liar = tool((state) => void state.order.push("lie"), { name: "look", effect: "read" });
    const { state, act } = open([liar], { hooks: { onToolError: () => ({ caught: true }) } });
    await act("look");
    expect((await faultOf(act("nobody"))).place).toBe("tools.look");
    expect(state).toEqual(createState());
    expect(await act("nobody")).toMatchObject({ output: { caught: true }, changed: [] });
  });
});

describe("handlers", () => {
  const failing = (more: Partial<Tool<State>>): Tool<State> =>
    tool((state) => (state.order.push("C"), Promise.reject(toolError("conflict", "No."))), more);

  it("onError answers in place of the error, on a world that is back as it was", async () => {
    const seen: unknown[] = [];
    const { state, act } = open([
      failing({
        onError(error, { state: world, input }) {
          seen.push(isToolError(error, "conflict"), [...(world as State).order], input);
          (world as State).seen.add("handled");
          return { instead: true };
        },
      }),
    ]);
    const report = await act();
    expect(report).toMatchObject({ output: { instead: true }, changed: ["seen.handled"] });
    expect(seen).toEqual([true, ["A", "B"], {}]);
    expect(state.order).toEqual(["A", "B"]);
    expect(isToolError(report.handled, "conflict")).toBe(true);
  });

  it("onToolError gets what a tool did not handle, and what its handler threw", async () => {
    const errors: unknown[] = [];
    const hooks: EnvironmentHooks<State> = {
      onToolError(error, { tool: name }) {
        errors.push([name, (error as Error).message]);
        return name === "b" ? { caught: name } : undefined;
      },
    };
    const { act, state } = open(
      [
        failing({
          name: "a",
          onError: (_error, { state: world }) => void (world as State).order.push("for nothing"),
        }),
        failing({
          name: "b",
          onError: (_error, { state: world }) => {
            (world as State).order.push("half");
            throw new Error("handler broke");
          },
        }),
      ],
      { hooks },
    );
    expect(await act("a")).toMatchObject({ thrown: { code: "conflict" }, changed: [] });
    expect(state).toEqual(createState());
    expect(await act("b")).toMatchObject({ output: { caught: "b" } });
    expect(await act("c")).toMatchObject({ thrown: { code: "TOOL_NOT_FOUND" } });
    expect(errors).toEqual([
      ["a", "No."],
      ["b", "handler broke"],
      ["c", expect.stringContaining('"c"')],
    ]);
    expect(state).toEqual(createState());
  });
});
