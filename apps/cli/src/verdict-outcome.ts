import type { Verdict } from "@silo/artifacts";
import { exitCodes, SiloError } from "@silo/errors";
import type { CommandOutcome } from "./command.js";

/** What a command gives whose answer is a verdict: it exits by that, or by what kept a run from having one (contract E5). */
export function verdictOutcome(
  { verdict, ungradedBy }: { verdict: Verdict; ungradedBy: SiloError | undefined },
  { result, text }: { result: object; text: string },
): CommandOutcome {
  if (ungradedBy) return { result, text, error: withResult(ungradedBy, result) };
  return { result, text, exitCode: verdict === "passed" ? exitCodes.success : exitCodes.not_passed };
}

/** The error of an ungraded run tells in its details what `result` would have told (contract E5). */
export function withResult(error: SiloError, result: object): SiloError {
  const { code, category, message, suggestion, isRetryable, exitCode, details, cause } = error;
  const more = { details: { ...details, ...result } };
  const rebuilt = new SiloError({
    code,
    category,
    message,
    suggestion,
    isRetryable,
    exitCode,
    cause,
    ...more,
  });
  // The stack is that of what broke, which may have crossed from another process.
  rebuilt.stack = error.stack ?? "";
  return rebuilt;
}
