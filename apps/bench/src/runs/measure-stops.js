import assert from "node:assert/strict";
import { runTask } from "@silo/runtime";
import { measureByClock } from "./measure-by-clock.js";
import { runOf } from "./run-files.js";

const limitMs = 300;

/**
 * How long after a limit the outcome of a run is there, graded where it can be. No process of the run is left by then,
 * so that a loop has ended before.
 * @param {import("./run-effort.js").RunEffort} effort
 * @returns {Promise<import("../rounds.js").Row[]>}
 */
export function measure({ rounds }) {
  return measureByClock("isolated, from a limit to the outcome", { rounds }, [
    { name: "timeoutMs, an agent that returns when told", run: () => timeTimeout("obedient", "timeout") },
    { name: "timeoutMs, while (true) in the agent", run: () => timeTimeout("endless", "timeout") },
    {
      name: "timeoutMs, while (true) in a tool",
      run: () => timeTimeout("calls-endless-tool", "environment_error"),
    },
    { name: "toolTimeoutMs, while (true) in a tool", run: timeToolTimeout },
  ]);
}

/**
 * @param {string} agent
 * @param {string} end How the run must end.
 */
function timeTimeout(agent, end) {
  return timeOver({ agent, end, limit: "timeoutMs", from: "run_start" });
}

function timeToolTimeout() {
  return timeOver({
    agent: "calls-endless-tool",
    end: "environment_error",
    limit: "toolTimeoutMs",
    from: "tool_call",
  });
}

/** @param {{ agent: string, end: string, limit: string, from: string }} stop `from`: the event that starts its clock. */
async function timeOver({ agent, end, limit, from }) {
  const outcome = await runTask({ ...runOf(agent, "process"), limits: { [limit]: limitMs } });
  const now = Date.now();
  assert.equal(outcome.result.terminationReason, end, outcome.result.error ?? "");
  const started = outcome.trace.find(({ type }) => type === from);
  assert.ok(started);
  return (now - Date.parse(started.at) - limitMs) * 1_000;
}
