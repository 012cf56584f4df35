import { isSiloError, siloError } from "@silo/errors";
import type { CreateEnvironmentOptions, Environments } from "@silo/scaffold";

/** What flags have said already. */
export interface GivenAnswers {
  template?: string | undefined;
  tools?: readonly string[] | undefined;
}

/**
 * Asks for what a new environment needs and no flag has said. An answer that cannot be is told at its own question. Throws
 * `cancelled` where the person leaves, and `template_not_found`.
 */
export async function askForEnvironment({
  template,
  tools,
  templates,
  environments,
}: GivenAnswers & {
  templates: Readonly<Record<string, string>>;
  environments: Pick<Environments, "list" | "requireUsable">;
}): Promise<CreateEnvironmentOptions> {
  // What a flag has said wrongly is told before anything is asked.
  environments.requireUsable({ template });
  const { input, select } = await import("@inquirer/prompts");
  const context = { output: process.stderr };
  try {
    const name = await input(
      {
        message: "What to call the environment?",
        default: freeName("demo", environments.list()),
        validate: (typed) => problemWith(typed.trim(), environments) ?? true,
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

/** Why a new environment cannot be called so, and what would do; undefined where it can. */
export function problemWith(
  name: string,
  environments: Pick<Environments, "list" | "requireUsable">,
): string | undefined {
  try {
    environments.requireUsable({ name });
    return undefined;
  } catch (error) {
    if (!isSiloError(error)) throw error;
    const isThere = error.code === "environment_already_exists";
    return isThere
      ? `"${name}" is there already; ${freeName(name, environments.list())} is free`
      : error.message;
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
