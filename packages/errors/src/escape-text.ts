/**
 * What would change how a terminal or a model reads the text around it: controls (ANSI begins with one), surrogates
 * without their partner, line and paragraph separators, bidirectional marks, and characters that cannot be seen
 * (`DI`: default ignorable). Variation selectors 1–16 stay, since ordinary emoji need them.
 */
const unsafe = /(?![\uFE00-\uFE0F])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}\p{DI}]/gu;

/** What a cut left of an escape: a backslash that begins one, so not the second of two, and what followed it. */
const halfEscape = /(?<!\\)((?:\\\\)*)\\(?:u[0-9a-f]{0,3})?$/;

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

function bounded(text: string, max: number, escape: (text: string) => string): string {
  const escaped = escape(cutText(text, max));
  if (text.length <= max && escaped.length <= max) return escaped;
  // Half an escape says something else, or nothing.
  return `${cutText(escaped, Math.max(0, max - 1)).replace(halfEscape, "$1")}…`;
}

/**
 * A text in one line, safe to stand inside another: controls, bidirectional and invisible characters and lone
 * surrogates are escaped as in JSON, and what is longer than `max` UTF-16 units (default 2,000) ends with `…`.
 */
export function lineText(text: string, { max = 2000 }: { max?: number } = {}): string {
  return bounded(text, max, escapeLine);
}

/** As {@link lineText}, and it may stand between the quotes of JSON: quotes and backslashes are escaped too. */
export function quotedText(text: string, { max }: { max: number }): string {
  return bounded(text, max, (part) => escapeLine(part.replace(/["\\]/g, "\\$&")));
}

/** As {@link lineText}, but line breaks and tabs stay (default `max` 8,192): for a text that stands by itself. */
export function blockText(text: string, { max = 8192 }: { max?: number } = {}): string {
  return bounded(text, max, (part) => part.replace(/[^\n\t]+/g, escapeLine));
}
