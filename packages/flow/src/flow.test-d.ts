import type { Agent } from "@silo/runtime";
import { s } from "@silo/schema-validate";
import { defineFlow } from "./flow.js";
import type { Flow } from "./types.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Whether a value has exactly this type: `isType<T>()(value)`. */
const isType =
  <T>() =>
  <U>(_value: U, ..._proof: Same<T, U> extends true ? [] : ["another type"]): void =>
    undefined;

const flow = defineFlow({
  name: "orders",
  version: "1.0.0",
  consts: { greeting: "Hello", retries: 3 },
  variables: { count: 0, last: "" },
  functions: {
    lookupOrder: {
      args: s.object({ orderId: s.string() }),
      async run(flow, { orderId }) {
        isType<string>()(orderId);
        isType<"Hello">()(flow.consts.greeting);
        return { orderId, at: new Date(0), note: undefined as string | undefined };
      },
      onError: (_flow, { args, exc, result }) => {
        isType<{ orderId: string }>()(args);
        isType<string>()(exc.code);
        isType<unknown>()(result);
        return "unknown" as const;
      },
    },
    total: {
      args: s.object({ orderIds: s.array(s.string()), currency: s.optional(s.string()) }),
      returns: s.object({ amount: s.number() }),
      run: async (flow, { orderIds, currency }) => {
        isType<string | undefined>()(currency);
        // What does not state its result is unknown to the other functions.
        const order = await flow.call("lookupOrder", { orderId: orderIds[0] ?? "" });
        isType<unknown>()(order);
        return { amount: 1 };
      },
    },
    report: {
      run: async (flow) => {
        const { amount } = await flow.call("total", { orderIds: [] });
        isType<number>()(amount);
        // @ts-expect-error no such function
        await flow.call("totals", { orderIds: [] });
        // @ts-expect-error no such argument
        await flow.call("total", { orderIds: [], limit: 1 });
        // @ts-expect-error no such const
        return flow.consts.gretting as unknown;
      },
      onError: () => undefined,
    },
  },
  async main(flow) {
    const order = await flow.call("lookupOrder", { orderId: "O-1" });
    isType<"unknown" | { orderId: string; at: string; note: string | undefined }>()(order);
    const { amount } = await flow.call("total", { orderIds: ["O-1"] });
    isType<number>()(amount);
    await flow.call("report");

    // @ts-expect-error no such function
    await flow.call("lookupOder", { orderId: "O-1" });
    // @ts-expect-error a number is no orderId
    await flow.call("lookupOrder", { orderId: 1 });
    // @ts-expect-error arguments are missing
    await flow.call("lookupOrder");
    // @ts-expect-error it takes no arguments
    await flow.call("report", { all: true });
    // @ts-expect-error no such const
    void flow.consts.gretting;
    // @ts-expect-error consts are not changed
    flow.consts.retries = 4;

    const price = await flow.step("price", async () => ({ amount: 2, at: new Date(0) }), {
      onError: () => null,
    });
    isType<{ amount: number; at: string } | null>()(price);
    const both = await flow.parallel("both", { a: async () => 1, b: () => "two" });
    isType<{ a: number; b: string }>()(both);
    const lengths = await flow.loop("each", {
      over: ["a", "bc"],
      run: async (item, index) => item.length + index,
    });
    isType<number[]>()(lengths);
    const status = await flow.tool<{ status: string }>("orders", {
      tool: "get_order",
      input: { orderId: "O-1" },
    });
    isType<{ status: string }>()(status);

    flow.set("count", flow.variables.count + 1);
    // @ts-expect-error no such variable
    flow.set("counter", 1);
    // @ts-expect-error another type
    flow.set("count", "1");
    // @ts-expect-error only by set
    flow.variables.count = 1;
  },
});

/** It is what `silo run` takes, and a test calls it with a plain `callTool`. */
export const agent: Agent = flow;
export const called = flow({ task: "t", tools: [], callTool: () => Promise.resolve({ output: null }) });

export const bare = defineFlow({
  name: "bare",
  version: "1.0.0",
  main: async (flow) => {
    // @ts-expect-error there are no functions
    await flow.call("anything");
    // @ts-expect-error there are no consts
    void flow.consts.anything;
  },
});

// @ts-expect-error a flow has a version
defineFlow({ name: "none", main: () => undefined });

// Also where no function says anything of its arguments.
export const plain = defineFlow({
  name: "plain",
  version: "1.0.0",
  functions: { inner: { run: (flow) => flow.task.length }, outer: { run: (flow) => flow.call("inner") } },
  main: async (flow) => {
    const length = await flow.call("inner");
    isType<number>()(length);
    const unknown = await flow.call("outer");
    isType<unknown>()(unknown);
    // @ts-expect-error no such function
    await flow.call("iner");
  },
});

/** Code that several flows have in common takes any of them. */
async function pause(flow: Flow): Promise<void> {
  await flow.step("pause", () => undefined);
}
export const shared = defineFlow({
  name: "shared",
  version: "1.0.0",
  consts: { a: 1 },
  variables: { n: 0 },
  functions: { once: { args: s.object({ id: s.string() }), run: (flow) => pause(flow) } },
  main: (flow) => pause(flow),
});
