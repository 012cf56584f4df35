import {
  changed,
  check,
  defineVerifier,
  mentions,
  numbersIn,
  optional,
  otherChanges,
  type SiloVerifier,
} from "@silo/runtime";
import type { State } from "../state.js";
import type { Target } from "../target.js";

/** Requires every change that a target names, and that nothing else changed. */
export function targetVerifier({ id, taskId, name, changes, told }: Target): SiloVerifier<State> {
  const allowed = { products: idsIn("products"), users: idsIn("users"), orders: idsIn("orders") };
  return defineVerifier<State>({
    id,
    taskId,
    name,
    check(final, initial, { agentOutput, trace }) {
      const others = otherChanges(initial, final, allowed);
      const failedCalls = trace.flatMap((event) =>
        event.type === "tool_result" && event.isError ? event.tool : [],
      );
      return [
        ...changes.map(({ collection, id: recordId, value }) => {
          const found = final[collection][recordId];
          const wrong = differences(value, found);
          return check(
            `${collection}.${recordId} is as it is to be`,
            wrong.length === 0,
            `Different from that: ${listed(wrong)}.`,
          );
        }),
        check("Nothing else changed", others.length === 0, `Other changes: ${listed(others)}.`),
        ...told.map((text) =>
          optional(`The answer tells ${text}`, tells(agentOutput, text), `Answer: ${agentOutput}`),
        ),
        optional("No tool call failed", failedCalls.length === 0, `Failed calls: ${listed(failedCalls)}.`),
      ];
    },
  });

  function idsIn(collection: Target["changes"][number]["collection"]): string[] {
    return changes.filter((change) => change.collection === collection).map((change) => change.id);
  }
}

/** The dotted places at which two records differ; one that is not there differs as a whole. */
function differences(wanted: object | undefined, found: object | undefined): string[] {
  if (wanted === undefined || found === undefined) return wanted === found ? [] : ["the whole record"];
  const { added, removed, changed: other } = changed(wanted, found);
  return [...added, ...removed, ...other];
}

/** Numbers by value, however they are written; everything else by name. */
function tells(answer: string, text: string): boolean {
  return mentions(answer, text) || (text.trim() !== "" && numbersIn(answer).includes(Number(text)));
}

function listed(items: string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}
