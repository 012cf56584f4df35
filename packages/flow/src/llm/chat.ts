import type { JsonValue } from "@silo/artifacts/json";

/** A call that the model wants, with its arguments as the text that it wrote. */
export interface ModelCall {
  id: string;
  name: string;
  arguments: string;
  /** What the vendor wants back with the call, unread. */
  signature?: string | undefined;
}

/** What the model gets for a call. */
export interface CallResult {
  id: string;
  name: string;
  text: string;
}

/** One message of the conversation with a model, as JSON. */
export type ChatMessage =
  | { role: "system" | "user"; text: string }
  | { role: "assistant"; text: string; reasoning?: string | undefined; calls: ModelCall[] }
  | { role: "tool"; results: CallResult[] };

/** One answer of the model. Tokens are absent where the vendor does not count them. */
export interface ModelTurn {
  text: string;
  reasoning?: string | undefined;
  calls: ModelCall[];
  /** As the vendor names it. */
  model: string;
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  /** How many requests it took. */
  attempts: number;
}

/** A tool as the model is told of it. */
export interface OfferedTool {
  name: string;
  description: string;
  inputSchema: { [keyword: string]: JsonValue };
}

/** The message that stands for a turn in the conversation. */
export function messageOf({ text, reasoning, calls }: ModelTurn): ChatMessage {
  return { role: "assistant", text, ...(reasoning === undefined ? {} : { reasoning }), calls };
}
