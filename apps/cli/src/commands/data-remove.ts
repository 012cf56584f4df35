import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo data remove`. */
export const dataRemove: CommandDefinition = {
  name: "data remove",
  summary: "Take a dataset away",
  positionals: { name: { describe: "The dataset's name, without .json", required: true } },
  options: environmentOption,
  examples: [["data remove todos --env demo", "Remove data/todos.json"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const name = String(args["name"]);
    environment.data.remove(name);
    return {
      result: { environment: environment.name, name },
      text: `Removed data/${name}.json of ${environment.name}.`,
    };
  },
};
