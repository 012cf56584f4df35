import { alignTexts } from "../align-columns.js";
import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo tool list`: those that the environment's module exports. */
export const toolList: CommandDefinition = {
  name: "tool list",
  summary: "List the tools of an environment",
  options: environmentOption,
  examples: [["tool list --env demo", "Name, effect and description"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const tools = await environment.tools.list();
    const rows = tools.map(({ name, effect, description }) => [
      name,
      effect,
      description.split("\n", 1)[0] ?? "",
    ]);
    const lines = alignTexts(rows);
    return {
      result: { environment: environment.name, tools },
      text: lines.length > 0 ? lines.join("\n") : "No tools yet.",
    };
  },
};
