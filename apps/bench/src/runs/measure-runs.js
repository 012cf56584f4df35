import { measureInFreshProcess } from "./fresh-process.js";

/**
 * @typedef {import("./measure-many-runs.js").Memory} Memory
 * @typedef {{ name: string, runs: number, afterRuns: number, start: Memory, end: Memory }} MemoryRow
 */

/**
 * Whole runs, isolated and in-process: their time, microseconds by the wall clock, and the memory of a long series.
 * @param {import("./run-effort.js").RunEffort} effort
 * @returns {Promise<{ rows: import("../rounds.js").Row[], memory: MemoryRow[] }>}
 */
export async function measureRuns(effort) {
  /** @type {import("../rounds.js").Row[]} */
  const rows = [];
  for (const name of ["ten-calls", "boundary", "waiting", "stops"])
    rows.push(...(await measureInFreshProcess(name, effort)));
  /** @type {MemoryRow[]} */
  const memory = [];
  const { manyRuns: runs } = effort;
  const ways = /** @type {const} */ ({ "in-process": "none", isolated: "process" });
  for (const [name, isolation] of Object.entries(ways)) {
    /** @type {import("./measure-many-runs.js").ManyRuns} */
    const { samples, ...rest } = await measureInFreshProcess("many-runs", { ...effort, isolation });
    rows.push({ group: `one of ${runs} runs of 10 calls, with artifacts`, name, samples });
    memory.push({ name, runs, ...rest });
  }
  return { rows, memory };
}
