import { performance } from "node:perf_hooks";

/**
 * One of the things that are measured side by side.
 * @typedef {object} Candidate
 * @property {string} name
 * @property {() => unknown} run Makes `calls` calls; a promise is awaited.
 * @property {number} [calls] How many calls one `run` makes; 1 by default.
 */

/**
 * @typedef {object} Effort
 * @property {number} rounds Rounds of a group, where they take no longer than `maxMs`.
 * @property {number} leastRounds Rounds of a group, however long they take.
 * @property {number} maxMs Milliseconds of wall-clock time after which no further round is begun.
 * @property {number} warmMs How long each candidate is warmed up, at least, milliseconds of processor time.
 * @property {number} batchMs How long a candidate runs in a round, about, milliseconds of processor time.
 */

/**
 * @typedef {object} Row
 * @property {string} group
 * @property {string} name
 * @property {number[]} samples Microseconds of processor time a call, one for each round.
 */

/** @type {Effort} */
export const fullEffort = { rounds: 31, leastRounds: 3, maxMs: 8_000, warmMs: 500, batchMs: 8 };
/** @type {Effort} */
export const quickEffort = { rounds: 3, leastRounds: 1, maxMs: 500, warmMs: 5, batchMs: 1 };

/**
 * Measures the candidates of a group in rounds: every round runs a batch of each, so that what slows the machine down
 * slows all of them, and the n-th samples of two rows can be compared. The first candidate is the group's baseline.
 * @param {string} group
 * @param {Effort} effort
 * @param {Candidate[]} candidates
 * @returns {Promise<Row[]>}
 */
export async function measureGroup(group, effort, candidates) {
  const entries = [];
  for (const candidate of candidates) {
    const batch = await warmUp(candidate, effort);
    entries.push({
      candidate,
      batch,
      row: { group, name: candidate.name, samples: /** @type {number[]} */ ([]) },
    });
  }
  const startedAt = performance.now();
  for (let round = 0; round < effort.rounds; round += 1) {
    if (round >= effort.leastRounds && performance.now() - startedAt > effort.maxMs) break;
    // Each goes first in turn: the garbage of one is swept while the next one runs.
    for (let index = 0; index < entries.length; index += 1) {
      const { candidate, batch, row } = /** @type {typeof entries[number]} */ (
        entries[(round + index) % entries.length]
      );
      row.samples.push((await timeBatch(candidate, batch)) / (batch.runs * (candidate.calls ?? 1)));
    }
  }
  return entries.map(({ row }) => row);
}

/** @typedef {{ runs: number, isAsync: boolean }} Batch */

/**
 * Runs the candidate until it is compiled, and finds out how many runs make a batch.
 * @param {Candidate} candidate
 * @param {Effort} effort
 * @returns {Promise<Batch>}
 */
async function warmUp(candidate, { warmMs, batchMs }) {
  const first = candidate.run();
  const isAsync = first instanceof Promise;
  await first;
  let spent = 0;
  let runTime;
  let runs = 1;
  do {
    const time = await timeBatch(candidate, { runs, isAsync });
    runTime = time / runs;
    spent += time;
    runs *= 2;
  } while (spent < warmMs * 1_000);
  return { runs: Math.max(1, Math.round((batchMs * 1_000) / runTime)), isAsync };
}

/**
 * Processor time, not wall-clock time: nothing here waits, and the work of others on the machine does not count.
 * @param {Candidate} candidate
 * @param {Batch} batch
 * @returns {Promise<number>} Microseconds.
 */
async function timeBatch({ run }, { runs, isAsync }) {
  const before = process.cpuUsage();
  // An await costs a good part of what the fastest candidates cost.
  if (isAsync) for (let index = 0; index < runs; index += 1) await run();
  else for (let index = 0; index < runs; index += 1) run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * How many times the time of `base` a row takes: the median of the ratios of the rounds.
 * @param {Row} row
 * @param {Row} base
 * @returns {number}
 */
export function ratioOf(row, base) {
  return quantile(
    row.samples.map((sample, round) => sample / /** @type {number} */ (base.samples[round])),
    0.5,
  );
}

/**
 * @param {readonly number[]} values At least one.
 * @param {number} part From 0 to 1; 0.5 is the median.
 * @returns {number}
 */
export function quantile(values, part) {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (sorted.length - 1) * part;
  const low = /** @type {number} */ (sorted[Math.floor(at)]);
  const high = /** @type {number} */ (sorted[Math.ceil(at)]);
  return low + (high - low) * (at - Math.floor(at));
}
