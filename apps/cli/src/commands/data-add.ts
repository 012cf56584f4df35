import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";
import { jsonInputOptions, readJsonInput } from "../json-input.js";

/** `silo data add`. */
export const dataAdd: CommandDefinition = {
  name: "data add",
  summary: "Make a dataset from JSON",
  positionals: { name: { describe: "The dataset's name, without .json", required: true } },
  options: { ...environmentOption, ...jsonInputOptions },
  examples: [['data add notes --data "[]" --env demo', "An empty one"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const name = String(args["name"]);
    environment.data.add(name, await readJsonInput(args, context));
    const file = `data/${name}.json`;
    return {
      result: { environment: environment.name, name, file },
      text: `Made ${file} of ${environment.name}.`,
    };
  },
};
