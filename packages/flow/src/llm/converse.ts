import type { JsonValue } from "@silo/artifacts/json";
import { ServiceError } from "../service-error.js";
import { messageOf, type CallResult, type ChatMessage, type ModelCall, type ModelTurn } from "./chat.js";
import type { ModelSettings } from "./profile.js";
import type { ModelPrompt } from "./prompt.js";
import { readStructured } from "./read-structured.js";

/** What a conversation with a model consists of. */
export interface ConversationHost {
  /** Asks for a turn; `fresh` are the messages that came since the last one. */
  ask(messages: readonly ChatMessage[], fresh: readonly ChatMessage[]): Promise<ModelTurn>;
  /** Makes a call, and gives what the model reads of it. */
  call(call: ModelCall): Promise<string>;
}

/**
 * Talks with the model until it answers: makes its calls one after the other, gives it the results, and sends an answer
 * back that does not fit its schema. Throws `turn_limit`, and `answer_invalid` after the last correction.
 */
export async function converse(
  host: ConversationHost,
  given: { settings: ModelSettings; prompt: ModelPrompt; messages: readonly ChatMessage[] },
): Promise<JsonValue> {
  const { settings, prompt } = given;
  const messages = [...given.messages];
  let fresh = given.messages;
  let corrections = 0;
  for (let turns = 0; turns < settings.maxTurns; turns += 1) {
    const turn = await host.ask(messages, fresh);
    messages.push(messageOf(turn));
    if (turn.calls.length > 0) {
      const results: CallResult[] = [];
      for (const call of turn.calls)
        results.push({ id: call.id, name: call.name, text: await host.call(call) });
      fresh = [{ role: "tool", results }];
    } else {
      if (prompt.answer === undefined) return turn.text;
      const read = readStructured(turn.text, prompt.answer);
      if ("value" in read) return read.value;
      const { maxCorrections = 2 } = prompt;
      if (corrections >= maxCorrections) throw answerInvalid(read.problem, { settings, corrections, turn });
      corrections += 1;
      fresh = [{ role: "user", text: `${read.problem} Answer again, with the corrected JSON alone.` }];
    }
    messages.push(...fresh);
  }
  const { profile, maxTurns } = settings;
  throw new ServiceError(
    "turn_limit",
    `The model of the profile ${profile} gave no answer within its limit of ${maxTurns} turns.`,
    { details: { profile, maxTurns } },
  );
}

function answerInvalid(
  problem: string,
  {
    settings: { profile },
    corrections,
    turn: { text },
  }: { settings: ModelSettings; corrections: number; turn: ModelTurn },
): ServiceError {
  const times = corrections === 1 ? "1 correction" : `${corrections} corrections`;
  return new ServiceError(
    "answer_invalid",
    `The answer of the model of the profile ${profile} does not fit its schema after ${times}: ${problem}`,
    { details: { profile, corrections, problem, text } },
  );
}
