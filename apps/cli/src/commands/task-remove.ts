import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";
import { taskIdOption } from "../task-options.js";

/** `silo task remove`. */
export const taskRemove: CommandDefinition = {
  name: "task remove",
  summary: "Take a task away; its verifier and its solution stay",
  options: { ...environmentOption, ...taskIdOption },
  examples: [["task remove --id TASK-001 --env demo", "Remove tasks/TASK-001.json"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const id = String(args["id"]);
    environment.tasks.remove(id);
    return {
      result: { environment: environment.name, id },
      text: `Removed tasks/${id}.json of ${environment.name}.`,
    };
  },
};
