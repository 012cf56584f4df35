import { agentText } from "./agent-text.js";
import { causeFromWire, readProperty, readTexts } from "./cause.js";
import type { ErrorExitCode } from "./exit-codes.js";
import { siloError } from "./silo-codes.js";
import { categoryClasses, type ErrorCategory, type SiloError, type Suggestion } from "./silo-error.js";

/**
 * The error that `toJSON` wrote (contract E4), for one that crossed a process or a worker. It never throws: what is no
 * wire form becomes `unexpected_error`.
 */
export function errorFromJSON(value: unknown): SiloError {
  const [code, category = "", message] = readTexts(value, "code", "category", "message");
  const details = readProperty(value, "details");
  if (code === undefined || message === undefined || !Object.hasOwn(categoryClasses, category)) {
    return siloError("unexpected_error", {
      reason: `not the wire form of an error: ${agentText(value)}`,
    });
  }
  return new categoryClasses[category as ErrorCategory]({
    code,
    message,
    isRetryable: readProperty(value, "is_retryable") === true,
    suggestion: suggestionOf(readProperty(value, "suggestion")),
    details: typeof details === "object" ? { ...details } : undefined,
    // The constructor refuses one that is not in the table.
    exitCode: readProperty(value, "exit_code") as ErrorExitCode,
    cause: causeFromWire(readProperty(value, "cause")),
  });
}

function suggestionOf(value: unknown): Suggestion | undefined {
  const [action, fix, example, applicability] = readTexts(value, "action", "fix", "example", "applicability");
  return action === undefined || fix === undefined
    ? undefined
    : ({ action, fix, example, applicability } as Suggestion);
}
