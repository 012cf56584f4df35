import type { SiloTask } from "@silo/artifacts";
import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";
import { readTaskFields, taskIdOption, taskOptions } from "../task-options.js";

/** `silo task add`. */
export const taskAdd: CommandDefinition = {
  name: "task add",
  summary: "Make a task; its verifier may come later",
  options: { ...environmentOption, ...taskIdOption, ...taskOptions },
  examples: [
    [
      'task add --id TASK-009 --title "Tidy up" --instruction "Finish every todo." --verifier VER-009 --env demo',
      "A task with all that it must have",
    ],
  ],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    // What is missing is told by the task's schema.
    environment.tasks.add({ id: String(args["id"]), ...readTaskFields(args) } as SiloTask);
    const task = environment.tasks.get(String(args["id"]));
    return {
      result: { environment: environment.name, task },
      text: `Made tasks/${task.id}.json of ${environment.name}.`,
    };
  },
};
