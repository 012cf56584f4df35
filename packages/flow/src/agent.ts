import { defineFlow } from "./flow.js";
import { llm } from "./llm/llm.js";

const models = llm(
  {
    model: {
      baseUrl: { env: "SILO_MODEL_URL" },
      model: { env: "SILO_MODEL" },
      auth: { env: "SILO_MODEL_KEY", isOptional: true },
      // The run's own limits end it before this does.
      maxTurns: 1_000,
      maxTools: 1_000,
    },
  },
  {
    task: {
      system:
        "You act only through your tools. Look up what you need before you change anything, and change nothing that you were not asked to. What a tool refuses, it explains: mend it, or do it another way. When the task is done, or cannot be done, answer in a sentence or two, with the numbers and names that were asked for.",
      user: "{{task}}",
      variables: ["task"],
      tools: { environment: true },
    },
  },
);

/**
 * A ready agent: a model of any OpenAI-compatible endpoint in a loop over the tools of the environment. It reads
 * `SILO_MODEL_URL`, `SILO_MODEL` and, where the endpoint wants a key, `SILO_MODEL_KEY`.
 */
export const agent = defineFlow({
  name: "model-agent",
  version: "1.0.0",
  use: { llm: models },
  async main(flow) {
    const variables = { task: flow.task };
    flow.output(await flow.llm("answer", { profile: "model", prompt: "task", variables }));
  },
});

export { agent as default };
