import { Ajv2020 } from "ajv/dist/2020.js";
import { inputSchema } from "./lead-world.js";

/**
 * The least that a checked and copied call costs: compiled ajv, the function, `structuredClone` of what it returns.
 * @template State
 * @param {(state: State, input: import("./lead-world.js").Input) => unknown} run
 * @param {State} state
 * @returns {(input: any) => { output: unknown, isError?: boolean }}
 */
export function floorPath(run, state) {
  const ajv = new Ajv2020({ allErrors: true });
  const validate = ajv.compile(inputSchema);
  return (input) => {
    if (!validate(input)) return { output: ajv.errorsText(validate.errors), isError: true };
    return { output: globalThis.structuredClone(run(state, input)) };
  };
}
