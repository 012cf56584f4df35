import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo verifier show`. */
export const verifierShow: CommandDefinition = {
  name: "verifier show",
  summary: "Show a verifier",
  positionals: { id: { describe: "The verifier's id", required: true } },
  options: environmentOption,
  examples: [["verifier show VER-001 --env demo", "What it is, as JSON"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const verifier = await environment.verifiers.get(String(args["id"]));
    return { result: { environment: environment.name, verifier }, text: JSON.stringify(verifier, null, 2) };
  },
};
