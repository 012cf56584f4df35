import { describe, expect, it } from "vitest";
import { defineFlow } from "./flow.js";
import { isFlowError } from "./flow-error.js";
import { pathsOf, play, type Outcome } from "./testing/host.js";
import { runShop } from "./testing/shop.js";
import type { Flow } from "./types.js";

const about = { name: "sample", version: "1.0.0" };
const flowOf = (main: (flow: Flow) => unknown): ReturnType<typeof defineFlow> =>
  defineFlow({ ...about, main: async (flow) => void (await main(flow as Flow)) });
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const connectionLost = (): Error => Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

describe("loop", () => {
  const limited = (main: (flow: Flow) => unknown): ReturnType<typeof defineFlow> =>
    defineFlow({
      ...about,
      limits: { maxLoopIterations: 3 },
      main: async (flow) => void (await main(flow as Flow)),
    });

  it("fails beyond its limit of iterations, over items or while a condition holds", async () => {
    for (const loop of [{ over: [1, 2, 3, 4] }, { while: () => true }]) {
      let count = 0;
      const outcome = await play(
        limited((flow) => flow.loop("each", { ...loop, run: () => (count += 1) } as never)),
      );
      expect(count).toBe(3);
      expect(outcome.thrown).toMatchObject({
        code: "loop_limit",
        path: "main.each",
        message: "The loop at main.each reached its limit of 3 iterations.",
      });
    }
  });

  it("may have as many iterations as its limit, and gives what they returned", async () => {
    const outcome = await play(
      limited(async (flow) => {
        async function* pages(): AsyncGenerator<number> {
          for (const page of [1, 2, 3]) yield await flow.step("page", () => page * 10);
        }
        flow.output(await flow.loop("each", { over: pages(), run: (page, index) => page + index }));
        flow.output(await flow.loop("wait", { while: (index) => index < 3, run: (index: number) => index }));
      }),
    );
    expect(outcome.answer?.output).toBe("[10,21,32]\n[0,1,2]");
    expect(pathsOf(outcome.reports, "step")).toContain("step main.each.page#3");
  });
});

describe("call", () => {
  it("of a function that is still running fails, in a branch too", async () => {
    const flow = defineFlow({
      ...about,
      functions: {
        slow: { run: () => wait(5) },
        again: {
          run: async (flow): Promise<string> => String(await flow.call("again")),
          onError: (_flow, { exc }) => exc.code,
        },
      },
      main: async (flow) => {
        flow.output(await flow.call("again"));
        await flow.call("slow");
        await flow.call("slow");
        await flow.parallel("both", { a: () => flow.call("slow"), b: () => flow.call("slow") });
      },
    });
    const outcome = await play(flow);
    expect(outcome.thrown).toMatchObject({
      code: "function_running",
      path: "main.both.b.slow",
      message: "The function slow was called at main.both.b.slow while it is still running.",
    });
    expect(outcome.reports).toContainEqual(
      expect.objectContaining({ type: "step", path: "main.output", input: "function_running" }),
    );
  });

  it("checks the arguments, and names a function that is not there", async () => {
    const calling = (name: string, args?: unknown): Promise<Outcome> =>
      play(
        defineFlow({
          ...about,
          functions: {
            lookup: {
              args: { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] },
              returns: { type: "number" },
              run: (_flow, { orderId }) => (orderId === "one" ? 1 : orderId),
              onError: () => "handled",
            },
            bare: { run: () => 1 },
          },
          main: async (flow) => flow.output(await (flow as Flow).call(name, args as never)),
        }),
      );
    expect((await calling("lookup", { orderID: 1 })).thrown).toMatchObject({
      code: "invalid_arguments",
      path: "main.lookup",
      message:
        'Invalid arguments for "lookup": "orderId" is required; "orderID" is not a parameter; expected one of: orderId. It was called at main.lookup.',
    });
    expect((await calling("bare", { all: true })).thrown).toMatchObject({ code: "invalid_arguments" });
    expect((await calling("lokup")).thrown).toMatchObject({
      code: "function_not_found",
      message: 'There is no function "lokup", called at main.lokup; there are: lookup, bare.',
    });
    expect((await calling("lookup", { orderId: "one" })).answer?.output).toBe(1);
    // Neither what the body gives nor what the handler gives is a number.
    expect((await calling("lookup", { orderId: "two" })).thrown).toMatchObject({
      code: "invalid_result",
      path: "main.lookup",
    });
  });
});

describe("parallel", () => {
  it("with one failed branch fails with that error, with several with one of all of them", async () => {
    const one = await play(
      flowOf((flow) => flow.parallel("both", { a: () => 1, b: () => flow.tool("order", { tool: "lost" }) })),
    );
    expect(one.thrown).toMatchObject({ code: "tool_not_found", path: "main.both.b.order" });
    const two = await play(
      flowOf((flow) =>
        flow.parallel("both", {
          a: () => {
            throw new Error("plain");
          },
          b: () => flow.tool("order", { tool: "lost" }),
          c: () => flow.step("fine", () => 1),
        }),
      ),
    );
    expect(two.thrown).toMatchObject({
      code: "branches_failed",
      path: "main.both",
      message:
        "2 branches of main.both failed. a: The branch at main.both.a failed: plain b: The tool lost at main.both.b.order failed: tool_not_found: No lost.",
    });
    expect(
      two.reports
        .flatMap((one) =>
          "type" in one && one.type === "step" && one.command === "branch"
            ? [`${one.path} ${one.error?.code}`]
            : [],
        )
        .sort(),
    ).toEqual(["main.both.a thrown", "main.both.b tool_not_found", "main.both.c undefined"]);
  });

  it("goes to the onError of the function", async () => {
    const flow = defineFlow({
      ...about,
      main: async (flow) => {
        await flow.parallel("both", {
          a: () => flow.tool("x", { tool: "lost" }),
          b: () => flow.tool("x", { tool: "lost" }),
        });
      },
      onError: (flow, { exc }) => flow.output(exc.code),
    });
    expect((await play(flow)).answer?.output).toBe("branches_failed");
  });

  it("tells the person of a lost service only where every branch lost one", async () => {
    const lose = (b: () => unknown): Promise<string | undefined> =>
      runShop(flowOf((flow) => flow.parallel("both", { a: () => Promise.reject(connectionLost()), b }))).then(
        ({ run }) => run.failure?.personMessage,
      );
    expect(await lose(() => Promise.reject(connectionLost()))).toContain("could not reach a service");
    expect(await lose(() => Promise.reject(new Error("bug")))).toContain("could not complete your request");
  });

  it.each([
    ["end", (flow: Flow) => flow.end()],
    ["fail", (flow: Flow) => flow.fail("Closed.")],
    ["ask", (flow: Flow) => flow.ask("who", "Who?")],
  ])("puts %s before the failures of other branches, which the trace has", async (name, stop) => {
    const outcome = await play(
      flowOf((flow) =>
        flow.parallel("both", {
          a: async () => {
            throw new Error("plain");
          },
          b: async () => {
            await wait(5);
            await stop(flow);
          },
        }),
      ),
    );
    expect(isFlowError(outcome.thrown)).toBe(false);
    expect(outcome).toMatchObject(
      name === "end"
        ? { answer: { output: null } }
        : name === "fail"
          ? { failed: ["Closed."] }
          : { asked: ["Who?"] },
    );
    expect(outcome.reports).toContainEqual(
      expect.objectContaining({
        type: "step",
        command: "branch",
        path: "main.both.a",
        error: expect.anything() as unknown,
      }),
    );
  });
});
