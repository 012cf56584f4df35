import assert from "node:assert/strict";
import { runTask } from "@silo/runtime";
import { validInput } from "../lead-world.js";
import { measureByClock } from "./measure-by-clock.js";
import { runOf } from "./run-files.js";

/**
 * What one call takes within a process and from process to process, as the agent sees it.
 * @param {import("./run-effort.js").RunEffort} effort
 * @returns {Promise<import("../rounds.js").Row[]>}
 */
export async function measure({ rounds, smallCalls, largeCalls }) {
  /** @param {object} script */
  const candidates = (script) => [
    { name: "in-process", run: () => timeCalls("none", script) },
    { name: "isolated", run: () => timeCalls("process", script) },
  ];
  const small = candidates({ tool: "compare_lead", input: validInput, ...smallCalls });
  const large = candidates({ tool: "list_archive", input: {}, ...largeCalls });
  return [
    ...(await measureByClock("a small call", { rounds }, small)),
    ...(await measureByClock("a call that gives 100 KB", { rounds }, large)),
  ];
}

/**
 * @param {import("@silo/runtime").Isolation} isolation
 * @param {object} script What the agent does.
 */
async function timeCalls(isolation, script) {
  const run = runOf("call-timer", isolation);
  const task = { ...run.task, instruction: JSON.stringify(script) };
  const { result } = await runTask({ ...run, task, limits: { maxToolCalls: Number.MAX_SAFE_INTEGER } });
  assert.deepEqual([result.verdict, result.toolErrors], ["passed", 0], result.error ?? "");
  return Number(result.agentOutput);
}
