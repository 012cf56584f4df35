import type { ModelTurn } from "./chat.js";
import { StreamFault } from "./model-failure.js";
import type { Generated, Streamed } from "./provider.js";

/** What came, whole or not. */
export interface Answer extends Omit<ModelTurn, "attempts" | "model"> {
  model: string | undefined;
  /** Why the model stopped, as the AI SDK names it. */
  finish: string;
}

type Usage = Generated["usage"];

export function readAnswer({ content, usage, response, finishReason }: Generated): Answer {
  const reader = new PartReader();
  for (const part of content) {
    if (part.type === "text" || part.type === "reasoning") reader.add(part.type, part.text);
    else if (part.type === "tool-call") reader.call(part);
  }
  return reader.end({ finish: finishReason.unified, usage, model: response?.modelId });
}

/** Reads a stream to its end. Throws what broke it. */
export async function readStream({ stream }: Streamed): Promise<Answer> {
  const reader = new PartReader();
  let model: string | undefined;
  let hasBegun = false;
  for await (const part of stream) {
    switch (part.type) {
      case "response-metadata":
        model = part.modelId;
        hasBegun = true;
        break;
      case "text-delta":
        reader.add("text", part.delta);
        break;
      case "reasoning-delta":
        reader.add("reasoning", part.delta);
        break;
      case "tool-call":
        reader.call(part);
        break;
      case "error":
        if (!(part.error instanceof Error)) throw new StreamFault(part.error);
        throw hasBegun
          ? part.error
          : new Error("it holds no event of a model", { cause: networkFault(part.error) });
      case "finish":
        return reader.end({ finish: part.finishReason.unified, usage: part.usage, model });
    }
  }
  throw new StreamFault({ message: "the stream ended before the answer was whole" });
}

/** What broke below; that the stream came to its end is no such thing. */
function networkFault(error: Error): unknown {
  return error.name === "AI_InvalidResponseDataError" ? undefined : error;
}

interface CallPart {
  toolCallId: string;
  toolName: string;
  input: string;
  providerMetadata?: Record<string, Record<string, unknown>> | undefined;
}

class PartReader {
  readonly #texts = { text: "", reasoning: "" };
  readonly #calls: ModelTurn["calls"] = [];

  add(kind: "text" | "reasoning", text: string): void {
    this.#texts[kind] += text;
  }

  call({ toolCallId: id, toolName: name, input, providerMetadata = {} }: CallPart): void {
    const [signature] = Object.values(providerMetadata).map((known) => known["thoughtSignature"]);
    this.#calls.push({
      id,
      name,
      arguments: input,
      ...(typeof signature === "string" ? { signature } : {}),
    });
  }

  end({ finish, usage, model }: { finish: string; usage: Usage; model: string | undefined }): Answer {
    const { text, reasoning } = this.#texts;
    const { inputTokens, outputTokens } = usage;
    return {
      text,
      ...(reasoning === "" ? {} : { reasoning }),
      calls: this.#calls,
      model,
      ...(inputTokens.total === undefined ? {} : { inputTokens: inputTokens.total }),
      ...(outputTokens.total === undefined ? {} : { outputTokens: outputTokens.total }),
      finish,
    };
  }
}
