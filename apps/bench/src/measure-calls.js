import assert from "node:assert/strict";
import { compareLead, invalidInput, makeState, validInput } from "./lead-world.js";
import { aiSdkPath, aiSdkSteps } from "./path-ai-sdk.js";
import { floorPath } from "./path-floor.js";
import { hostPath } from "./path-host.js";
import { openMcp } from "./path-mcp.js";
import { openRun } from "./path-run.js";
import { measureGroup } from "./rounds.js";

const worldSize = 10;

/**
 * The same tool on every path, called with valid and with invalid arguments.
 * @param {import("./rounds.js").Effort} effort
 * @returns {Promise<import("./rounds.js").Row[]>}
 */
export async function measureCalls(effort) {
  const state = makeState(worldSize);
  const floor = floorPath(compareLead, state);
  const host = hostPath(state);
  const run = await openRun(worldSize);
  const mcp = await openMcp(state);
  const aiSdk = aiSdkPath(state);
  /** @param {object} input */
  const candidates = (input) => [
    { name: "floor: ajv, function, structuredClone", run: () => floor(input) },
    { name: "createRuntime(…).call", run: () => host("compare_lead", input) },
    { name: "callTool in a run, with its trace", run: () => run.callTool("compare_lead", input) },
    { name: "MCP SDK, client and server in memory", run: () => mcp.call(input) },
    { name: "AI SDK tool loop, a step", run: () => aiSdk(input), calls: aiSdkSteps },
  ];
  const valid = candidates(validInput);
  const invalid = candidates(invalidInput);
  const expected = compareLead(state, validInput);
  for (const candidate of valid) assert.deepEqual({ ...(await candidate.run()) }, { output: expected });
  for (const candidate of invalid) assert.equal((await candidate.run()).isError, true, candidate.name);
  const rows = [
    ...(await measureGroup("valid call", effort, valid)),
    ...(await measureGroup("invalid call", effort, invalid)),
  ];
  await Promise.all([run.close(), mcp.close()]);
  return rows;
}
