import type { SeriesOutcome, SeriesRun } from "@silo/runtime";
import { count } from "./count.js";
import { painter } from "./painter.js";
import { formatReward } from "./run-summary.js";

/** How many runs are listed one by one. */
const maxListed = 20;

/** What a person reads after a series: the runs, those that did not pass first, and the totals, always apart. */
export function seriesSummary(
  { runs, totals, stopped }: SeriesOutcome,
  { colors, wanted, folder }: { colors: boolean; wanted: number; folder: string },
): string {
  const paint = painter(colors);
  const marks = { passed: paint.green("✓"), failed: paint.red("✗"), ungraded: paint.yellow("?") };
  const line = (run: SeriesRun): string => `  ${marks[run.verdict]} ${run.number}  ${describe(run)}`;
  const order = { ungraded: 0, failed: 1, passed: 2 };
  const listed =
    runs.length <= maxListed
      ? runs
      : runs.toSorted((a, b) => order[a.verdict] - order[b.verdict]).slice(0, maxListed);
  const hints = new Set(runs.flatMap((run) => run.hints));
  return [
    ...listed.map(line),
    ...(runs.length > listed.length ? [`  … and ${count(runs.length - listed.length, "run")} more`] : []),
    `${paint.green(`${totals.passed} passed`)}, ${paint.red(`${totals.failed} failed`)}, ${paint.yellow(`${totals.ungraded} ungraded`)}, ${totals.total} of ${count(wanted, "run")}`,
    ...(stopped === undefined ? [] : [`Stopped early: ${stopped}`]),
    ...[...hints].map((hint) => `${paint.yellow("Hint")}: ${hint}`),
    `Artifacts: ${folder}`,
  ].join("\n");
}

function describe({ runId, verdict, result, ungradedBy }: SeriesRun): string {
  const name = runId ?? "did not start";
  if (!result || verdict === "ungraded") return `${name}  ungraded: ${ungradedBy?.message ?? ""}`;
  const end = result.terminationReason === "completed" ? "" : `, ${result.terminationReason}`;
  const error = result.error === null ? "" : `: ${result.error}`;
  return `${name}  ${verdict}, reward ${formatReward(result.reward ?? 0)}${end}${error}`;
}
