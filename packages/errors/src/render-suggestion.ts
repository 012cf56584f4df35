import { lineText } from "./escape-text.js";
import type { Suggestion } from "./silo-error.js";

/** A suggestion as people read it: `try: …`, and the example on the next line. */
export function renderSuggestion({ fix, example }: Suggestion): string {
  const lines = [`try: ${lineText(fix, { max: 8192 })}`];
  if (example) lines.push(`     ${lineText(example, { max: 8192 })}`);
  return lines.join("\n");
}
