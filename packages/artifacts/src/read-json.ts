import { parse, type ValueNode } from "@humanwhocodes/momoa";
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
    const { message } = cause as Error;
    throw siloError(
      "invalid_json",
      { file, reason: reasonOf(message), ...locateFault(source, message) },
      { cause },
    );
  }
}

/**
 * Where in JSON text the value at `path` begins, counted from 1; where there is none, the value that would hold it.
 */
export function placeOfValue(text: string, path: readonly (string | number)[]): Place {
  let node: ValueNode = parse(text, { mode: "json" }).body;
  for (const step of path) {
    const next = childOf(node, step);
    if (next === undefined) break;
    node = next;
  }
  const { line, column } = node.loc.start;
  return { line, column };
}

function childOf(node: ValueNode, step: string | number): ValueNode | undefined {
  if (node.type === "Array") return node.elements[Number(step)]?.value;
  if (node.type !== "Object") return undefined;
  // Of two members of one name the last one counts, as for JSON.parse.
  return node.members.findLast(({ name }) => (name.type === "String" ? name.value : name.name) === step)
    ?.value;
}

export interface Place {
  line: number;
  column: number;
}

/** JSON.parse gives the position of some faults only; for the others a second parser is asked. */
function locateFault(source: string, message: string): Place {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return placeAt(source, Number(position));
  if (message.includes("end of JSON input")) return placeAt(source, source.length);
  try {
    parse(source, { mode: "json" });
  } catch (fault) {
    const { line, column } = fault as Partial<Place>;
    if (line !== undefined && column !== undefined) return { line, column };
  }
  return { line: 1, column: 1 };
}

function placeAt(source: string, offset: number): Place {
  const lines = source.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** What JSON.parse says, without its position and without the text that it was given. */
function reasonOf(message: string): string {
  const reason = message
    .replace(/ in JSON at position [^]*$/, "")
    .replace(/^Unexpected token (.+?), [^]* is not valid JSON$/s, "unexpected $1");
  return reason.charAt(0).toLowerCase() + reason.slice(1);
}
