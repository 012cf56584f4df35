import { describe, expect, it } from "vitest";
import { runCommand } from "./command.js";
import { defineFlow } from "./flow.js";
import { runOf } from "./flow-context.js";
import type { CommandOptions } from "./types.js";
import { runShop, storyOf } from "./testing/shop.js";

const about = { name: "sample", version: "1.0.0" };

/** A command of another entry point: a model that answers, at a cost. */
function think(
  flow: object,
  name: string,
  { costUsd, onError }: { costUsd: number } & CommandOptions<unknown>,
) {
  const run = runOf(flow);
  return runCommand<unknown>(run, {
    kind: "think",
    what: "The model",
    name,
    input: { costUsd },
    perform: async ({ path }) => {
      if (costUsd < 0) throw new Error("no model");
      await run.report({ model: "m", costUsd, path });
      return `thought for ${costUsd}`;
    },
    onError,
  });
}

describe("a command of another entry point", () => {
  it("has a path, a record and onError like those of the flow itself", async () => {
    const outcome = await runShop(
      defineFlow({
        ...about,
        main: async (flow) => {
          flow.output(await think(flow, "first", { costUsd: 0.25 }));
          flow.output(await think(flow, "second", { costUsd: -1, onError: ({ exc }) => exc.message }));
        },
      }),
    );
    expect(outcome.result.agentOutput).toBe("thought for 0.25\nThe model at main.second failed: no model");
    expect(storyOf(outcome)).toEqual([
      "flow main",
      "think main.first",
      "output main.output",
      "think main.second failed",
      "handled main.second",
      "output main.output#2",
    ]);
    expect(outcome.trace.find(({ type }) => type === "model_step")).toMatchObject({
      step: { model: "m", costUsd: 0.25, path: "main.first" },
    });
  });

  it("that reaches the cost limit ends the run at once: no handler, no further command", async () => {
    const went: string[] = [];
    const outcome = await runShop(
      defineFlow({
        ...about,
        main: async (flow) => {
          try {
            await think(flow, "dear", { costUsd: 2, onError: () => went.push("onError") });
          } catch {
            await flow.step("next", () => went.push("next"));
          }
          await flow.step("last", () => went.push("last"));
        },
        onError: () => void went.push("onError of main"),
      }),
      { limits: { maxCostUsd: 1 } },
    );
    expect(outcome.run.failure).toMatchObject({
      code: "cost_limit",
      resultCode: "costLimitReached",
      personMessage: "The agent reached its cost limit of 1 US dollars.",
    });
    expect(went).toEqual([]);
    expect(storyOf(outcome)).toEqual(["flow main", "failure agent"]);
  });

  it("needs the flow that main was given", () => {
    expect(() => runOf({})).toThrow("A command needs the flow");
  });
});
