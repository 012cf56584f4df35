import { siloError } from "@silo/errors";
import { canAsk } from "./can-ask.js";

/**
 * Whether a person agrees. Asked on a terminal only, and never in CI (contract C5); elsewhere the flag has to say it. Throws
 * `usage_error` where nobody can be asked, and `cancelled` where the person leaves.
 */
export async function confirmed(question: string, { yes }: { yes: boolean }): Promise<boolean> {
  if (yes) return true;
  if (!canAsk()) throw siloError("usage_error", { problem: `${question} Say so with --yes.` });
  const { confirm } = await import("@inquirer/prompts");
  try {
    return await confirm({ message: question, default: false }, { output: process.stderr });
  } catch (cause) {
    throw siloError("cancelled", { what: "The command" }, { cause });
  }
}
