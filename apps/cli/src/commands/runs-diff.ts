import { exitCodes } from "@silo/errors";
import { changesLines } from "../changes-text.js";
import type { CommandDefinition } from "../command.js";
import { changedSinceLines, differenceLines } from "../replay-text.js";
import { cutHint } from "../value-text.js";

/** `silo runs diff RUN`: state-diff.json holds ids alone, so the calls are made again to see what was and what is. */
export const runsDiff: CommandDefinition = {
  name: "runs diff",
  summary: "Show what a run changed in its world, field by field, before and after",
  positionals: { run: { describe: "A run's id, or latest", required: true } },
  options: {},
  examples: [["runs diff latest", "What the newest run changed; its calls are made again in a fresh world"]],
  async run(args, { cwd, colors, signal }) {
    const { Silo } = await import("@silo/scaffold");
    const diff = await Silo.open({ cwd }).runs.diff(String(args["run"]), { signal });
    const { runId, folder, stateDiff = null, changes = null, difference = null, changedSince } = diff;
    const result = { runId, folder, stateDiff, changes, difference, changedSince };
    const warning = changedSinceLines(
      changedSince.filter((part) => part === "environment"),
      colors,
    );
    if (difference) {
      const lines = differenceLines(difference);
      const text = [
        ...warning,
        "What was and what is cannot be told: the run does not come out as it was recorded.",
        ...lines,
        ...cutHint(lines),
      ];
      return { result, text: text.join("\n"), exitCode: exitCodes.not_passed };
    }
    const lines = changes ? changesLines(changes, colors) : ["The world broke, and has no end to look at."];
    const text = [
      ...warning,
      ...(lines.length > 0 ? lines : ["The run changed nothing."]),
      ...cutHint(lines),
    ];
    return { result, text: text.join("\n") };
  },
};
