import { performance } from "node:perf_hooks";

/**
 * Makes one and the same call over and over, as its instruction says. Its answer is how long one took on average,
 * microseconds of wall-clock time.
 * @type {import("@silo/runtime").Agent}
 */
export default async function act({ task, callTool }) {
  const { tool, input, warm, timed } = JSON.parse(task);
  for (let call = 0; call < warm; call += 1) await callTool(tool, input);
  const startedAt = performance.now();
  for (let call = 0; call < timed; call += 1) await callTool(tool, input);
  return { output: ((performance.now() - startedAt) * 1_000) / timed };
}
