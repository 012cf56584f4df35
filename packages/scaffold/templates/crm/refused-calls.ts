import { optional, type VerifierCheck, type VerifierContext } from "@silo/runtime";
import { listed } from "./changes.js";

/** An agent that knows what it does gets no refusals. It may pass with some, at a lower reward. */
export function noCallRefused({ trace }: VerifierContext): VerifierCheck {
  const refused = trace.flatMap((event) => (event.type === "tool_result" && event.isError ? event.tool : []));
  return optional("No tool call was refused", refused.length === 0, `Refused calls: ${listed(refused)}.`);
}
