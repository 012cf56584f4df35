/**
 * @typedef {object} ClockedCandidate
 * @property {string} name
 * @property {() => Promise<number>} run Microseconds of wall-clock time that what is measured took.
 */

/**
 * Measures the candidates of a group in rounds, each once a round, as `measureGroup` does; but by the wall clock, as
 * processes take part whose processor time cannot be had, and most of them wait for each other.
 * @param {string} group
 * @param {{ warmRounds?: number, rounds: number }} effort The results of `warmRounds` do not count.
 * @param {ClockedCandidate[]} candidates
 * @returns {Promise<import("../rounds.js").Row[]>}
 */
export async function measureByClock(group, { warmRounds = 0, rounds }, candidates) {
  const rows = candidates.map(({ name }) => ({ group, name, samples: /** @type {number[]} */ ([]) }));
  for (let round = -warmRounds; round < rounds; round += 1) {
    for (let turn = 0; turn < candidates.length; turn += 1) {
      const index = (turn + round + warmRounds) % candidates.length;
      const us = await /** @type {ClockedCandidate} */ (candidates[index]).run();
      if (round >= 0) rows[index]?.samples.push(us);
    }
  }
  return rows;
}
