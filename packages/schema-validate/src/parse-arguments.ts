import { findJsonFault } from "./json-text.js";
import { walkJson } from "./json-value.js";
import type { Problem } from "./problem.js";

/** What a text of arguments holds: the value, ready for `check(value, { parsed: true })`, or what is wrong with it. */
export type ParsedArguments =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problems: Problem[] };

/** What may need a closer look, told from the text: `__proto__`, huge exponents, halves of pairs, escapes that hide. */
const suspicious = /__proto__|[eE]\+?\d{3}|\\u(?:[dD][89a-fA-F]|00)|[\ud800-\udfff]/u;
const TEXT_LIMIT = 8_000_000;
const DEPTH_LIMIT = 64;

/**
 * Reads arguments that arrive as text. Nothing is repaired. An empty text is no arguments at all (`undefined`), which
 * `check` reads as `{}` where nothing is required (contract V4).
 */
export function parseArguments(text: string): ParsedArguments {
  if (text.length > TEXT_LIMIT) {
    return failed({
      path: [],
      keyword: "too_large",
      expected: TEXT_LIMIT,
      received: { kind: "string" },
      other: "characters",
    });
  }
  if (text.trim() === "") return { ok: true, value: undefined };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed({
      path: [],
      keyword: "not_json",
      expected: findJsonFault(text),
      received: { kind: "string" },
    });
  }
  if (suspicious.test(text) || isDeep(text)) {
    const { problem } = walkJson(value, {
      depth: DEPTH_LIMIT,
      nodes: TEXT_LIMIT,
      text: TEXT_LIMIT,
      prototypeName: false,
    });
    if (problem) return failed(problem);
  }
  return { ok: true, value };
}

function failed(problem: Problem): ParsedArguments {
  return { ok: false, problems: [problem] };
}

/** Whether a text could be nested deeper than the limit; brackets inside of texts count too, so this only suspects. */
function isDeep(text: string): boolean {
  if (text.length <= 2 * DEPTH_LIMIT) return false;
  let open = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, ++open);
    else if (unit === 0x5d || unit === 0x7d) open--;
  }
  return deepest > DEPTH_LIMIT;
}
