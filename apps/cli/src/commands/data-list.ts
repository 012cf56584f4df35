import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo data list`. */
export const dataList: CommandDefinition = {
  name: "data list",
  summary: "List the datasets of an environment",
  options: environmentOption,
  examples: [["data list --env demo", "One name a line"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const data = environment.data.list();
    return {
      result: { environment: environment.name, data },
      text: data.length > 0 ? data.join("\n") : "No datasets yet; make one: silo data add NAME --file FILE",
    };
  },
};
