import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";
import { taskIdOption } from "../task-options.js";

/** `silo task show`. */
export const taskShow: CommandDefinition = {
  name: "task show",
  summary: "Print a task",
  options: { ...environmentOption, ...taskIdOption },
  examples: [["task show --id TASK-001 --env demo", "The task as JSON"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const task = environment.tasks.get(String(args["id"]));
    return { result: { environment: environment.name, task }, text: JSON.stringify(task, null, 2) };
  },
};
