import { describe, expect, test } from "vitest";
import type { AgentStep } from "@silo/artifacts";
import { s } from "@silo/schema-validate";
import { defineFlow } from "../flow.js";
import { refused } from "../testing/host.js";
import type { Script } from "../testing/model-server.js";
import { called, order, run, scriptedModels } from "../testing/scripted-models.js";
import type { FlowInput } from "../types.js";

const { models, requests, lastMessage } = scriptedModels();
const named = { name: "orders", version: "1.0.0" };

describe("functions as tools", () => {
  const ask = { user: "Go", tools: { functions: ["lookup"] } } as const;
  const args = s.object({ id: s.string() });

  test("are described by their schema, and give what they return", async () => {
    const use = {
      llm: await models([{ calls: [called("lookup", { id: "O-1" })] }, { text: "Done." }], { ask }),
    };
    const flow = defineFlow({
      ...named,
      use,
      functions: {
        lookup: {
          description: "Looks up an order",
          args,
          run: async (flow, { id }) => flow.tool("order", { tool: "get_order", input: { orderId: id } }),
        },
      },
      main: async (flow) => flow.output(await flow.llm("answer", { profile: "main", prompt: "ask" })),
    });
    const { answer, calls } = await run(flow);
    expect(answer?.output).toBe("Done.");
    expect(calls).toEqual([
      { tool: "get_order", input: { orderId: "O-1" }, path: "main.answer.lookup.order" },
    ]);
    expect(requests()[0]?.body.tools).toEqual([
      {
        type: "function",
        function: {
          name: "lookup",
          description: "Looks up an order",
          parameters: JSON.parse(JSON.stringify(args)),
        },
      },
    ]);
    expect(lastMessage()).toBe('{"status":"sent"}');
  });

  test("an error that leaves one ends the run: the model never sees it, and nothing catches it", async () => {
    const use = {
      llm: await models([{ calls: [called("lookup", { id: "O-1" })] }, { text: "Never." }], { ask }),
    };
    const caught: string[] = [];
    const flow = defineFlow({
      ...named,
      use,
      functions: {
        lookup: {
          args,
          run: (flow) =>
            flow.step("find", () =>
              Promise.reject(Object.assign(new Error("no route"), { code: "EHOSTUNREACH" })),
            ),
        },
      },
      main: async (flow) => {
        await flow
          .llm("answer", { profile: "main", prompt: "ask" }, { onError: () => caught.push("command") })
          .catch(() => caught.push("catch"));
        await flow.step("after", () => caught.push("after")).catch(() => undefined);
      },
      onError: () => void caught.push("main"),
    });
    const { thrown, reports } = await run(flow);
    expect(thrown).toMatchObject({ code: "EHOSTUNREACH", path: "main.answer.lookup.find" });
    expect(caught).toEqual(["catch"]);
    expect(requests()).toHaveLength(1);
    expect(reports.at(-1)).toEqual({
      type: "end",
      path: "main.answer.lookup.find",
      resultCode: "errorInAgent",
    });
  });

  test("one that handles its errors lets the model recover", async () => {
    const use = {
      llm: await models([{ calls: [called("lookup", { id: "O-9" })] }, { text: "None." }], { ask }),
    };
    const flow = defineFlow({
      ...named,
      use,
      functions: {
        lookup: {
          args,
          run: (flow) => flow.tool("order", { tool: "get_order", input: {} }),
          onError: (_flow, { exc }) => ({ problem: exc.code }),
        },
      },
      main: async (flow) => flow.output(await flow.llm("answer", { profile: "main", prompt: "ask" })),
    });
    const { answer } = await run(flow, { get_order: () => refused("not_found", "No.") });
    expect(answer?.output).toBe("None.");
    expect(lastMessage()).toBe('{"problem":"not_found"}');
  });

  test("fail in one ends the run with its message", async () => {
    const use = { llm: await models([{ calls: [called("lookup", { id: "O-1" })] }], { ask }) };
    const flow = defineFlow({
      ...named,
      use,
      functions: { lookup: { args, run: (flow) => flow.fail("We are closed.") } },
      main: async (flow) =>
        void (await flow.llm("answer", { profile: "main", prompt: "ask" }, { onError: () => "" })),
    });
    const { failed } = await run(flow);
    expect(failed).toEqual(["We are closed."]);
    expect(requests()).toHaveLength(1);
  });

  test("end in one is refused, also below a function that it calls", async () => {
    const use = { llm: await models([{ calls: [called("lookup", { id: "O-1" })] }], { ask }) };
    const flow = defineFlow({
      ...named,
      use,
      functions: {
        lookup: { args, run: async (flow) => void (await flow.call("inner")) },
        inner: { run: (flow) => flow.end() },
      },
      main: async (flow) => void (await flow.llm("answer", { profile: "main", prompt: "ask" })),
    });
    const { thrown, answer } = await run(flow);
    expect(answer).toBeUndefined();
    expect(thrown).toMatchObject({ code: "end_not_allowed", path: "main.answer.lookup.inner" });
  });

  test("ask in one pauses the run, and the loop goes on with the answer: nothing is asked or done twice", async () => {
    const script: Script = [
      { calls: [called("get_order", { orderId: "O-1" })] },
      { calls: [called("lookup", { id: "O-1" })] },
      { text: "As you wish." },
    ];
    const use = {
      llm: await models(script, { ask: { user: "Go", tools: { environment: true, functions: ["lookup"] } } }),
    };
    let steps = 0;
    const flow = defineFlow({
      ...named,
      use,
      functions: {
        lookup: {
          args,
          run: async (flow) => {
            await flow.step("count", () => (steps += 1));
            return flow.ask("which", "Which one?");
          },
        },
      },
      main: async (flow) => flow.output(await flow.llm("answer", { profile: "main", prompt: "ask" })),
    });
    const recorded: AgentStep[] = [];
    const { asked } = await run(flow, order, recording(recorded));
    expect(asked).toEqual(["Which one?"]);
    expect(requests()).toHaveLength(2);
    expect(recorded.map(({ command }) => command)).toEqual(["flow", "turn", "tool", "turn", "step"]);

    const answered = {
      path: "main.answer.lookup.which",
      command: "ask",
      input: "Which one?",
      output: "The red one",
    };
    const { answer, calls } = await run(flow, order, { recorded: [...recorded, answered] });
    expect(answer?.output).toBe("As you wish.");
    expect(calls).toEqual([]);
    expect(steps).toBe(1);
    expect(requests()).toHaveLength(3);
    expect(lastMessage()).toBe("The red one");
  });
});

/** Keeps what a host keeps of a run: what is reported, and the calls that came back. */
function recording(steps: AgentStep[]): Partial<FlowInput> {
  return {
    report: (report) => {
      if (!("type" in report) || report.type !== "step") return;
      const { type: _type, ...step } = structuredClone(report);
      steps.push(step);
    },
    callTool: async (tool, input, from) => {
      const output = { status: "sent" };
      steps.push({ path: from?.path ?? "", command: "tool", input: { tool, input } as never, output });
      return { output };
    },
  };
}
