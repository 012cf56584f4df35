import { relative } from "node:path";
import type { CommandDefinition } from "../command.js";
import { changedSinceLines, differenceLines } from "../replay-text.js";
import { gradeLines } from "../run-summary.js";
import { verdictOutcome } from "../verdict-outcome.js";

/** `silo runs grade RUN`: exits by the verdict, as `silo run` does (contract E5). */
export const runsGrade: CommandDefinition = {
  name: "runs grade",
  summary: "Grade a run again with the verifier as it is now; no agent is run, and the record stays as it is",
  positionals: { run: { describe: "A run's id, or latest", required: true } },
  options: {},
  examples: [["runs grade latest", "After a change to a verifier: what it says of the newest run"]],
  async run(args, { cwd, colors, signal }) {
    const { Silo } = await import("@silo/scaffold");
    const graded = await Silo.open({ cwd }).runs.grade(String(args["run"]), { signal });
    const { runId, folder, verdict, result, recordedVerdict = null, difference, changedSince } = graded;
    const before = recordedVerdict === null ? "not graded" : recordedVerdict;
    const text = [
      ...changedSinceLines(changedSince, colors),
      ...(difference ? differenceLines(difference) : []),
      ...gradeLines(result, colors),
      recordedVerdict === verdict ? "As it was graded before." : `Before: ${before}`,
      `Artifacts, as they were: ${relative(cwd, folder)}`,
    ];
    const data = {
      runId,
      folder,
      verdict,
      result,
      recordedVerdict,
      difference: difference ?? null,
      changedSince,
    };
    return verdictOutcome(graded, { result: data, text: text.join("\n") });
  },
};
