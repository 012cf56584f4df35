import type { RunResult, Verdict } from "@silo/artifacts";
import { siloError, toSiloError, type SiloError } from "@silo/errors";
import { runOnce, type Plan } from "./run-once.js";
import type { RunOutcome } from "./run-outcome.js";
import { planRun, type RunTaskOptions } from "./run-task.js";
import { openStage, type Stage } from "./stage.js";

export interface RunSeriesOptions extends Omit<RunTaskOptions, "resume" | "onOutput"> {
  /** How many runs, each in a fresh world. */
  runs: number;
  /** How many of them at a time; 1 by default. */
  concurrency?: number | undefined;
  /** Called as each run ends, in the order in which they do. */
  onRunEnd?: ((run: SeriesRun, totals: SeriesTotals) => void) | undefined;
  /** What agents and worlds print, and in which run (from 1); standard error by default. */
  onOutput?: ((from: "agent" | "world", text: string, run: number) => void) | undefined;
}

/** One run of a series, without its trace: a long series would fill the memory with traces. */
export interface SeriesRun {
  /** From 1, in the order in which they began. */
  number: number;
  /** Absent where the run could not even start. */
  runId: string | undefined;
  folder: string | undefined;
  verdict: Verdict;
  result: RunResult | undefined;
  hints: readonly string[];
  /** What kept it from being graded; present exactly where `verdict` is `ungraded`. */
  ungradedBy: SiloError | undefined;
}

/** Runs by their verdict, always apart: an ungraded run is neither passed nor failed. */
export interface SeriesTotals {
  passed: number;
  failed: number;
  ungraded: number;
  /** Runs that were made. */
  total: number;
}

export interface SeriesOutcome {
  /** In the order in which they began. */
  runs: SeriesRun[];
  totals: SeriesTotals;
  /** Why fewer runs were made than were wanted. */
  stopped: string | undefined;
}

/** How many runs in a row may end with the same error before the rest is not made. */
const maxEqualErrors = 5;

/**
 * Runs an agent on one task many times, each time in a fresh world, with the same code (contract T7, T12). What happens
 * to one run does not touch another; only when five in a row end with the same error of the agent, or cannot start for
 * the same reason, the rest is left out. Throws what `runTask` throws where no run could start.
 */
export async function runSeries(options: RunSeriesOptions): Promise<SeriesOutcome> {
  const { runs: wanted, concurrency = 1, onRunEnd, onOutput, ...rest } = options;
  for (const [name, value] of Object.entries({ runs: wanted, concurrency })) {
    if (!Number.isInteger(value) || value < 1)
      throw siloError("usage_error", {
        problem: `${name} must be a whole number of at least 1, received ${value}`,
      });
  }
  const plan = planRun(rest);
  const stage = await openStage({ ...rest, ...plan });
  const series = new Series(stage, { plan, onOutput, onRunEnd, wanted });
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, wanted) }, () => series.work()));
  } finally {
    await stage.close();
  }
  return series.outcome();
}

interface SeriesParts {
  plan: Plan;
  onOutput: RunSeriesOptions["onOutput"];
  onRunEnd: RunSeriesOptions["onRunEnd"];
  wanted: number;
}

class Series {
  readonly #stage: Stage;
  readonly #parts: SeriesParts;
  readonly #runs: SeriesRun[] = [];
  readonly #totals: SeriesTotals = { passed: 0, failed: 0, ungraded: 0, total: 0 };
  #begun = 0;
  #lastError: string | undefined;
  #equalErrors = 0;
  #stopped: string | undefined;

  constructor(stage: Stage, parts: SeriesParts) {
    this.#stage = stage;
    this.#parts = parts;
  }

  /** Makes one run after the other until none is left. */
  async work(): Promise<void> {
    const { plan, wanted } = this.#parts;
    while (this.#begun < wanted && this.#stopped === undefined) {
      if (plan.signal?.aborted) {
        this.#stopped = "The series was cancelled.";
        return;
      }
      this.#begun += 1;
      const number = this.#begun;
      this.#end(await this.#run(number));
    }
  }

  outcome(): SeriesOutcome {
    const runs = this.#runs.sort((a, b) => a.number - b.number);
    const [first] = runs;
    if (first?.ungradedBy && runs.every(({ runId }) => runId === undefined)) throw first.ungradedBy;
    return { runs, totals: this.#totals, stopped: this.#stopped };
  }

  async #run(number: number): Promise<SeriesRun> {
    const { plan, onOutput, wanted } = this.#parts;
    const print = onOutput && ((from: "agent" | "world", text: string) => onOutput(from, text, number));
    const onSeated = (): void => {
      if (this.#begun < wanted) this.#stage.ahead();
    };
    try {
      const outcome = await runOnce(this.#stage, { ...plan, ...(print && { onOutput: print }), onSeated });
      return { number, ...summaryOf(outcome) };
    } catch (thrown) {
      const nothing = { runId: undefined, folder: undefined, result: undefined, hints: [] };
      return { number, ...nothing, verdict: "ungraded", ungradedBy: toSiloError(thrown) };
    }
  }

  #end(run: SeriesRun): void {
    this.#runs.push(run);
    this.#totals[run.verdict] += 1;
    this.#totals.total += 1;
    const error = errorOf(run);
    this.#equalErrors = error !== undefined && error === this.#lastError ? this.#equalErrors + 1 : 1;
    this.#lastError = error;
    if (error !== undefined && this.#equalErrors >= maxEqualErrors && this.#totals.total < this.#parts.wanted)
      this.#stopped ??= `${maxEqualErrors} runs in a row ended with the same error, so the rest was not made: ${error}`;
    this.#parts.onRunEnd?.(run, { ...this.#totals });
  }
}

function summaryOf({
  runId,
  folder,
  verdict,
  result,
  hints,
  ungradedBy,
}: RunOutcome): Omit<SeriesRun, "number"> {
  return { runId, folder, verdict, result, hints, ungradedBy };
}

/** What would end the next run in the same way: an error of the agent, or one that keeps a run from starting. */
function errorOf({ runId, result, ungradedBy }: SeriesRun): string | undefined {
  if (result?.terminationReason === "agent_error") return result.error ?? "";
  return runId === undefined ? ungradedBy?.message : undefined;
}
