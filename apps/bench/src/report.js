import { quantile, ratioOf } from "./rounds.js";
import { judgeTargets } from "./targets.js";

/**
 * One measured row; times are microseconds of processor time a call. `low` and `high` bound the middle half of the rounds, and `ratio`
 * is to the first row of the group, round by round.
 * @typedef {{ group: string, name: string, medianUs: number, lowUs: number, highUs: number, ratio: number, rounds: number }} ReportRow
 */

/**
 * @typedef {{ node: string, quick: boolean, rows: ReportRow[], targets: import("./targets.js").Target[] }} Report
 */

/**
 * @param {readonly import("./rounds.js").Row[]} rows
 * @param {{ quick: boolean }} how
 * @returns {Report}
 */
export function makeReport(rows, { quick }) {
  return {
    node: process.version,
    quick,
    rows: rows.map((row) => {
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
    }),
    targets: judgeTargets(rows),
  };
}
