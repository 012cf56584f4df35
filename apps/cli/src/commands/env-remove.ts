import type { CommandDefinition } from "../command.js";
import { confirmed } from "../confirm.js";

/** `silo env remove`. */
export const envRemove: CommandDefinition = {
  name: "env remove",
  summary: "Take an environment away, with all of its files; its runs stay",
  options: {
    env: { type: "string", describe: "The environment's name", required: true },
    yes: { type: "boolean", describe: "Do not ask" },
  },
  examples: [["env remove --env demo --yes", "Remove demo without asking"]],
  async run(args, { cwd }) {
    const { Silo } = await import("@silo/scaffold");
    const { environments } = Silo.open({ cwd });
    const { name, folder } = environments.open(String(args["env"]));
    if (!(await confirmed(`Everything in ${folder} will be deleted.`, { yes: args["yes"] === true })))
      return { result: { environment: name, removed: false }, text: "Nothing was removed." };
    environments.remove(name);
    return { result: { environment: name, removed: true }, text: `Removed ${name}.` };
  },
};
