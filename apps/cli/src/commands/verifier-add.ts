import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";
import { stateOption } from "../state-option.js";

/** `silo verifier add`. */
export const verifierAdd: CommandDefinition = {
  name: "verifier add",
  summary: "Make a verifier that fails every run until you implement it, and register it",
  positionals: { id: { describe: "The verifier's id, such as VER-002", required: true } },
  options: {
    ...environmentOption,
    task: { type: "string", describe: "The id of the task that it grades", required: true },
    name: { type: "string", describe: "What it grades, in a few words; the task's title by default" },
    ...stateOption,
  },
  examples: [["verifier add VER-002 --task TASK-001 --env demo", "verifiers/VER-002.ts, registered"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const id = String(args["id"]);
    const made = await environment.verifiers.add(id, {
      task: String(args["task"]),
      name: args["name"] as string | undefined,
      state: args["state"] as string | undefined,
    });
    return {
      result: { environment: environment.name, verifierId: id, ...made },
      text: `Made ${made.file} of ${environment.name}, and registered ${made.identifier} in ${made.barrel}.`,
    };
  },
};
