import { lineText } from "@silo/errors";
import type { PathSegment } from "./problem.js";

const NAME_LENGTH = 60;
const VALUE_LENGTH = 80;

/** A path as messages write it: dotted, with indexes, escaped and cut. Without quotes. */
export function pathText(path: readonly PathSegment[]): string {
  return path.map((segment) => (typeof segment === "number" ? String(segment) : segmentText(segment))).join(".");
}

/** One name of a path. */
export function segmentText(name: string): string {
  return lineText(name, { max: NAME_LENGTH }).replaceAll('"', '\\"');
}

/** A name or a text in quotes. */
export function quoted(text: string): string {
  return `"${lineText(text.replaceAll("\\", "\\\\").replaceAll('"', '\\"'), { max: VALUE_LENGTH })}"`;
}

/** An allowed or a received value: a text in quotes, anything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  return lineText(JSON.stringify(value) ?? "nothing", { max: VALUE_LENGTH });
}

/** `a`, `a or b`, `a, b or c`. */
export function orList(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

const NAMES_LIMIT = 30;

/** Names as they are, without quotes, as source 000 has them. */
export function listNames(names: readonly string[]): string {
  const listed = names.slice(0, NAMES_LIMIT).map((name) => lineText(name, { max: NAME_LENGTH }));
  const rest = names.length - listed.length;
  return rest > 0 ? `${listed.join(", ")} and ${rest} more` : listed.join(", ");
}

/** `1 item`, `2 items`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
