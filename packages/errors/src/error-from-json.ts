import { agentText } from "./agent-text.js";
import { causeFromWire, readProperty, readText } from "./cause.js";
import { dropUndefined } from "./drop-undefined.js";
import type { ErrorExitCode } from "./exit-codes.js";
import { siloError } from "./silo-codes.js";
import { categoryClasses, type ErrorCategory, type SiloError, type Suggestion } from "./silo-error.js";

/**
 * The error that `toJSON` wrote (contract E4), for one that crossed a process or a worker. It never throws: what is no
 * wire form becomes `unexpected_error`.
 */
export function errorFromJSON(value: unknown): SiloError {
  const code = readText(value, "code");
  const category = readText(value, "category");
  const message = readText(value, "message");
  const details = readProperty(value, "details");
  if (code === undefined || message === undefined || !isCategory(category)) {
    return siloError("unexpected_error", {
      reason: `this is not the wire form of an error: ${agentText(value)}`,
    });
  }
  return new categoryClasses[category]({
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

function isCategory(category: string | undefined): category is ErrorCategory {
  return category !== undefined && Object.hasOwn(categoryClasses, category);
}

function suggestionOf(value: unknown): Suggestion | undefined {
  const action = readText(value, "action");
  const fix = readText(value, "fix");
  if (action === undefined || fix === undefined) return undefined;
  const [example, applicability] = [readText(value, "example"), readText(value, "applicability")];
  return dropUndefined({ action, fix, example, applicability }) as Suggestion;
}
