/**
 * How much is measured of whole runs.
 * @typedef {object} RunEffort
 * @property {number} warmRounds Rounds of single runs that do not count: the first loads what all need.
 * @property {number} rounds Rounds of most groups.
 * @property {number} seriesRuns Runs of a series whose pace is measured.
 * @property {{ warm: number, timed: number }} smallCalls
 * @property {{ warm: number, timed: number }} largeCalls
 * @property {number} manyRuns Runs of the series whose memory is watched.
 * @property {number} agents How many wait at the same time.
 * @property {number} waitingRounds
 */

/** @type {RunEffort} */
export const fullRunEffort = {
  warmRounds: 1,
  rounds: 7,
  seriesRuns: 10,
  smallCalls: { warm: 3_000, timed: 3_000 },
  largeCalls: { warm: 100, timed: 100 },
  manyRuns: 100,
  agents: 50,
  waitingRounds: 3,
};

/** @type {RunEffort} */
export const quickRunEffort = {
  warmRounds: 0,
  rounds: 1,
  seriesRuns: 3,
  smallCalls: { warm: 10, timed: 10 },
  largeCalls: { warm: 1, timed: 2 },
  manyRuns: 20,
  agents: 4,
  waitingRounds: 1,
};

/** Runs that show whether memory grows; they take minutes. */
export const longManyRuns = 1_000;
