import { s } from "@silo/schema-validate";
import { describe, expect, it } from "vitest";
import { defineFlow } from "./flow.js";
import { isFlowError, type FlowError } from "./flow-error.js";
import { pathsOf, play, refused, type Outcome } from "./testing/host.js";
import type { Flow } from "./types.js";

const about = { name: "sample", version: "1.0.0" };
const noOrder = (): ReturnType<typeof refused> => refused("not_found", 'No order "O-9".');

/** A flow that is only its `main`. */
const flowOf = (main: (flow: Flow) => Promise<void>): ReturnType<typeof defineFlow> =>
  defineFlow({ ...about, main: (flow) => main(flow as Flow) });

function errorOf({ thrown }: Outcome): FlowError {
  if (!isFlowError(thrown)) throw new Error("It did not fail with a FlowError.", { cause: thrown });
  return thrown;
}

describe("a flow", () => {
  it("is an agent: it calls tools and gives its output", async () => {
    const flow = defineFlow({
      ...about,
      consts: { greeting: "Hello" },
      functions: {
        lookupOrder: {
          args: s.object({ orderId: s.string() }),
          run: async (flow, { orderId }) =>
            flow.tool<{ status: string }>("orders", { tool: "get_order", input: { orderId } }),
        },
      },
      async main(flow) {
        const { status } = await flow.call("lookupOrder", { orderId: "O-1" });
        flow.output(`${flow.consts.greeting}, it is ${status}.`);
      },
    });
    const outcome = await play(flow, { get_order: () => ({ output: { status: "sent" } }) });
    expect(outcome.answer).toEqual({ output: "Hello, it is sent.", variables: {} });
    expect(outcome.calls).toEqual([
      { tool: "get_order", input: { orderId: "O-1" }, path: "main.lookupOrder.orders" },
    ]);
    expect(pathsOf(outcome.reports, "step")).toEqual([
      "flow main",
      "call main.lookupOrder",
      "output main.output",
    ]);
  });

  it("needs no more than task, tools and callTool", async () => {
    const flow = flowOf(async (flow) => {
      flow.log("x");
      flow.output(await flow.tool("n", { tool: "count" }));
    });
    const answer = await flow({ task: "t", tools: [], callTool: async () => ({ output: 3 }) });
    expect(answer.output).toBe(3);
  });

  it("joins outputs on lines of their own, and gives a single value as it is", async () => {
    const outputs = async (...values: unknown[]): Promise<unknown> =>
      (await play(flowOf(async (flow) => values.forEach((value) => flow.output(value))))).answer?.output;
    expect(await outputs()).toBe(null);
    expect(await outputs({ b: 1, a: 2 })).toEqual({ b: 1, a: 2 });
    expect(await outputs("one", { b: 1, a: 2 }, 3)).toBe('one\n{"a":2,"b":1}\n3');
  });

  it("gives every execution of a command a path of its own", async () => {
    const outcome = await play(
      flowOf(async (flow) => {
        await flow.loop("each", {
          over: ["a", "b"],
          run: async () => {
            await flow.step("one", () => 1);
            await flow.step("one", () => 1);
          },
        });
        await flow.parallel("both", { left: () => flow.step("one", () => 1), right: () => 2 });
      }),
    );
    expect(pathsOf(outcome.reports, "step")).toEqual([
      "flow main",
      "step main.each[0].one",
      "step main.each[0].one#2",
      "step main.each[1].one",
      "step main.each[1].one#2",
      "loop main.each",
      "branch main.both.right",
      "step main.both.left.one",
      "branch main.both.left",
      "parallel main.both",
    ]);
  });

  it("names all faults of a definition", () => {
    const define = (): unknown =>
      defineFlow({
        name: " ",
        version: "one",
        limits: { maxLoopIterations: 0 },
        functions: { "a.b": { args: { type: "nothing" } as never, run: () => 1 } },
        main: () => undefined,
      });
    expect(define).toThrow(
      /"name" .*"version" .*"limits.maxLoopIterations" .*"functions.a.b" .*"functions.a.b.args"/s,
    );
  });

  it("refuses a command without a valid name, and one that is not awaited", async () => {
    const named = await play(flowOf(async (flow) => void (await flow.step("a.b", () => 1))));
    expect(errorOf(named)).toMatchObject({ code: "invalid_command", path: "main" });
    const both = await play(
      flowOf(async (flow) => void (await Promise.all([flow.step("a", () => 1), flow.step("b", () => 1)]))),
    );
    expect(errorOf(both)).toMatchObject({ code: "not_awaited", path: "main" });
    expect(errorOf(both).message).toContain("await each command, or use parallel");
    const left = await play(flowOf(async (flow) => void flow.tool("a", { tool: "x" })));
    expect(errorOf(left)).toMatchObject({ code: "tool_not_found", path: "main.a" });
  });

  it("takes only JSON as input and as result, and names the place in the value", async () => {
    const input = await play(
      flowOf(async (flow) => void (await flow.tool("a", { tool: "x", input: { n: NaN } }))),
    );
    expect(errorOf(input)).toMatchObject({ code: "invalid_arguments", path: "main.a" });
    expect(errorOf(input).message).toContain('"input.n"');
    expect(input.calls).toEqual([]);
    const result = await play(flowOf(async (flow) => void (await flow.step("a", () => ({ deep: [1n] })))));
    expect(errorOf(result)).toMatchObject({ code: "invalid_result", path: "main.a" });
    expect(errorOf(result).message).toContain('"deep.0"');
  });

  it("gives copies of what is recorded, so that a step gives the same again", async () => {
    let seen: unknown;
    await play(
      flowOf(async (flow) => {
        seen = [await flow.step("a", () => ({ at: new Date(0) })), await flow.step("b", () => undefined)];
      }),
    );
    expect(seen).toEqual([{ at: "1970-01-01T00:00:00.000Z" }, null]);
  });
});

describe("onError of a command", () => {
  it("gives the command its value, and the function goes on", async () => {
    let caught: unknown;
    const outcome = await play(
      flowOf(async (flow) => {
        await flow.step("before", () => "earlier");
        const status = await flow.tool("orders", {
          tool: "get_order",
          onError: ({ exc, result }) => {
            caught = { code: exc.code, path: exc.path, output: exc.output, message: exc.message, result };
            return "unknown";
          },
        });
        flow.output(status);
      }),
      { get_order: noOrder },
    );
    expect(outcome.answer?.output).toBe("unknown");
    expect(caught).toEqual({
      code: "not_found",
      path: "main.orders",
      output: { code: "not_found", message: 'No order "O-9".' },
      message: 'The tool get_order at main.orders failed: not_found: No order "O-9".',
      result: "earlier",
    });
    expect(pathsOf(outcome.reports, "failure")).toEqual(["main.orders"]);
  });

  it("may not ask", async () => {
    const outcome = await play(
      flowOf(async (flow) => {
        await flow.step("a", () => Promise.reject(new Error("x")), {
          onError: () => flow.ask("who", "Who?"),
        });
      }),
    );
    expect(outcome.asked).toEqual([]);
    expect(errorOf(outcome)).toMatchObject({ code: "ask_not_allowed", path: "main.a.onError.who" });
  });

  it("may not ask in a function that it calls either", async () => {
    const flow = defineFlow({
      ...about,
      functions: { inner: { run: (flow) => flow.ask("who", "Who?") } },
      main: async (flow) => {
        await flow.step("a", () => Promise.reject(new Error("x")), { onError: () => flow.call("inner") });
      },
    });
    const outcome = await play(flow);
    expect(outcome.asked).toEqual([]);
    expect(errorOf(outcome).path).toBe("main.a.onError.inner.who");
  });

  it("that fails goes to the onError of the function", async () => {
    const seen: string[] = [];
    const flow = defineFlow({
      ...about,
      functions: {
        lookup: {
          run: (flow) =>
            flow.tool("orders", {
              tool: "get_order",
              onError: () => {
                throw new Error("the handler broke");
              },
            }),
          onError: (_flow, { exc }) => {
            seen.push(exc.path, exc.message);
            return "unknown";
          },
        },
      },
      main: async (flow) => flow.output(await flow.call("lookup")),
    });
    const outcome = await play(flow, { get_order: noOrder });
    expect(outcome.answer?.output).toBe("unknown");
    expect(seen).toEqual([
      "main.lookup.orders.onError",
      "The onError at main.lookup.orders.onError failed: the handler broke",
    ]);
  });
});

describe("onError of a function", () => {
  const withHandler = (
    run: (flow: Flow) => unknown,
    onError?: () => unknown,
  ): ReturnType<typeof defineFlow> =>
    defineFlow({
      ...about,
      functions: {
        lookup: {
          args: s.object({ orderId: s.string() }),
          run: (flow) => run(flow as Flow),
          ...(onError && { onError }),
        },
      },
      main: async (flow) => flow.output(await flow.call("lookup", { orderId: "O-9" })),
    });

  it("gets what its commands throw and what plain code throws, and its value is the result", async () => {
    const byCommand = await play(
      withHandler(
        (flow) => flow.tool("orders", { tool: "get_order" }),
        () => "unknown",
      ),
      { get_order: noOrder },
    );
    expect(byCommand.answer?.output).toBe("unknown");
    const byCode = await play(
      withHandler(
        () => {
          throw new RangeError("plain");
        },
        () => "unknown",
      ),
    );
    expect(byCode.answer?.output).toBe("unknown");
    expect(pathsOf(byCode.reports, "failure")).toEqual(["main.lookup"]);
  });

  it("skips the rest of the function, and without a value the function returns nothing", async () => {
    const seen: string[] = [];
    const outcome = await play(
      withHandler(
        async (flow) => {
          await flow.tool("orders", { tool: "get_order" });
          seen.push("after");
        },
        () => undefined,
      ),
      { get_order: noOrder },
    );
    expect(seen).toEqual([]);
    expect(outcome.answer?.output).toBe(null);
  });

  it("sees the arguments, exc and the result of the last command before the failed one", async () => {
    let seen: unknown;
    const flow = defineFlow({
      ...about,
      functions: {
        lookup: {
          args: s.object({ orderId: s.string() }),
          run: async (flow, args) => {
            args.orderId = "changed";
            await flow.step("one", () => 1);
            await flow.loop("each", {
              over: [0],
              run: async () => {
                await flow.step("two", () => 2);
                await flow.tool("orders", { tool: "get_order" });
              },
            });
          },
          onError: (_flow, { args, exc, result }) => {
            seen = { args, path: exc.path, result };
          },
        },
      },
      main: async (flow) => void (await flow.call("lookup", { orderId: "O-9" })),
    });
    await play(flow, { get_order: noOrder });
    expect(seen).toEqual({ args: { orderId: "O-9" }, path: "main.lookup.each[0].orders", result: 2 });
  });

  it("may not ask", async () => {
    const flow = defineFlow({
      ...about,
      functions: {
        lookup: {
          run: () => {
            throw new Error("plain");
          },
          onError: (flow) => flow.ask("who", "Who?"),
        },
      },
      main: async (flow) => void (await flow.call("lookup")),
    });
    const outcome = await play(flow);
    expect(outcome.asked).toEqual([]);
    expect(errorOf(outcome)).toMatchObject({ code: "ask_not_allowed", path: "main.lookup.onError.who" });
  });

  it("of main ends the run normally, with the output so far", async () => {
    const flow = defineFlow({
      ...about,
      main: async (flow) => {
        flow.output("so far");
        await flow.tool("orders", { tool: "get_order" });
        flow.output("never");
      },
      onError: (flow, { exc }) => flow.output(exc.code),
    });
    const outcome = await play(flow, { get_order: noOrder });
    expect(outcome.answer?.output).toBe("so far\nnot_found");
  });

  it("of main that fails ends the run with that failure", async () => {
    const flow = defineFlow({
      ...about,
      main: async (flow) => void (await flow.tool("orders", { tool: "get_order" })),
      onError: () => {
        throw new Error("the handler broke");
      },
    });
    const outcome = await play(flow, { get_order: noOrder });
    expect(errorOf(outcome)).toMatchObject({ code: "thrown", path: "main.onError" });
  });

  it("is not there: the failure goes up to the caller, with the path of the command", async () => {
    const outcome = await play(
      withHandler((flow) => flow.tool("orders", { tool: "get_order" })),
      { get_order: noOrder },
    );
    expect(errorOf(outcome)).toMatchObject({ code: "not_found", path: "main.lookup.orders" });
    expect(outcome.reports.at(-1)).toEqual({
      type: "end",
      path: "main.lookup.orders",
      resultCode: "errorInAgent",
    });
  });
});

describe("a bare try/catch", () => {
  it("takes a failure like a handler, and the trace says so", async () => {
    const outcome = await play(
      flowOf(async (flow) => {
        try {
          await flow.tool("orders", { tool: "get_order" });
        } catch (error) {
          flow.output((error as FlowError).code);
        }
      }),
      { get_order: noOrder },
    );
    expect(outcome.answer?.output).toBe("not_found");
    expect(pathsOf(outcome.reports, "failure")).toEqual(["main.orders"]);
  });

  it("that throws on tells of nothing handled", async () => {
    const outcome = await play(
      flowOf(async (flow) => {
        try {
          await flow.tool("orders", { tool: "get_order" });
        } catch (error) {
          throw new Error("no luck", { cause: error });
        }
      }),
      { get_order: noOrder },
    );
    expect(errorOf(outcome).message).toBe("The flow at main failed: no luck");
    expect(pathsOf(outcome.reports, "failure")).toEqual([]);
  });
});
