import { exitCodes } from "@silo/errors";
import type { CommandDefinition } from "../command.js";
import { comparisonLines } from "../comparison-text.js";
import { cutHint } from "../value-text.js";

/** `silo compare RUN OTHER`: exits 1 where the two differ, which is no error of the command (contract E5). */
export const compare: CommandDefinition = {
  name: "compare",
  summary: "Say what differs between two runs, and whether they were given the same",
  positionals: {
    run: { describe: "A run's id, or latest", required: true },
    other: { describe: "Another run's id, or latest", required: true },
  },
  options: {},
  examples: [
    ["compare run_20260915020238_9s01 latest", "What the newest run did otherwise than an earlier one"],
  ],
  async run(args, { cwd, colors }) {
    const { Silo } = await import("@silo/scaffold");
    const comparison = Silo.open({ cwd }).runs.compare(String(args["run"]), String(args["other"]));
    const lines = comparisonLines(comparison, colors);
    return {
      result: comparison,
      text: [...lines, ...cutHint(lines)].join("\n"),
      exitCode: comparison.isSame ? exitCodes.success : exitCodes.not_passed,
    };
  },
};
