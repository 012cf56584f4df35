import { siloError } from "@silo/errors";
import type { CreateEnvironmentOptions } from "@silo/scaffold";

/** What flags have said already. */
export interface GivenAnswers {
  template?: string | undefined;
  tools?: readonly string[] | undefined;
}

/**
 * Asks for what a new environment needs and no flag has said. `taken` are the names that are there. Throws `cancelled`
 * where the person leaves.
 */
export async function askForEnvironment({
  template,
  tools,
  templates,
  taken,
}: GivenAnswers & {
  templates: Readonly<Record<string, string>>;
  taken: readonly string[];
}): Promise<CreateEnvironmentOptions> {
  const { input, select } = await import("@inquirer/prompts");
  const context = { output: process.stderr };
  try {
    const name = await input(
      {
        message: "What to call the environment?",
        default: freeName("demo", taken),
        validate: (typed) =>
          isTaken(typed.trim(), taken)
            ? `"${typed.trim()}" is there already; ${freeName(typed.trim(), taken)} is free`
            : true,
      },
      context,
    );
    const chosen =
      template ??
      (await select(
        {
          message: "Which template to start from?",
          choices: Object.entries(templates).map(([value, description]) => ({ value, description })),
        },
        context,
      ));
    const packs =
      tools ?? split(await input({ message: "Tool packs, separated by commas? (none is usual)" }, context));
    return { name: name.trim(), template: chosen, tools: packs };
  } catch (cause) {
    // The prompts throw only where the person leaves, or the terminal goes away.
    if (
      !(cause instanceof Error) ||
      !/^(ExitPromptError|AbortPromptError|CancelPromptError)$/.test(cause.name)
    )
      throw cause;
    throw siloError("cancelled", { what: "The command" }, { cause });
  }
}

/** `name`, or the first of `name-2`, `name-3`, … that is free; two names that differ only by case are one (contract S2). */
export function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(candidate, taken)) return candidate;
  }
}

function isTaken(name: string, taken: readonly string[]): boolean {
  return taken.some((other) => other.toLowerCase() === name.toLowerCase());
}

function split(list: string): string[] {
  return list
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
