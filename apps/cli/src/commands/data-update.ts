import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";
import { jsonInputOptions, readJsonInput } from "../json-input.js";

/** `silo data update`. */
export const dataUpdate: CommandDefinition = {
  name: "data update",
  summary: "Put other JSON in place of a dataset",
  positionals: { name: { describe: "The dataset's name, without .json", required: true } },
  options: { ...environmentOption, ...jsonInputOptions },
  examples: [['data update todos --data "[]" --env demo', "Without any todo"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const name = String(args["name"]);
    environment.data.update(name, await readJsonInput(args, context));
    const file = `data/${name}.json`;
    return {
      result: { environment: environment.name, name, file },
      text: `Updated ${file} of ${environment.name}.`,
    };
  },
};
