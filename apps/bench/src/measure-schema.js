import assert from "node:assert/strict";
import { compileSchema, describeProblems } from "@silo/schema-validate";
import { Ajv2020 } from "ajv/dist/2020.js";
import { inputSchema, invalidInput, validInput } from "./lead-world.js";
import { measureGroup } from "./rounds.js";

/**
 * Our check of arguments beside bare ajv, without the rest of a call.
 * @param {import("./rounds.js").Effort} effort
 * @returns {Promise<import("./rounds.js").Row[]>}
 */
export async function measureSchema(effort) {
  const validate = new Ajv2020().compile(inputSchema);
  const ajv = new Ajv2020({ allErrors: true });
  const validateAll = ajv.compile(inputSchema);
  const schema = compileSchema(inputSchema, { purpose: "input" });
  const explain = () => describeProblems(schema.check(invalidInput), { subject: { tool: "compare_lead" } });
  assert.deepEqual([validate(validInput), validateAll(invalidInput)], [true, false]);
  assert.deepEqual([schema.check(validInput).length, schema.check(invalidInput).length], [0, 3]);
  return [
    ...(await measureGroup("schema, valid arguments", effort, [
      { name: "ajv", run: () => validate(validInput) },
      { name: "ajv and one walk over the JSON", run: () => isJson(validInput) && validate(validInput) },
      { name: "compileSchema(…).check", run: () => schema.check(validInput) },
    ])),
    ...(await measureGroup("schema, invalid arguments", effort, [
      {
        name: "ajv with allErrors, errorsText",
        run: () => validateAll(invalidInput) || ajv.errorsText(validateAll.errors),
      },
      { name: "check and describeProblems", run: explain },
    ])),
  ];
}

/**
 * The least that is needed to know that JSON can hold a value: every member looked at once.
 * @param {unknown} value
 * @returns {boolean}
 */
function isJson(value) {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every(isJson);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key of Object.keys(value)) {
    if (!isJson(/** @type {Record<string, unknown>} */ (value)[key])) return false;
  }
  return true;
}
