import { exitCodes } from "@silo/errors";
import type { CommandDefinition } from "../command.js";

/** `silo check` (contract S7): exits 1 where something does not hold, which is no error of the command (E5). */
export const check: CommandDefinition = {
  name: "check",
  summary: "Prove that each task can be solved, and that whatever is wrong fails",
  options: {
    env: { type: "string", describe: "The environment's name; may be left out where there is only one" },
    task: { type: "string", describe: "The id of one task; all of them where nothing says" },
    mutants: {
      type: "number",
      describe: "How many mutants of each solution to run; 100 where nothing says",
    },
  },
  examples: [
    ["check --env demo", "Prove every task of the environment demo"],
    ["check --env demo --task TASK-001", "Prove one task"],
    ["check --env demo --mutants 10", "Prove them faster, with fewer mistakes tried"],
    ["check --env demo --json", "The report for a program"],
  ],
  async run(args, { cwd, signal, colors, isWatched }) {
    const [{ Silo }, { startProofProgress }, { proofSummary }] = await Promise.all([
      import("@silo/scaffold"),
      import("../proof-progress.js"),
      import("../proof-summary.js"),
    ]);
    const { environments } = Silo.open({ cwd });
    const [only, ...more] = environments.list();
    const name = args["env"] ?? (more.length === 0 ? only : undefined);
    if (name === undefined) throw await envMissing(environments.list());
    const progress = startProofProgress(isWatched);
    let done = 0;
    const report = await environments
      .open(String(name))
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

async function envMissing(available: readonly string[]): Promise<Error> {
  const { siloError } = await import("@silo/errors");
  const problem =
    available.length === 0
      ? "--env is required, and the project has no environment yet."
      : `--env is required where there are several environments: ${available.join(", ")}.`;
  return siloError("usage_error", { problem });
}
