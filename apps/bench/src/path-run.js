import { runTask } from "@silo/runtime";
import { leadEnvironment, leadTask } from "./lead-world.js";

/** No limit that measuring could meet; the longest delay that a timer can wait, milliseconds. */
const limits = { maxToolCalls: Number.MAX_SAFE_INTEGER, timeoutMs: 2_147_483_647 };

/**
 * An agent's calls in a run: through the gate, with two events in the trace. The run stays open until `close`, so that
 * its calls can be measured between those of others; neither its start nor its grading is measured.
 * @param {number} size How many leads its world has.
 * @returns {Promise<{ callTool: import("@silo/runtime").AgentInput["callTool"], close: () => Promise<void> }>}
 */
export function openRun(size) {
  return new Promise((resolve, reject) => {
    const run = runTask({
      environment: leadEnvironment(size),
      task: leadTask,
      limits,
      agent: ({ callTool }) =>
        new Promise((finish) => {
          const close = async () => {
            finish({ output: "Done." });
            requirePassed(await run);
          };
          resolve({ callTool, close });
        }),
    });
    // A run whose agent never started.
    run.then(requirePassed).catch(reject);
  });
}

/**
 * What was measured in a run that broke means nothing.
 * @param {Awaited<ReturnType<typeof runTask>>} outcome
 */
function requirePassed({ verdict, result, ungradedBy }) {
  if (verdict === "passed") return;
  throw new Error(`The measured run is ${verdict}: ${result.error ?? result.terminationReason}`, {
    cause: ungradedBy,
  });
}
