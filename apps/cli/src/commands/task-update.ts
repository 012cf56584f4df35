import { siloError } from "@silo/errors";
import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";
import { readTaskFields, taskIdOption, taskOptions } from "../task-options.js";

/** `silo task update`. */
export const taskUpdate: CommandDefinition = {
  name: "task update",
  summary: "Change fields of a task; the others stay as they are",
  options: { ...environmentOption, ...taskIdOption, ...taskOptions },
  examples: [["task update --id TASK-001 --difficulty medium --env demo", "Another difficulty"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const fields = readTaskFields(args);
    if (Object.keys(fields).length === 0) {
      const options = Object.keys(taskOptions).map((name) => `--${name}`);
      throw siloError("usage_error", { problem: `Name a field to change: ${options.join(", ")}.` });
    }
    environment.tasks.update({ ...environment.tasks.get(String(args["id"])), ...fields });
    const task = environment.tasks.get(String(args["id"]));
    return {
      result: { environment: environment.name, task },
      text: `Updated tasks/${task.id}.json of ${environment.name}.`,
    };
  },
};
