import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { isSiloError, siloError } from "@silo/errors";
import type { Schema } from "@silo/schema-validate";
import { guardReading, makeReader, readBytes, requireFolder, type Reader } from "./read-artifact.js";
import { parseJson } from "./read-json.js";
import { requireReadable } from "./read-run-record.js";
import { traceEventSchema, type TraceEvent, type TraceEventOf } from "./trace.js";

/** `trace.jsonl` as it was read. */
export interface Trace {
  /** In the order of the file, without events of types that this version does not know. */
  events: TraceEvent[];
  /** Whether the file ends within a line, which was left out: the run was killed while it wrote it. */
  isTorn: boolean;
}

/**
 * `trace.jsonl` of the run in `folder`; no events where there is no such file (contract A4). A torn last line is left
 * out. Throws `run_not_found`, `artifact_version_unsupported`, `file_access_denied`, and `invalid_json`, with file and
 * line, for any other line that is not an event.
 */
export function readTrace(folder: string): Trace {
  requireFolder(folder);
  requireReadable(folder);
  return readTraceFile(folder);
}

/** `readTrace` where the version is known to be readable. */
export function readTraceFile(folder: string): Trace {
  const file = traceFile(folder);
  const bytes = readBytes(file) ?? Buffer.alloc(0);
  const events: TraceEvent[] = [];
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(newline, start);
    const isLast = end === -1;
    const text = bytes.toString("utf8", start, isLast ? bytes.length : end);
    if (isLast && isTorn(text)) return { events, isTorn: true };
    const event = readEvent(text, { file, line });
    if (event) events.push(event);
    start = isLast ? bytes.length : end + 1;
  }
  return { events, isTorn: false };
}

/**
 * The first event of a run, where that is a whole `run_start`; else undefined. Reads no more of the file than that line.
 * Throws `invalid_json`, `file_access_denied`.
 */
export function readRunStart(folder: string): TraceEventOf<"run_start"> | undefined {
  const file = traceFile(folder);
  const [text] = guardReading(file, () => readFirstLines(file, 1)) ?? [];
  if (text === undefined) return undefined;
  const event = readEvent(text, { file, line: 1 });
  return event?.type === "run_start" ? event : undefined;
}

/**
 * The name and the version that a flow tells of itself, in the step `flow` that comes right after `run_start`; undefined
 * where another agent made the run. Reads no more of the file than it must. Throws `invalid_json`, `file_access_denied`.
 */
export function readFlowFacts(folder: string): { name: string; version: string } | undefined {
  const file = traceFile(folder);
  const [, text] = guardReading(file, () => readFirstLines(file, 2)) ?? [];
  if (text === undefined) return undefined;
  const event = readEvent(text, { file, line: 2 });
  if (event?.type !== "step" || event.command !== "flow") return undefined;
  const { name, version } = (event.input ?? {}) as { name?: unknown; version?: unknown };
  return typeof name === "string" && typeof version === "string" ? { name, version } : undefined;
}

const newline = 0x0a;

function traceFile(folder: string): string {
  return join(folder, "trace.jsonl");
}

/** An event is an object, and no beginning of one is JSON. */
function isTorn(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** The first lines, those of them that are whole. */
function readFirstLines(path: string, count: number): string[] {
  const file = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    let whole = 0;
    while (whole < count) {
      const chunk = Buffer.alloc(65_536);
      const length = readSync(file, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      whole += chunk.subarray(0, length).filter((byte) => byte === newline).length;
    }
    return Buffer.concat(chunks).toString("utf8").split("\n").slice(0, Math.min(whole, count));
  } finally {
    closeSync(file);
  }
}

interface Line {
  file: string;
  line: number;
}

/** Undefined for an event of a type that is not known. Throws `invalid_json`. */
function readEvent(text: string, { file, line }: Line): TraceEvent | undefined {
  const value = parseLine(text, { file, line });
  const type = typeof value === "object" && value !== null ? (value as { type?: unknown }).type : undefined;
  if (typeof type !== "string") {
    const reason = "it can be parsed, but is no valid event: it must be an object with a type";
    throw siloError("invalid_json", { file, reason, line, column: 1 });
  }
  const reader = readerOf(type);
  return reader?.(value, { file, text, line });
}

function parseLine(text: string, { file, line }: Line): unknown {
  try {
    return parseJson(text, file);
  } catch (error) {
    if (!isSiloError(error, "invalid_json")) throw error;
    const { reason, column } = error.details;
    throw siloError("invalid_json", { file, reason, line, column }, { cause: error });
  }
}

const readers = new Map<string, Reader<TraceEvent>>();

/** One branch at a time: the message is then about the event that the line is. */
function readerOf(type: string): Reader<TraceEvent> | undefined {
  const known = readers.get(type);
  if (known) return known;
  const branch = branches().find(({ properties }) => properties.type.const === type);
  if (branch === undefined) return undefined;
  const reader = makeReader(branch as unknown as Schema<TraceEvent>);
  readers.set(type, reader);
  return reader;
}

function branches(): { properties: { type: { const: string } } }[] {
  return (traceEventSchema as unknown as { anyOf: ReturnType<typeof branches> }).anyOf;
}
