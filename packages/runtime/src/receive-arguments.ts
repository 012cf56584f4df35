import { jsonCopy, type JsonValue } from "@silo/artifacts";
import { agentText } from "@silo/errors";

/**
 * Arguments as they are when a call is made, because the caller may change the object while the call waits for its
 * turn: `given` for the tool, `text` for a record. What JSON cannot hold is described in the record, and goes on as it
 * is, so that the refusal can say what is wrong with it.
 */
export function receiveArguments(input: unknown): { given: unknown; text: JsonValue } {
  try {
    const text = jsonCopy(input, "the arguments");
    return { text, given: input === undefined ? undefined : text };
  } catch {
    return { text: agentText(input), given: input };
  }
}
