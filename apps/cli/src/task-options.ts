import type { SiloTask } from "@silo/artifacts";
import type { Arguments, OptionDefinition } from "./command.js";

/** The fields of a task that can be typed. */
export const taskOptions: Record<string, OptionDefinition> = {
  title: { type: "string", describe: "Short label for listings" },
  instruction: { type: "string", describe: "The only text that the agent receives" },
  verifier: { type: "string", describe: "The id of the verifier that grades the task" },
  difficulty: {
    type: "string",
    describe: "How hard it is, for people; Silo does not read it",
    choices: ["easy", "medium", "hard"],
  },
  entities: { type: "list", describe: "Ids that the task concerns, separated by commas" },
};

/** The id of the task that a command is about. */
export const taskIdOption: Record<"id", OptionDefinition> = {
  id: { type: "string", describe: "The task's id", required: true },
};

/** The fields that were typed. */
export function readTaskFields(args: Arguments): Partial<SiloTask> {
  const { title, instruction, verifier: verifierId, difficulty, entities } = args;
  const fields = { title, instruction, difficulty, verifierId, entities };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<SiloTask>;
}
