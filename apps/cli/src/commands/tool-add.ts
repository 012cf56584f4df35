import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";
import { stateOption } from "../state-option.js";

/** `silo tool add`. */
export const toolAdd: CommandDefinition = {
  name: "tool add",
  summary: "Make a tool that refuses until you implement it, and register it",
  positionals: { name: { describe: "The name that agents call, such as archive_todo", required: true } },
  options: {
    ...environmentOption,
    description: { type: "string", describe: "What a model reads to decide whether to call it" },
    ...stateOption,
  },
  examples: [
    [
      'tool add archive_todo --description "Archives one todo." --env demo',
      "tools/archive-todo.ts, registered",
    ],
  ],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const name = String(args["name"]);
    const made = await environment.tools.add(name, {
      description: args["description"] as string | undefined,
      state: args["state"] as string | undefined,
    });
    return {
      result: { environment: environment.name, tool: name, ...made },
      text: `Made ${made.file} of ${environment.name}, and registered ${made.identifier} in ${made.barrel}.`,
    };
  },
};
