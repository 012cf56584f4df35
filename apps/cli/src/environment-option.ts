import type { ProjectEnvironment } from "@silo/scaffold";
import type { Arguments, CommandContext, OptionDefinition } from "./command.js";

/** The environment that a command is about. */
export const environmentOption: Record<"env", OptionDefinition> = {
  env: { type: "string", describe: "The environment's name; not needed where the project has only one" },
};

/** Opens it. Throws `environment_not_found`, and `usage_error` where there are several and none is named. */
export async function openEnvironment(args: Arguments, { cwd }: CommandContext): Promise<ProjectEnvironment> {
  const { Silo } = await import("@silo/scaffold");
  return Silo.open({ cwd }).environments.open(args["env"] as string | undefined);
}
