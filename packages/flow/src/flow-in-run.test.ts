import { readRecordedRun, type RunOutcome } from "@silo/runtime";
import { describe, expect, it } from "vitest";
import { defineFlow } from "./flow.js";
import { runShop, storyOf } from "./testing/shop.js";
import type { Flow } from "./types.js";

const about = { name: "sample", version: "1.0.0" };
const flowOf = (main: (flow: Flow) => Promise<void>): ReturnType<typeof defineFlow> =>
  defineFlow({ ...about, main: (flow) => main(flow as Flow) });

/** The run goes on with an answer, as `silo run --resume` has it. */
function resume(
  paused: RunOutcome,
  flow: ReturnType<typeof defineFlow>,
  answer: string,
): Promise<RunOutcome> {
  const { message: question = "", path = "" } = paused.run.failure ?? {};
  return runShop(flow, { resume: readRecordedRun(paused.runId, paused.trace, { question, answer, path }) });
}

describe("a run of a flow", () => {
  it("records every command with its path", async () => {
    const outcome = await runShop(
      flowOf(async (flow) => {
        await flow.tool("order", { tool: "get_order", input: { orderId: "O-1" } });
        await flow.step("think", () => ({ words: 3 }));
        flow.log("thought");
        await flow.tool("other", { tool: "get_order", input: { orderId: "O-9" }, onError: () => null });
        flow.output("done");
      }),
    );
    expect(outcome.run.terminationReason).toBe("completed");
    expect(storyOf(outcome)).toEqual([
      "flow main",
      "tool main.order",
      "step main.think",
      "log main.log",
      "tool main.other",
      "tool main.other failed",
      "handled main.other",
      "output main.output",
    ]);
    expect(outcome.trace.find((event) => event.type === "failure")?.failure).toEqual({
      code: "not_found",
      resultCode: "errorInAgent",
      message: 'The tool get_order at main.other failed: not_found: No order "O-9".',
      personMessage:
        "This agent could not complete your request. The problem has been reported to its developer.",
      path: "main.other",
      handled: true,
    });
  });

  it("that fails says where, to the developer and to the person", async () => {
    const failed = await runShop(
      flowOf(
        async (flow) => void (await flow.tool("order", { tool: "get_order", input: { orderId: "O-9" } })),
      ),
    );
    expect(failed.run.failure).toEqual({
      code: "agent_error",
      resultCode: "errorInAgent",
      message: 'FlowError: The tool get_order at main.order failed: not_found: No order "O-9".',
      personMessage:
        "This agent could not complete your request. The problem has been reported to its developer.",
      path: "main.order",
      handled: false,
    });
    const lost = await runShop(
      flowOf(async (flow) => {
        await flow.step("load", () => {
          throw new TypeError("fetch failed", {
            cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
          });
        });
      }),
    );
    expect(lost.run.failure).toMatchObject({
      path: "main.load",
      personMessage: "The agent could not reach a service it needs. Please try again in a moment.",
    });
    const given = await runShop(flowOf(async (flow) => flow.fail("The shop is closed.")));
    expect(given.run.failure).toMatchObject({
      code: "agent_failed",
      resultCode: "failedByAgent",
      personMessage: "The shop is closed.",
      path: "main.fail",
    });
  });
});

describe("a flow that asks", () => {
  const counted = { steps: 0, handlers: 0 };
  const flow = defineFlow({
    ...about,
    variables: { count: 0 },
    functions: {
      prepare: {
        run: async (flow) => {
          flow.set("count", flow.variables.count + 1);
          flow.output("prepared");
          return (await flow.tool<{ count: number }>("note", { tool: "add_note", input: { text: "a" } }))
            .count;
        },
      },
    },
    async main(flow) {
      let missing = "";
      const price = await flow.step("price", () => (counted.steps += 1));
      await flow.tool("lost", {
        tool: "get_order",
        input: { orderId: "O-9" },
        onError: async ({ exc }) => {
          counted.handlers += 1;
          missing = `${exc.code} ${String((exc.output as { message: string }).message)}`;
          await flow.step("inner", () => (counted.steps += 1));
        },
      });
      const before = await flow.call("prepare");
      const size = await flow.ask("size", "Which size?");
      await flow.tool("second", { tool: "add_note", input: { text: size } });
      const colour = await flow.ask("colour", "Which colour?");
      flow.output({ price, missing, before, size, colour, count: flow.variables.count });
    },
  });

  it("pauses, and goes on from there: what had finished is not done again, and its world is there", async () => {
    const first = await runShop(flow);
    expect(first.run).toMatchObject({
      terminationReason: "awaiting_input",
      failure: { message: "Which size?", path: "main.size", resultCode: "awaitingInput" },
    });
    const second = await resume(first, flow, "XL");
    expect(second.run.failure).toMatchObject({ code: "awaiting_input", path: "main.colour" });
    expect(counted).toEqual({ steps: 2, handlers: 2 });
    const third = await resume(second, flow, "red");
    expect(counted.steps).toBe(2);
    expect(third.result).toMatchObject({ verdict: "passed", terminationReason: "completed", toolCalls: 3 });
    const [text, json] = third.result.agentOutput.split("\n");
    expect(text).toBe("prepared");
    expect(JSON.parse(json ?? "")).toEqual({
      price: 1,
      missing: 'not_found No order "O-9".',
      before: 1,
      size: "XL",
      colour: "red",
      count: 1,
    });
    expect(third.result.checks[0]?.detail).toMatch(/^a,XL\|/);
    // A trace stands alone: it has what came before the questions too, once.
    expect(storyOf(third)).toEqual([
      "flow main",
      "step main.price",
      "tool main.lost",
      "tool main.lost failed",
      "handled main.lost",
      "step main.lost.onError.inner",
      "set main.prepare.set",
      "output main.prepare.output",
      "tool main.prepare.note",
      "call main.prepare",
      "ask main.size",
      "tool main.second",
      "ask main.colour",
      "output main.output",
    ]);
  });

  it("ends where it does something else than before, and names the first difference", async () => {
    const first = await runShop(flow);
    const other = await resume(
      first,
      flowOf(async (flow) => {
        await flow.step("price", () => 1);
        await flow.tool("notes", { tool: "add_note", input: { text: "b" } });
      }),
      "XL",
    );
    expect(other.run.failure).toMatchObject({ code: "agent_error", path: "main.notes" });
    expect(other.run.failure?.message).toContain(
      'The resumed flow ran tool main.notes with {"tool":"add_note","input":{"text":"b"}}, where before its question it ran tool main.lost with ',
    );
    const shorter = await resume(
      first,
      flowOf(async (flow) => void (await flow.step("price", () => 1))),
      "XL",
    );
    expect(shorter.run.failure?.message).toContain(
      "The resumed flow came to the end of main, where before its question it ran tool main.lost",
    );
  });

  it("in two branches at once pauses at the first question, and then at the second", async () => {
    const both = flowOf(async (flow) => {
      const { a, b } = await flow.parallel("both", {
        a: () => flow.ask("size", "Size?"),
        b: () => flow.ask("colour", "Colour?"),
      });
      flow.output(`${a} ${b}`);
    });
    const first = await runShop(both);
    expect(first.run.failure).toMatchObject({ path: "main.both.a.size", message: "Size?" });
    const second = await resume(first, both, "XL");
    expect(second.run.failure).toMatchObject({ path: "main.both.b.colour", message: "Colour?" });
    expect((await resume(second, both, "red")).result.agentOutput).toBe("XL red");
  });

  it("in one branch goes on in all of them, in whatever order they come to their questions", async () => {
    let slow = 0;
    const parallel = flowOf(async (flow) => {
      const { a, b } = await flow.parallel("both", {
        a: async () => {
          await flow.tool("note", { tool: "add_note", input: { text: "a" } });
          return flow.ask("size", "Size?");
        },
        b: async () => {
          await flow.step("slow", async () => {
            slow += 1;
            await new Promise((resolve) => setTimeout(resolve, 5));
          });
          await flow.tool("note", { tool: "add_note", input: { text: "b" } });
          await flow.step("later", () => new Promise((resolve) => setTimeout(resolve, slow === 1 ? 200 : 1)));
          return flow.ask("colour", "Colour?");
        },
      });
      flow.output(`${a} ${b}`);
    });
    const first = await runShop(parallel);
    expect(first.run.failure?.path).toBe("main.both.a.size");
    const second = await resume(first, parallel, "XL");
    expect(second.run.failure?.path).toBe("main.both.b.colour");
    const third = await resume(second, parallel, "red");
    expect(third.result.agentOutput).toBe("XL red");
    expect(third.result.checks[0]?.detail).toMatch(/^(a,b|b,a)\|/);
  });
});
