import { performance } from "node:perf_hooks";
import { makeTenCalls } from "../src/runs/ten-calls.js";
import { waitBeforeCall } from "../src/runs/wait-before-call.js";

/**
 * Waits before each of its calls. Its answer is how long it took by its own clock, milliseconds.
 * @type {import("@silo/runtime").Agent}
 */
export default async function act({ callTool }) {
  const startedAt = performance.now();
  await makeTenCalls(callTool, waitBeforeCall);
  return { output: performance.now() - startedAt };
}
