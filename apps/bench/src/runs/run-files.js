import { fileURLToPath } from "node:url";
import { leadTask } from "../lead-world.js";

/**
 * What `runTask` and `runSeries` take, with agent and world as files.
 * @param {string} agent The name of a file in `agents`.
 * @param {import("@silo/runtime").Isolation} isolation
 */
export function runOf(agent, isolation) {
  const file = fileURLToPath(new URL(`../../agents/${agent}.js`, import.meta.url));
  const entrypoint = fileURLToPath(new URL("run-world.js", import.meta.url));
  return {
    environment: { entrypoint, name: "leads" },
    agent: { file, given: `agents/${agent}.js` },
    task: leadTask,
    isolation,
  };
}
