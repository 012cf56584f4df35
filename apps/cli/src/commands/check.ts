import { exitCodes } from "@silo/errors";
import type { CommandDefinition } from "../command.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo check` (contract S7): exits 1 where something does not hold, which is no error of the command (E5). */
export const check: CommandDefinition = {
  name: "check",
  summary: "Prove that each task can be solved, and that whatever is wrong fails",
  options: {
    ...environmentOption,
    task: { type: "string", describe: "The id of one task; default all" },
    mutants: { type: "number", describe: "How many mutants of each solution to run; default 100" },
  },
  examples: [
    ["check --env demo", "Prove every task of the environment demo"],
    ["check --env demo --task TASK-001", "Prove one task"],
    ["check --env demo --mutants 10", "Prove them faster, with fewer mistakes tried"],
    ["check --env demo --json", "The report for a program"],
  ],
  async run(args, context) {
    const { signal, colors, isWatched } = context;
    const [environment, { startProofProgress }, { proofSummary }] = await Promise.all([
      openEnvironment(args, context),
      import("../proof-progress.js"),
      import("../proof-summary.js"),
    ]);
    const progress = startProofProgress(isWatched);
    let done = 0;
    const report = await environment
      .check({
        tasks: args["task"] === undefined ? undefined : [String(args["task"])],
        mutants: args["mutants"] as number | undefined,
        onTaskEnd: (_proof, tasks) => progress.update((done += 1), tasks),
        signal,
      })
      .finally(progress.end);
    return {
      result: report,
      text: proofSummary(report, { colors }),
      exitCode: report.ok ? exitCodes.success : exitCodes.not_passed,
    };
  },
};
