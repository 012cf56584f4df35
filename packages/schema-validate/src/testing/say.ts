import { compileSchema } from "../compile-schema.js";
import { describeProblems } from "../describe-problems.js";
import type { JsonSchema } from "../json-schema.js";

/** What is said of the arguments of a tool with these parameters, without the words around it. */
export function say(
  properties: Record<string, JsonSchema>,
  value: unknown,
  rest: Record<string, unknown> = {},
): string {
  const schema = compileSchema({ type: "object", properties, ...rest }, { purpose: "input" });
  const message = describeProblems(schema.check(value), { subject: { tool: "t" } });
  return message.replace('Invalid arguments for "t": ', "").replace(/\.$/, "");
}
