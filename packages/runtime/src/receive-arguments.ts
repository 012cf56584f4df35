import { jsonCopy, type JsonValue } from "@silo/artifacts/json";
import { agentText, describeThrown } from "@silo/errors";
import type { Problem } from "@silo/schema-validate";

/** How many characters the arguments of a call may have as JSON: the run hands them on, and records them. */
const maxArguments = 8_000_000;

/** Arguments of a call, as they were when it was made. */
export interface ReceivedArguments {
  /** For the record; what JSON cannot hold is described. */
  text: JsonValue;
  /** For the tool; absent where nothing was given, or what JSON cannot hold. */
  given?: JsonValue | undefined;
  /** Why JSON cannot hold what was given. */
  problems?: readonly Problem[] | undefined;
}

/** Looks at a value without a schema of its own, and finds what JSON cannot hold. */
export type FindProblems = (input: unknown) => readonly Problem[];

/** Copies the arguments, because the caller may change the object while the call waits for its turn. */
export function receiveArguments(input: unknown, findProblems: FindProblems): ReceivedArguments {
  try {
    const text = jsonCopy(input, "the arguments");
    if (input === undefined) return { text };
    const size = JSON.stringify(text).length;
    return size > maxArguments ? { text: agentText(input), problems: [tooLarge] } : { text, given: text };
  } catch (thrown) {
    const found = findProblems(input);
    return { text: agentText(input), problems: found.length > 0 ? found : [unreadable(thrown)] };
  }
}

const tooLarge: Problem = {
  path: [],
  keyword: "too_large",
  expected: maxArguments,
  received: { kind: "object" },
  other: "characters of JSON",
};

function unreadable(thrown: unknown): Problem {
  return {
    path: [],
    keyword: "not_json",
    expected: null,
    received: { kind: "not_json" },
    other: describeThrown(thrown),
  };
}
