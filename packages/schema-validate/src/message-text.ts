import { lineText } from "@silo/errors";
import type { PathSegment } from "./problem.js";

const NAME_LENGTH = 60;
const VALUE_LENGTH = 80;

/** A text in one line, escaped and cut. Most names are plain, and those need no closer look. */
export function safeText(text: string, max: number): string {
  return text.length <= max && /^[\x20-\x7e]*$/.test(text) ? text : lineText(text, { max });
}

/** A path as messages write it: dotted, with indexes, escaped and cut. Without quotes. */
export function pathText(path: readonly PathSegment[]): string {
  return joinPath(
    path.map((segment) => (typeof segment === "number" ? String(segment) : segmentText(segment))),
  );
}

const PATH_START = 8;
const PATH_END = 3;

/** The parts of a path with dots between them; of a very long path, the two ends. */
export function joinPath(parts: readonly string[]): string {
  if (parts.length <= 2 * PATH_START) return parts.join(".");
  return [...parts.slice(0, PATH_START), "…", ...parts.slice(-PATH_END)].join(".");
}

/** One name of a path. */
export function segmentText(name: string): string {
  return safeText(name, NAME_LENGTH).replaceAll('"', '\\"');
}

/** A name or a text in quotes. */
export function quoted(text: string): string {
  return `"${safeText(text.replaceAll("\\", "\\\\").replaceAll('"', '\\"'), VALUE_LENGTH)}"`;
}

/** An allowed or a received value: a text in quotes, anything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  return safeText(JSON.stringify(value) ?? "nothing", VALUE_LENGTH);
}

/** `a`, `a or b`, `a, b or c`. */
export function orList(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

const NAMES_LIMIT = 30;

/** Names as they are, without quotes (contract V2). */
export function listNames(names: readonly string[]): string {
  const listed = names.slice(0, NAMES_LIMIT).map((name) => safeText(name, NAME_LENGTH));
  const rest = names.length - listed.length;
  return rest > 0 ? `${listed.join(", ")} and ${rest} more` : listed.join(", ");
}

/** `1 item`, `2 items`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
