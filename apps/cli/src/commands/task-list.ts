import { alignTexts } from "../align-columns.js";
import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo task list`. */
export const taskList: CommandDefinition = {
  name: "task list",
  summary: "List the tasks of an environment",
  options: environmentOption,
  examples: [["task list --env demo", "Id, difficulty, verifier and title"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const tasks = environment.tasks.list();
    const rows = tasks.map(({ id, difficulty = "", verifierId, title }) => [
      id,
      difficulty,
      verifierId,
      title,
    ]);
    const lines = alignTexts(rows);
    const text =
      lines.length > 0 ? lines.join("\n") : "No tasks yet; make one: silo task add --id TASK-001 …";
    return { result: { environment: environment.name, tasks }, text };
  },
};
