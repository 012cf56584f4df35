import { performance } from "node:perf_hooks";
import { runSeries } from "@silo/runtime";
import { quantile } from "../rounds.js";
import { measureByClock } from "./measure-by-clock.js";
import { requireTenCalls } from "./measure-ten-calls.js";
import { runOf } from "./run-files.js";
import { waitBeforeCall, waits } from "./wait-before-call.js";

/**
 * How long many agents take that all wait at the same time: all of them, and one by its own clock.
 * @param {import("./run-effort.js").RunEffort} effort
 * @returns {Promise<import("../rounds.js").Row[]>}
 */
export async function measure({ agents, waitingRounds: rounds }) {
  /** @type {import("../rounds.js").Row[]} */
  const own = [];
  const group = `${agents} agents that each wait ${waits.times} times ${waits.ms} ms`;
  /**
   * @param {string} name
   * @param {import("@silo/runtime").Isolation} isolation
   */
  const candidate = (name, isolation) => {
    const row = { group, name: `${name}, one agent by its own clock`, samples: /** @type {number[]} */ ([]) };
    own.push(row);
    return {
      name: `${name}, all`,
      run: async () => {
        const startedAt = performance.now();
        const options = { ...runOf("waiting", isolation), runs: agents, concurrency: agents };
        const { runs } = await runSeries(options);
        const us = (performance.now() - startedAt) * 1_000;
        runs.forEach(requireTenCalls);
        const clocks = runs.map(({ result }) => Number(result?.agentOutput) * 1_000);
        row.samples.push(quantile(clocks, 0.5));
        return us;
      },
    };
  };
  const rows = await measureByClock(group, { rounds }, [
    { name: "only the waiting", run: () => timeBareWaiting(agents) },
    candidate("in-process", "none"),
    candidate("isolated", "process"),
  ]);
  return [...rows, ...own];
}

/** @param {number} agents */
async function timeBareWaiting(agents) {
  const startedAt = performance.now();
  const wait = async () => {
    for (let time = 0; time < waits.times; time += 1) await waitBeforeCall();
  };
  await Promise.all(Array.from({ length: agents }, wait));
  return (performance.now() - startedAt) * 1_000;
}
