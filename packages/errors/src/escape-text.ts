/**
 * What would change how a terminal or a model reads the text around it: controls (ANSI begins with one), line and
 * paragraph separators, bidirectional marks, characters that cannot be seen, and surrogates without their partner.
 * Variation selectors 1–16 stay, since ordinary emoji need them.
 */
const unsafe =
  /(?![\uFE00-\uFE0F])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

function escapeCharacter(character: string): string {
  // JSON.stringify has the short forms, and leaves as it is what JSON allows.
  const escaped = JSON.stringify(character).slice(1, -1);
  if (escaped !== character) return escaped;
  return character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function escapeLine(text: string): string {
  return text.replace(unsafe, escapeCharacter);
}

/** The first `length` UTF-16 units of a text, one fewer where the cut would split a pair. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** `text` as it may stand between the quotes of JSON: what {@link lineText} escapes, and quotes and backslashes. */
export function quotedContent(text: string): string {
  return escapeLine(text.replace(/["\\]/g, "\\$&"));
}

function bounded(text: string, max: number, escape: (text: string) => string): string {
  const escaped = escape(cutText(text, max));
  if (text.length <= max && escaped.length <= max) return escaped;
  // Half an escape says something else, or nothing.
  return `${cutText(escaped, Math.max(0, max - 1)).replace(/\\(u[0-9a-f]{0,3})?$/, "")}…`;
}

/**
 * A text in one line, safe to stand inside another: controls, bidirectional and invisible characters and lone
 * surrogates are escaped as in JSON, and what is longer than `max` UTF-16 units (default 2,000) ends with `…`.
 */
export function lineText(text: string, { max = 2000 }: { max?: number } = {}): string {
  return bounded(text, max, escapeLine);
}

/** As {@link lineText}, but line breaks and tabs stay (default `max` 8,192): for a text that stands by itself. */
export function blockText(text: string, { max = 8192 }: { max?: number } = {}): string {
  return bounded(text, max, (part) => part.replace(/[^\n\t]+/g, escapeLine));
}
