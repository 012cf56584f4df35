import { s, toolError } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { evaluate } from "../python/evaluate.js";
import { floatText, toFloat } from "../python/numbers.js";
import { round2 } from "../money.js";

export const calculate = defineTool({
  name: "calculate",
  description:
    "Works out an arithmetic expression (numbers, + - * /, brackets) and gives the value rounded to two decimals.",
  inputSchema: s.object({
    expression: s.string({ description: "What to work out, such as (2 + 3) * 4.50" }),
  }),
  outputSchema: s.string(),
  effect: "read",
  run(_state, { expression }) {
    if (!/^[\d+\-*/(). ]*$/.test(expression))
      throw toolError("invalid_input", "Invalid characters in expression");
    return floatText(round2(toFloat(evaluate(expression))));
  },
});
