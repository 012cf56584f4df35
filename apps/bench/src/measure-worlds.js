import { isDeepStrictEqual } from "node:util";
import { compareLead, differentInputs, makeState, moveLead } from "./lead-world.js";
import { floorPath } from "./path-floor.js";
import { hostPath } from "./path-host.js";
import { openRun } from "./path-run.js";
import { measureGroup } from "./rounds.js";

/** How many entities the worlds have. */
export const worldSizes = [1_000, 10_000, 100_000];

/**
 * Calls that read and calls that write in a world of `size` entities, beside a scan that compares the whole world
 * with a copy of it, and a copy of it.
 * @param {number} size
 * @param {import("./rounds.js").Effort} effort
 * @returns {Promise<import("./rounds.js").Row[]>}
 */
export async function measureWorld(size, effort) {
  const state = makeState(size);
  const hostState = makeState(size);
  const next = differentInputs(size);
  const readFloor = floorPath(compareLead, state);
  const host = hostPath(hostState);
  const run = await openRun(size);
  const reads = await measureGroup(`${size} entities, read`, effort, [
    { name: "floor", run: () => readFloor(next()) },
    { name: "createRuntime(…).call", run: () => host("compare_lead", next()) },
    { name: "callTool in a run", run: () => run.callTool("compare_lead", next()) },
  ]);
  const copy = globalThis.structuredClone(state);
  const writeState = makeState(size);
  const writeFloor = floorPath(moveLead, writeState);
  const writes = await measureGroup(`${size} entities, write`, effort, [
    { name: "one comparing scan of the world", run: () => isDeepStrictEqual(state, copy) },
    { name: "structuredClone of the world", run: () => globalThis.structuredClone(state) },
    { name: "floor", run: () => writeFloor(next()) },
    { name: "createRuntime(…).call", run: () => host("move_lead", next()) },
    { name: "callTool in a run", run: () => run.callTool("move_lead", next()) },
    {
      name: "callTool in a run, refused after writing",
      run: () => run.callTool("move_lead_and_refuse", next()),
    },
  ]);
  await run.close();
  return [...reads, ...writes];
}
