import { exitCodes } from "@silo/errors";
import type { CommandDefinition } from "../command.js";
import { count } from "../count.js";
import { painter } from "../painter.js";
import { changedSinceLines, differenceLines } from "../replay-text.js";
import { cutHint } from "../value-text.js";

/** `silo runs replay RUN` (contract A5): exits 1 where something comes out otherwise, which is no error (E5). */
export const runsReplay: CommandDefinition = {
  name: "runs replay",
  summary: "Make a run's calls again in a fresh world, and name the first that gives something else",
  positionals: { run: { describe: "A run's id, or latest", required: true } },
  options: {},
  examples: [
    ["runs replay latest", "Exits 0 where all comes out as recorded, and 1 where something does not"],
  ],
  async run(args, { cwd, colors, signal }) {
    const { Silo } = await import("@silo/scaffold");
    const replayed = await Silo.open({ cwd }).runs.replay(String(args["run"]), { signal });
    const { runId, folder, difference, calls, skipped, stateDiff = null, changedSince } = replayed;
    const paint = painter(colors);
    const isSame = difference === undefined;
    const lines = difference ? differenceLines(difference) : [];
    const text = [
      ...changedSinceLines(
        changedSince.filter((part) => part === "environment"),
        colors,
      ),
      `${isSame ? paint.green("✓ same") : paint.red("✗ different")}  ${runId}  ${count(calls, "call")} made again${skipped.length === 0 ? "" : `, ${skipped.length} left out: ${skipped.join(", ")}`}`,
      ...lines,
      ...cutHint(lines),
    ];
    return {
      result: {
        runId,
        folder,
        isSame,
        difference: difference ?? null,
        calls,
        skipped,
        stateDiff,
        changedSince,
      },
      text: text.join("\n"),
      exitCode: isSame ? exitCodes.success : exitCodes.not_passed,
    };
  },
};
