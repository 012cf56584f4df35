import { lineText } from "@silo/errors";

/** How many UTF-16 units of a value a person is shown. */
const maxValue = 160;

/** A value in one line, as JSON. What is too long ends with `…`; an envelope has all of it. */
export function valueText(value: unknown): string {
  return lineText(JSON.stringify(value) ?? "nothing", { max: maxValue });
}

/** The line below a text in which something was cut; none where nothing was. */
export function cutHint(lines: readonly string[]): string[] {
  return lines.some((line) => line.includes("…")) ? ["… Long values are cut; --json shows them whole."] : [];
}
