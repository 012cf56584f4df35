import { worldSizes } from "./measure-worlds.js";
import { ratioOf } from "./rounds.js";

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {number} limit The ratio must not be above it.
 * @property {number} ratio
 * @property {boolean} met
 * @property {string} [why] Where a target that is not met loses its time.
 */

/**
 * What the call path aims at, as ratios of rows that were measured side by side, and that a series of runs keeps nothing.
 * @param {readonly import("./rounds.js").Row[]} rows
 * @param {readonly import("./runs/measure-runs.js").MemoryRow[]} memory
 * @returns {Target[]}
 */
export function judgeTargets(rows, memory) {
  /**
   * @param {string} group
   * @param {string} name How its name begins.
   */
  const find = (group, name) => {
    const row = rows.find((candidate) => candidate.group === group && candidate.name.startsWith(name));
    if (!row) throw new Error(`No row "${name}" was measured in "${group}".`);
    return row;
  };
  /**
   * @param {{ name: string, limit: number, group: string, row: string, base: string, why?: () => string }} of
   * @returns {Target}
   */
  const judge = ({ name, limit, group, row, base, why }) => {
    const judged = judgeRatio(name, ratioOf(find(group, row), find(group, base)), limit);
    return { ...judged, ...(why && !judged.met ? { why: why() } : {}) };
  };
  const explainCall = () => {
    const group = "parts of a valid call";
    const parts = ratioOf(find(group, "check, tool"), find(group, "floor"));
    return `the check, and copies of its own for tool, agent and trace, are ${parts.toFixed(1)} times the floor; the rest is the trace that is kept, the order of calls and their promises`;
  };
  const call = "callTool in a run";
  return [
    judge({
      name: "call in a run ÷ MCP SDK in memory",
      limit: 0.1,
      group: "valid call",
      row: call,
      base: "MCP",
      why: explainCall,
    }),
    ...worldSizes.map((size) =>
      judge({
        name: `${size} entities: read in a run ÷ floor`,
        limit: 2,
        group: `${size} entities, read`,
        row: call,
        base: "floor",
        why: explainCall,
      }),
    ),
    ...worldSizes.flatMap((size) => {
      const write = { limit: 1, group: `${size} entities, write`, row: call };
      return [
        judge({ ...write, name: `${size} entities: write in a run ÷ one scan`, base: "one comparing scan" }),
        judge({ ...write, name: `${size} entities: write in a run ÷ one copy`, base: "structuredClone" }),
      ];
    }),
    // The young generation of V8 grows by 16 MiB, and a series keeps the results that it gives back.
    ...memory.flatMap(({ name, runs, start, end }) => [
      judgeRatio(`${runs} runs, ${name}: resident memory at the end ÷ start`, end.rss / start.rss, 1.25),
      judgeRatio(`${runs} runs, ${name}: heap at the end ÷ start`, end.heap / start.heap, 1.25),
    ]),
  ];
}

/**
 * @param {string} name
 * @param {number} ratio
 * @param {number} limit
 * @returns {Target}
 */
function judgeRatio(name, ratio, limit) {
  return { name, limit, ratio, met: ratio <= limit };
}
