import type { RunFailure } from "@silo/runtime";
import { describe, expect, it } from "vitest";
import { defineFlow } from "./flow.js";
import { pathsOf, play, refused, type Outcome } from "./testing/host.js";
import { runShop, storyOf } from "./testing/shop.js";
import type { Flow, FlowHooks } from "./types.js";

const about = { name: "sample", version: "1.0.0" };
const flowOf = (main: (flow: Flow) => unknown, hooks: FlowHooks = {}): ReturnType<typeof defineFlow> =>
  defineFlow({ ...about, hooks, main: async (flow) => void (await main(flow as Flow)) });
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Tries with everything that an author has to go on after `work`. */
function stubborn(work: (flow: Flow) => unknown, went: string[]): ReturnType<typeof defineFlow> {
  const note = (what: string) => (): string => {
    went.push(what);
    return what;
  };
  return defineFlow({
    ...about,
    functions: {
      inner: {
        run: async (flow) => {
          try {
            await work(flow as Flow);
          } catch {
            await flow.step("next", note("a step after try/catch"));
          }
        },
        onError: note("onError of a function"),
      },
    },
    main: async (flow) => {
      flow.output("so far");
      try {
        await flow.parallel("both", {
          a: () => flow.call("inner"),
          b: () => flow.step("wait", () => wait(30)),
        });
      } catch {
        // Code may go on, commands may not.
      }
      await flow.step("last", note("a step after all"));
    },
    onError: note("onError of main") as () => void,
  });
}

describe("what cannot be caught", () => {
  const endings: [string, (flow: Flow) => unknown, (outcome: Outcome) => void][] = [
    ["end", (flow) => flow.end(), ({ answer }) => expect(answer?.output).toBe("so far")],
    ["fail", (flow) => flow.fail("Closed."), ({ failed }) => expect(failed).toEqual(["Closed."])],
    ["ask", (flow) => flow.ask("who", "Who?"), ({ asked }) => expect(asked).toEqual(["Who?"])],
    [
      "a call that ends the run",
      (flow) => flow.tool("last", { tool: "over" }),
      ({ thrown }) => expect(thrown).toMatchObject({ message: "The run has ended." }),
    ],
    [
      "a fault of whoever runs it",
      (flow) => flow.tool("broken", { tool: "broken" }),
      ({ thrown, reports }) => {
        expect(thrown).toMatchObject({ message: expect.stringContaining("callTool failed") as unknown });
        expect(reports.at(-1)).toMatchObject({ type: "end", resultCode: "errorInSilo" });
      },
    ],
  ];
  it.each(endings)("%s, by handlers or try/catch, in a branch or a function", async (_name, work, check) => {
    const went: string[] = [];
    const flow = stubborn(work, went);
    const outcome = await play(flow, {
      over: () => ({ ...refused("limit_exceeded", "Too late."), ended: true }),
      broken: () => Promise.reject(new Error("the channel broke")),
    });
    expect(went).toEqual([]);
    check(outcome);
    expect(pathsOf(outcome.reports, "failure")).toEqual([]);
  });

  it("an abort of the signal: a time limit, or a person", async () => {
    const went: string[] = [];
    const stop = new AbortController();
    const outcome = await play(
      stubborn(() => {
        stop.abort(new Error("out of time"));
        throw new Error("own error");
      }, went),
      {},
      { signal: stop.signal },
    );
    expect(went).toEqual([]);
    expect(outcome.thrown).toMatchObject({ message: "out of time" });
  });

  it.each<[string, object, string]>([
    ["maxToolCalls", { maxToolCalls: 1 }, "max_tool_calls"],
    ["maxConsecutiveToolErrors", { maxConsecutiveToolErrors: 1 }, "tool_error_limit"],
    ["maxCostUsd", { maxCostUsd: 0.5 }, "cost_limit"],
    ["timeoutMs", { timeoutMs: 60 }, "timeout"],
  ])("the limit %s of a run", async (_name, limits, terminationReason) => {
    const went: string[] = [];
    const flow = stubborn(async (flow) => {
      await flow.tool("one", { tool: "get_order", onError: () => "handled" });
      await flow.tool("two", { tool: "get_order", onError: () => void went.push("handled two") });
      await wait(100);
    }, went);
    const outcome = await runShop(
      async (input) => {
        if (terminationReason === "cost_limit") input.report?.({ costUsd: 1 });
        return flow(input);
      },
      { limits },
    );
    expect(outcome.run.terminationReason).toBe(terminationReason);
    expect(went.filter((what) => terminationReason !== "timeout" || what !== "handled two")).toEqual([]);
    expect(
      storyOf(outcome).filter((line) => /outer.onError|inner.onError|main.onError|next|last/.test(line)),
    ).toEqual([]);
  });

  it("leaves nothing of the run going: steps have a signal, and branches are waited for", async () => {
    const seen: string[] = [];
    const outcome = await play(
      flowOf(async (flow) => {
        await flow.parallel("both", {
          a: async () => {
            await wait(5);
            flow.fail("Enough.");
          },
          b: async () => {
            try {
              await flow.step(
                "long",
                ({ signal }) =>
                  new Promise((resolve) =>
                    signal.addEventListener("abort", () => resolve(seen.push("aborted"))),
                  ),
              );
            } finally {
              await wait(5);
              seen.push("finally");
            }
          },
        });
      }),
    );
    expect(outcome.failed).toEqual(["Enough."]);
    expect(seen).toEqual(["aborted", "finally"]);
  });

  it("does not hang where code waits for what never comes", async () => {
    const outcome = await play(
      flowOf(async (flow) => {
        await flow.parallel("both", {
          a: () => wait(5).then(() => flow.fail("Enough.")),
          b: () => new Promise(() => undefined),
        });
      }),
    );
    expect(outcome.failed).toEqual(["Enough."]);
  });
});

describe("hooks", () => {
  it.each(["beforeRun", "beforeCommand"] as const)(
    "%s may refuse: that ends the run, and nothing catches it",
    async (name) => {
      const went: string[] = [];
      const flow = defineFlow({
        ...about,
        hooks: { [name]: () => ({ refuse: "Not at night." }) },
        main: async (flow) => {
          went.push("main");
          try {
            await flow.step("one", () => went.push("one"), { onError: () => went.push("handler") });
          } catch {
            await flow.step("two", () => went.push("two"));
          }
        },
        onError: () => void went.push("onError"),
      });
      const outcome = await play(flow);
      expect(outcome.failed).toEqual(["Not at night."]);
      expect(went).toEqual(name === "beforeRun" ? [] : ["main"]);
      const path = name === "beforeRun" ? "hooks.beforeRun" : "main.one";
      expect(outcome.reports.at(-1)).toEqual({ type: "end", path, resultCode: "refusedByHook" });
      const run = await runShop(flow);
      expect(run.run.failure).toMatchObject({
        code: "agent_failed",
        resultCode: "refusedByHook",
        personMessage: "Not at night.",
        path,
      });
    },
  );

  it("beforeCommand that throws fails the command, whose handler may take it", async () => {
    const hooks: FlowHooks = {
      beforeCommand: ({ path, command, input }) => {
        if (path === "main.one") throw new Error(`${command} ${JSON.stringify(input)}`);
      },
    };
    const handled = await play(
      flowOf(
        async (flow) => flow.output(await flow.step("one", () => 1, { onError: ({ exc }) => exc.message })),
        hooks,
      ),
    );
    expect(handled.answer?.output).toBe("The hook beforeCommand failed at main.one: step null");
    const failed = await runShop(flowOf((flow) => flow.step("one", () => 1), hooks));
    expect(failed.run.failure).toMatchObject({
      code: "agent_error",
      resultCode: "errorInHook",
      path: "main.one",
    });
  });

  it("beforeRun that throws, or gives what is no verdict, fails the run before main", async () => {
    for (const beforeRun of [() => Promise.reject(new Error("x")), () => "no" as never]) {
      const went: string[] = [];
      const outcome = await runShop(flowOf(() => went.push("main"), { beforeRun }));
      expect(outcome.run.failure).toMatchObject({ resultCode: "errorInHook", path: "hooks.beforeRun" });
      expect(went).toEqual([]);
    }
  });

  it("onAgentError is told of every failure once, before the environment's, and cannot hide it", async () => {
    const told: RunFailure[] = [];
    const hooks: FlowHooks = {
      onAgentError: (failure) => {
        told.push(failure);
        throw new Error("the hook broke");
      },
    };
    const failed = await runShop(flowOf((flow) => flow.tool("a", { tool: "get_order" }), hooks));
    const given = await runShop(flowOf((flow) => flow.fail("Closed."), hooks));
    const late = await runShop(
      flowOf(() => wait(500), hooks),
      { limits: { timeoutMs: 40 } },
    );
    expect(told).toEqual([failed.run.failure, given.run.failure, late.run.failure]);
    expect(told.map(({ resultCode }) => resultCode)).toEqual(["errorInAgent", "failedByAgent", "timedOut"]);
    expect(storyOf(failed)).toContain("handled hooks.onAgentError");
    const paused = await runShop(flowOf((flow) => flow.ask("who", "Who?"), hooks));
    expect(paused.run.terminationReason).toBe("awaiting_input");
    await play(flowOf((flow) => flow.end(), hooks));
    expect(told).toHaveLength(3);
  });
});
