import type { CommandDefinition } from "../command.js";

/** `silo explain [CODE]` (contract E2): what a code means, what usually causes it, and what to do. */
export const explainCommand: CommandDefinition = {
  name: "explain",
  summary: "Explain an error code, or list all of them",
  positionals: { code: { describe: "An error code; without it, all are listed", required: false } },
  options: {},
  isText: true,
  examples: [
    ["explain", "All codes, with what each means"],
    ["explain task_not_found", "What it means, what usually causes it, what to do"],
  ],
  async run(args) {
    const { explain, explainedCodes, explanationOf } = await import("@silo/errors/explain");
    const code = args["code"] as string | undefined;
    if (code === undefined) {
      const codes = explainedCodes.flatMap((known) => explanationOf(known) ?? []);
      const width = Math.max(...codes.map((known) => known.code.length));
      const text = codes.map((known) => `${known.code.padEnd(width)}  ${known.meaning}`).join("\n");
      return { result: { codes }, text };
    }
    const explanation = explanationOf(code);
    if (explanation) return { result: explanation, text: explain(code) ?? "" };
    const [{ siloError }, { nearest }] = await Promise.all([
      import("@silo/errors"),
      import("@silo/errors/nearest"),
    ]);
    throw siloError("code_not_found", { code, nearest: nearest(code, explainedCodes).join(", ") || "none" });
  },
};
