import { alignTexts } from "../align-columns.js";
import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo verifier list`: those that the environment's module exports. */
export const verifierList: CommandDefinition = {
  name: "verifier list",
  summary: "List the verifiers of an environment",
  options: environmentOption,
  examples: [["verifier list --env demo", "Id, task and name"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const verifiers = await environment.verifiers.list();
    const rows = verifiers.map(({ id, taskId, name }) => [id, taskId, name]);
    const lines = alignTexts(rows);
    return {
      result: { environment: environment.name, verifiers },
      text: lines.length > 0 ? lines.join("\n") : "No verifiers yet.",
    };
  },
};
