import { quantile, ratioOf } from "./rounds.js";
import { judgeTargets } from "./targets.js";

/**
 * One measured row; times are microseconds. `low` and `high` bound the middle half of the rounds, and `ratio` is to the
 * first row of the group, round by round.
 * @typedef {{ group: string, name: string, medianUs: number, lowUs: number, highUs: number, ratio: number, rounds: number }} ReportRow
 */

/**
 * `rows`: processor time a call. `runRows`: wall-clock time. `memory`: of the process that makes the runs, MiB.
 * @typedef {object} Report
 * @property {string} node
 * @property {boolean} quick
 * @property {ReportRow[]} rows
 * @property {ReportRow[]} runRows
 * @property {import("./runs/measure-runs.js").MemoryRow[]} memory
 * @property {import("./targets.js").Target[]} targets
 */

/**
 * @param {{ rows: import("./rounds.js").Row[], runRows: import("./rounds.js").Row[], memory: Report["memory"] }} measured
 * @param {{ quick: boolean }} how
 * @returns {Report}
 */
export function makeReport({ rows, runRows, memory }, { quick }) {
  return {
    node: process.version,
    quick,
    rows: summarize(rows),
    runRows: summarize(runRows),
    memory,
    targets: judgeTargets(rows, memory),
  };
}

/**
 * @param {readonly import("./rounds.js").Row[]} rows
 * @returns {ReportRow[]}
 */
function summarize(rows) {
  return rows.map((row) => {
    const baseline = /** @type {typeof row} */ (rows.find(({ group }) => group === row.group));
    return {
      group: row.group,
      name: row.name,
      medianUs: quantile(row.samples, 0.5),
      lowUs: quantile(row.samples, 0.25),
      highUs: quantile(row.samples, 0.75),
      ratio: ratioOf(row, baseline),
      rounds: row.samples.length,
    };
  });
}
