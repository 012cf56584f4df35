import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo data show`. */
export const dataShow: CommandDefinition = {
  name: "data show",
  summary: "Print a dataset",
  positionals: { name: { describe: "The dataset's name, without .json", required: true } },
  options: environmentOption,
  examples: [["data show todos --env demo", "The dataset as JSON"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const name = String(args["name"]);
    const value = environment.data.get(name);
    return { result: { environment: environment.name, name, value }, text: JSON.stringify(value, null, 2) };
  },
};
