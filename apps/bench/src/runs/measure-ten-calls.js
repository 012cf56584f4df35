import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import { runSeries, runTask } from "@silo/runtime";
import { measureByClock } from "./measure-by-clock.js";
import { runOf } from "./run-files.js";

/**
 * What a run of ten calls takes, by itself and in a series.
 * @param {import("./run-effort.js").RunEffort} effort
 * @returns {Promise<import("../rounds.js").Row[]>}
 */
export function measure({ warmRounds, rounds, seriesRuns }) {
  return measureByClock("a run of 10 calls", { warmRounds, rounds }, [
    { name: "in-process, in a series", run: () => paceOfSeries("none", seriesRuns) },
    { name: "in-process, by itself: code bundled and loaded", run: () => timeRun("none") },
    { name: "isolated, by itself: and two processes started", run: () => timeRun("process") },
    {
      name: "isolated, in a series: processes started ahead",
      run: () => paceOfSeries("process", seriesRuns),
    },
  ]);
}

/** @param {import("@silo/runtime").Isolation} isolation */
async function timeRun(isolation) {
  const startedAt = performance.now();
  const outcome = await runTask(runOf("ten-calls", isolation));
  const us = (performance.now() - startedAt) * 1_000;
  requireTenCalls(outcome);
  return us;
}

/**
 * From the end of one run to that of the next, on average; the first run waits for the code.
 * @param {import("@silo/runtime").Isolation} isolation
 * @param {number} runs At least 2.
 */
async function paceOfSeries(isolation, runs) {
  /** @type {number[]} */
  const ends = [];
  const series = await runSeries({
    ...runOf("ten-calls", isolation),
    runs,
    onRunEnd: () => void ends.push(performance.now()),
  });
  series.runs.forEach(requireTenCalls);
  return ((Math.max(...ends) - Math.min(...ends)) * 1_000) / (runs - 1);
}

/**
 * What was measured of a run that broke means nothing.
 * @param {Pick<import("@silo/runtime").SeriesRun, "verdict" | "result" | "ungradedBy">} run
 */
export function requireTenCalls({ verdict, result, ungradedBy }) {
  if (ungradedBy) throw ungradedBy;
  assert.deepEqual([verdict, result?.toolCalls, result?.toolErrors], ["passed", 10, 0], result?.error ?? "");
}
