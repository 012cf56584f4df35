import { blockText, lineText } from "./escape-text.js";
import { toSiloError } from "./silo-codes.js";

/**
 * An error as people read it in a terminal, without colours (contract C2): `error: CODE: message`, then `try: …` on its own
 * line and the example on the next. What is no coded error is rendered as `unexpected_error`.
 */
export function renderError(error: unknown): string {
  const { code, message, suggestion } = toSiloError(error);
  const lines = [`error: ${lineText(code, { max: 100 })}: ${blockText(message, { max: 65_536 })}`];
  if (suggestion !== undefined) {
    lines.push(`try: ${lineText(suggestion.fix, { max: 8192 })}`);
    if (suggestion.example !== undefined) lines.push(`     ${lineText(suggestion.example, { max: 8192 })}`);
  }
  return lines.join("\n");
}
