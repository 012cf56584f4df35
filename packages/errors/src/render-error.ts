import { blockText, lineText } from "./escape-text.js";
import { renderSuggestion } from "./render-suggestion.js";
import { toSiloError } from "./silo-codes.js";

/**
 * An error as people read it in a terminal, without colours (contract C2): `error: CODE: message`, then `try: …` on its own
 * line and the example on the next. What is no coded error is rendered as `unexpected_error`.
 */
export function renderError(error: unknown): string {
  const { code, message, suggestion } = toSiloError(error);
  const text = `error: ${lineText(code, { max: 100 })}: ${blockText(message, { max: 65_536 })}`;
  return suggestion ? `${text}\n${renderSuggestion(suggestion)}` : text;
}
