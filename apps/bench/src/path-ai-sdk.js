import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { compareLead } from "./lead-world.js";
import { inputShape } from "./input-shape.js";

/** How many calls the model makes in one conversation, each in a step of its own; one more step answers. */
export const aiSdkSteps = 10;

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 10, text: 10, reasoning: undefined },
};

/**
 * The same tool in the tool loop of the AI SDK, with its mock model.
 * @param {import("./lead-world.js").State} state
 * @returns {(input: unknown) => Promise<{ output: unknown, isError?: boolean }>} One conversation; gives the last result.
 */
export function aiSdkPath(state) {
  const tools = {
    compare_lead: tool({
      description: "Compare a lead with a stage and an amount",
      inputSchema: inputShape,
      execute: async (input) => compareLead(state, input),
    }),
  };
  return async (input) => {
    const { steps } = await generateText({
      model: scriptedModel(input),
      tools,
      prompt: "Call the tool.",
      stopWhen: stepCountIs(aiSdkSteps + 1),
    });
    const content = steps[aiSdkSteps - 1]?.content ?? [];
    const failed = content.find((part) => part.type === "tool-error");
    if (failed) return { output: failed.error, isError: true };
    return { output: content.find((part) => part.type === "tool-result")?.output };
  };
}

/**
 * A new one for each conversation: the mock keeps every call that it is given.
 * @param {unknown} input
 */
function scriptedModel(input) {
  const text = JSON.stringify(input);
  let made = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      made += 1;
      if (made > aiSdkSteps) {
        return {
          content: [{ type: "text", text: "Done." }],
          finishReason: { unified: "stop", raw: undefined },
          usage,
          warnings: [],
        };
      }
      return {
        content: [{ type: "tool-call", toolCallId: `call_${made}`, toolName: "compare_lead", input: text }],
        finishReason: { unified: "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}
