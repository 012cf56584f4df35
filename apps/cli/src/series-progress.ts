import type { SeriesTotals } from "@silo/runtime";
import progress from "cli-progress";
import { PrefixLines } from "./prefix-lines.js";

/** How far a series of runs is (contract C5), and what its agents and worlds print, on standard error. */
export interface SeriesProgress {
  update(totals: SeriesTotals): void;
  print(from: "agent" | "world", text: string, run: number): void;
  end(): void;
}

/** On a terminal a bar stays below what is printed; elsewhere there is only what is printed. */
export function startProgress(runs: number, isWatched: boolean): SeriesProgress {
  let bars = isWatched ? startBars() : undefined;
  const bar = bars?.create(runs, 0, shownTotals({ passed: 0, failed: 0, ungraded: 0, total: 0 }));
  const lines = new PrefixLines((text) => (bars ? bars.log(text) : process.stderr.write(text)));
  return {
    update: (totals) => bar?.update(totals.total, shownTotals(totals)),
    print: (from, text, run) => lines.add(`[run ${run} ${from}]`, text),
    end: () => {
      bars?.stop();
      // A bar that has stopped prints nothing any more.
      bars = undefined;
      lines.end();
    },
  };
}

function startBars(): progress.MultiBar {
  return new progress.MultiBar(
    {
      format: "{bar} {value} of {total} runs: {passed} passed, {failed} failed, {ungraded} ungraded",
      stream: process.stderr,
      hideCursor: true,
      // A process that is about to end must not be kept by the bar.
      gracefulExit: false,
    },
    progress.Presets.shades_classic,
  );
}

function shownTotals({ passed, failed, ungraded }: SeriesTotals): Omit<SeriesTotals, "total"> {
  return { passed, failed, ungraded };
}
