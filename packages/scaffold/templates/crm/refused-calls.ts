import { optional, type VerifierCheck, type VerifierContext } from "@silo/runtime";
import { listed } from "./changes.js";

/** The tools of the calls that were refused, in their order. */
export function refusedCalls(trace: VerifierContext["trace"]): string[] {
  return trace.flatMap((event) => (event.type === "tool_result" && event.isError ? event.tool : []));
}

/** An agent that knows what it does gets no refusals. It may pass with some, at a lower reward. */
export function noCallRefused({ trace }: VerifierContext): VerifierCheck {
  const refused = refusedCalls(trace);
  return optional("No tool call was refused", refused.length === 0, `Refused calls: ${listed(refused)}.`);
}
