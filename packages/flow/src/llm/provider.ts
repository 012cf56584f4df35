import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";

/** The part of the AI SDK that is used here, loaded when the first model is asked. */
export interface OpenAICompatible {
  createOpenAICompatible: typeof createOpenAICompatible;
}

type Model = ReturnType<ReturnType<typeof createOpenAICompatible>["chatModel"]>;

export type Prompt = Parameters<Model["doGenerate"]>[0]["prompt"];
export type Part = Extract<Prompt[number], { role: "assistant" }>["content"][number];
export type Generated = Awaited<ReturnType<Model["doGenerate"]>>;
export type Streamed = Awaited<ReturnType<Model["doStream"]>>;
