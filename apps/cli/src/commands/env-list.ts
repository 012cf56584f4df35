import type { CommandDefinition } from "../command.js";

/** `silo env list`. */
export const envList: CommandDefinition = {
  name: "env list",
  summary: "List the environments of the project",
  options: {},
  examples: [["env list", "One name a line"]],
  async run(_args, { cwd }) {
    const { Silo } = await import("@silo/scaffold");
    const environments = Silo.open({ cwd }).environments.list();
    const text =
      environments.length > 0 ? environments.join("\n") : "No environments yet; create one: silo init demo";
    return { result: { environments }, text };
  },
};
