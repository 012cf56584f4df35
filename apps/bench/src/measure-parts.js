import { jsonCopy } from "@silo/artifacts";
import { compileSchema } from "@silo/schema-validate";
import { compareLead, inputSchema, makeState, validInput } from "./lead-world.js";
import { floorPath } from "./path-floor.js";
import { measureGroup } from "./rounds.js";

/**
 * What a call in a run does beyond the tool itself, each part alone and all of them: where the difference to the
 * floor comes from, as far as it is not in the world.
 * @param {import("./rounds.js").Effort} effort
 * @returns {Promise<import("./rounds.js").Row[]>}
 */
export function measureParts(effort) {
  const state = makeState(10);
  const floor = floorPath(compareLead, state);
  const schema = compileSchema(inputSchema, { purpose: "input" });
  const output = compareLead(state, validInput);
  const runTool = () => compareLead(state, validInput);
  const checkArguments = () => schema.check(validInput);
  const copyArguments = () => jsonCopy(validInput, "the arguments");
  const copyOutput = () => jsonCopy(output, "the output");
  const dateEvent = () => new Date().toISOString();
  // For the trace and for the tool, and for the agent and for the trace: none may see what another one changes.
  const doAll = () => {
    copyArguments();
    copyArguments();
    checkArguments();
    runTool();
    copyOutput();
    copyOutput();
  };
  return measureGroup("parts of a valid call", effort, [
    { name: "floor", run: () => floor(validInput) },
    { name: "the function alone", run: runTool },
    { name: "check of the arguments", run: checkArguments },
    { name: "copy of the arguments as JSON", run: copyArguments },
    { name: "copy of the output as JSON", run: copyOutput },
    { name: "date of an event", run: dateEvent },
    { name: "an await", run: () => Promise.resolve() },
    { name: "check, tool and two copies of each", run: doAll },
  ]);
}
