import type { RunSummary, Verdict } from "@silo/artifacts";
import { lineText, siloError } from "@silo/errors";
import { alignColumns, type Cell } from "../align-columns.js";
import type { CommandDefinition } from "../command.js";
import { painter } from "../painter.js";
import { formatReward } from "../run-summary.js";

/** How many runs are listed where `--limit` says nothing: older ones are then not even read. */
const defaultLimit = 20;

/** `silo runs list`. */
export const runsList: CommandDefinition = {
  name: "runs list",
  summary: "List the recorded runs, newest first",
  options: {
    env: { type: "string", describe: "Only runs of this environment" },
    task: { type: "string", describe: "Only runs of this task" },
    verdict: {
      type: "string",
      describe: "Only runs with this verdict",
      choices: ["passed", "failed", "ungraded"],
    },
    limit: { type: "number", describe: `How many runs at most; default ${defaultLimit}` },
  },
  examples: [
    ["runs list", `The ${defaultLimit} newest runs`],
    ["runs list --env demo --verdict failed --limit 5", "The five newest runs of demo that failed"],
    ["runs list --limit 100000 --json", "All runs, for a program; hasMore says whether there are others"],
  ],
  async run(args, { cwd, colors }) {
    const limit = (args["limit"] as number | undefined) ?? defaultLimit;
    if (!(Number.isInteger(limit) && limit >= 1)) {
      const problem = `--limit must be a whole number of at least 1, received ${limit}.`;
      throw siloError("usage_error", { problem });
    }
    const { Silo } = await import("@silo/scaffold");
    const found = Silo.open({ cwd }).runs.list({
      environment: args["env"] as string | undefined,
      task: args["task"] as string | undefined,
      verdict: args["verdict"] as Verdict | undefined,
      limit: limit + 1,
    });
    const runs = found.slice(0, limit);
    const hasMore = found.length > limit;
    const lines = [
      ...(runs.length === 0 ? ["No runs."] : runTable(runs, colors)),
      ...(hasMore ? [`… and older ones; --limit N lists more than ${limit}.`] : []),
    ];
    return { result: { runs, hasMore }, text: lines.join("\n") };
  },
};

function runTable(runs: readonly RunSummary[], colors: boolean): string[] {
  const paint = painter(colors);
  const paints = { passed: paint.green, failed: paint.red, ungraded: paint.yellow };
  const head = ["RUN", "STARTED", "ENVIRONMENT", "TASK", "VERDICT", "REWARD", "CALLS", "TIME", "END"];
  const rows = runs.map((run): Cell[] => {
    const {
      runId,
      startedAt,
      environment = "",
      taskId = "",
      verdict,
      reward,
      toolCallCount,
      durationMs,
    } = run;
    return [
      { text: runId },
      { text: startedAt.replace(/\.\d+Z$/, "Z") },
      ...[environment, taskId].map((text) => ({ text: lineText(text, { max: 40 }) })),
      verdict === undefined
        ? { text: run.status === "finished" ? "" : run.status, paint: paint.yellow }
        : { text: verdict, paint: paints[verdict] },
      { text: typeof reward === "number" ? formatReward(reward) : "" },
      { text: String(toolCallCount ?? "") },
      { text: durationMs === undefined ? "" : `${durationMs} ms` },
      { text: run.error?.code ?? run.terminationReason ?? "" },
    ];
  });
  return alignColumns([head.map((text) => ({ text, paint: paint.dim })), ...rows]);
}
