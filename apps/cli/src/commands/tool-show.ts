import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo tool show`. */
export const toolShow: CommandDefinition = {
  name: "tool show",
  summary: "Show a tool as agents and authors see it",
  positionals: { name: { describe: "The tool's name", required: true } },
  options: environmentOption,
  examples: [["tool show complete_todo --env demo", "What it is, as JSON"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const tool = await environment.tools.get(String(args["name"]));
    return { result: { environment: environment.name, tool }, text: JSON.stringify(tool, null, 2) };
  },
};
