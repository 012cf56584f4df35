import { createRuntime } from "@silo/runtime";
import { leadTools } from "./lead-world.js";

/**
 * A host's call, without a run: no trace and no limits.
 * @param {import("./lead-world.js").State} state
 * @returns {(name: string, input: unknown) => Promise<{ output: unknown, isError?: boolean }>}
 */
export function hostPath(state) {
  const runtime = createRuntime({ tools: leadTools, state });
  return async (name, input) => {
    try {
      return { output: await runtime.call(name, input) };
    } catch (thrown) {
      return { output: /** @type {Error} */ (thrown).message, isError: true };
    }
  };
}
