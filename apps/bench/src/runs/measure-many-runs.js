import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { runSeries } from "@silo/runtime";
import { requireTenCalls } from "./measure-ten-calls.js";
import { readMemory } from "./read-memory.js";
import { runOf } from "./run-files.js";

/** @typedef {import("./read-memory.js").Memory} Memory */
/** @typedef {{ samples: number[], afterRuns: number, start: Memory, end: Memory }} ManyRuns */

/**
 * A long series, with artifacts: the time from the end of one run to that of the next in microseconds, and the memory
 * at its start, when what runs need is loaded, and at its end.
 * @param {{ manyRuns: number, isolation: import("@silo/runtime").Isolation }} effort
 * @returns {Promise<ManyRuns>}
 */
export async function measure({ manyRuns: runs, isolation }) {
  const runsFolder = mkdtempSync(join(tmpdir(), "silo-bench-"));
  const afterRuns = Math.min(50, Math.ceil(runs / 5));
  /** @type {number[]} */
  const samples = [];
  let start = { rss: 0, heap: 0 };
  let lastEnd = 0;
  try {
    const series = await runSeries({
      ...runOf("ten-calls", isolation),
      runs,
      record: { runsFolder },
      onRunEnd: (_run, { total }) => {
        if (lastEnd > 0) samples.push((performance.now() - lastEnd) * 1_000);
        if (total === afterRuns) start = readMemory();
        lastEnd = performance.now();
      },
    });
    series.runs.forEach(requireTenCalls);
    return { samples, afterRuns, start, end: readMemory() };
  } finally {
    rmSync(runsFolder, { recursive: true });
  }
}
