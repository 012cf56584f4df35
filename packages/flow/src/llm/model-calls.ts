import type { FlowError } from "../flow-error.js";
import { resultCodeOf, type FlowRun } from "../flow-run.js";

/** Ends the run with an error that the model must not see. */
export function endRun(run: FlowRun, error: FlowError): Error {
  return run.halt({ kind: "fault", error, path: error.path, resultCode: resultCodeOf(error) });
}

/** The models call what they like; a command has a name of letters, digits, _ and -. */
export function commandName(tool: string): string {
  const name = tool.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 100);
  return /^[A-Za-z_]/.test(name) ? name : `_${name.slice(0, 99)}`;
}
