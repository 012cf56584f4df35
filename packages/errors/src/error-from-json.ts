import { agentText } from "./agent-text.js";
import { causesOf, readProperty } from "./cause.js";
import type { ErrorExitCode } from "./exit-codes.js";
import { siloError } from "./silo-codes.js";
import { categoryClasses, type ErrorCategory, type SiloError, type Suggestion } from "./silo-error.js";

/**
 * The error that `toJSON` wrote (contract E4), for one that crossed a process or a worker. It never throws: what is no
 * wire form becomes `unexpected_error`.
 */
export function errorFromJSON(value: unknown): SiloError {
  const code = readProperty(value, "code");
  const category = String(readProperty(value, "category"));
  const message = readProperty(value, "message");
  const details = readProperty(value, "details");
  if (typeof code !== "string" || typeof message !== "string" || !Object.hasOwn(categoryClasses, category)) {
    return siloError("unexpected_error", {
      reason: `this is not the wire form of an error: ${agentText(value)}`,
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
    cause: causeOf(causesOf(readProperty(value, "cause"))),
  });
}

function suggestionOf(value: unknown): Suggestion | undefined {
  const given = ["action", "fix", "example", "applicability"]
    .map((name) => [name, readProperty(value, name)] as const)
    .filter(([, text]) => typeof text === "string");
  const suggestion = Object.fromEntries(given);
  return Object.hasOwn(suggestion, "action") && Object.hasOwn(suggestion, "fix")
    ? (suggestion as unknown as Suggestion)
    : undefined;
}

/** A chain of causes, outermost first, as one error: plain errors with the names, messages and codes that were written. */
function causeOf([outer, ...inner]: unknown[]): unknown {
  const message = readProperty(outer, "message");
  const name = readProperty(outer, "name");
  const code = readProperty(outer, "code");
  if (typeof message !== "string" || typeof name !== "string") return message;
  const error = new Error(message, inner.length > 0 ? { cause: causeOf(inner) } : undefined);
  Object.defineProperty(error, "name", { value: name, configurable: true, writable: true });
  return typeof code === "string" ? Object.assign(error, { code }) : error;
}
