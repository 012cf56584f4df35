import { parse } from "@humanwhocodes/momoa";
import { siloError } from "@silo/errors";

/**
 * Parses JSON that a person wrote. `file` names it in the message. Throws `invalid_json` with line and column, both
 * counted from 1. A byte order mark is skipped.
 */
export function parseJson(text: string, file: string): unknown {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    return JSON.parse(source) as unknown;
  } catch (cause) {
    throw siloError("invalid_json", { file, ...locateFault(source, cause) }, { cause });
  }
}

/** JSON.parse says where a fault is in some versions of Node only, so a second parser is asked for the place. */
function locateFault(source: string, cause: unknown): { reason: string; line: number; column: number } {
  try {
    parse(source, { mode: "json" });
  } catch (fault) {
    const { message, line, column } = fault as { message: string; line?: number; column?: number };
    const reason = message.replace(/ *\(\d+:\d+\)$/, "").replace(/\.$/, "");
    if (line !== undefined && column !== undefined) return { reason: lowerFirst(reason), line, column };
  }
  return { reason: lowerFirst((cause as Error).message), line: 1, column: 1 };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
