import { readFileSync, statSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { siloError } from "@silo/errors";
import { compileSchema, describeProblems, type Schema } from "@silo/schema-validate";
import { parseJson, placeOfValue } from "./read-json.js";

/** The bytes of a file, undefined where there is none. Throws `file_access_denied`. */
export function readBytes(file: string): Buffer | undefined {
  return guardReading(file, () => readFileSync(file));
}

/** What `read` gives, undefined where the file is not there. Throws `file_access_denied`. */
export function guardReading<T>(file: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw siloError("file_access_denied", { file, action: "read", reason: code ?? message }, { cause });
  }
}

/** Throws `run_not_found` where there is no folder of a run, and `file_access_denied`. */
export function requireFolder(folder: string): void {
  if (statOf(folder)?.isDirectory()) return;
  throw siloError("run_not_found", { runId: basename(folder), folder: dirname(folder) });
}

/** What the system knows of a path; undefined where there is nothing. Throws `file_access_denied`. */
export function statOf(path: string): Stats | undefined {
  return guardReading(path, () => statSync(path, { throwIfNoEntry: false }));
}

/** Takes a parsed value for what it is to be, or says what is wrong with it. */
export type Reader<T> = (value: unknown, source: Source) => T;

/** Where a value was read. */
export interface Source {
  file: string;
  text: string;
  /** The line of the file at which `text` begins, counted from 1; 1 where it is left out. */
  line?: number;
}

/**
 * A reader of what is valid against `schema`. Members that the schema does not know are let through at every level: a
 * later minor version may have them (contract A1). What it throws is `invalid_json` with the place of the first problem.
 */
export function makeReader<T>(schema: Schema<T>): Reader<T> {
  const compiled = compileSchema<T>(withoutClosing(schema) as Schema<T>, { purpose: "data" });
  return (value, { file, text, line = 1 }) => {
    // The value comes from JSON.parse.
    const problems = compiled.check(value, { parsed: true });
    const [first] = problems;
    if (first === undefined) return value as T;
    const wrong = describeProblems(problems, { subject: { file: "record" } }).slice(lead.length, -1);
    const reason = `it can be parsed, but is no valid record: ${wrong}`;
    const place = placeOfValue(text.replace(/^\uFEFF/, ""), first.path);
    throw siloError(
      "invalid_json",
      { file, reason, line: line + place.line - 1, column: place.column },
      { details: { problems } },
    );
  };
}

const lead = "Invalid record: ";

function withoutClosing(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutClosing);
  if (typeof schema !== "object" || schema === null) return schema;
  const open = Object.entries(schema).filter(
    ([keyword, value]) => keyword !== "additionalProperties" || value !== false,
  );
  return Object.fromEntries(open.map(([keyword, value]) => [keyword, withoutClosing(value)]));
}

/** The JSON of a file with its text; undefined where there is none. Throws `invalid_json`, `file_access_denied`. */
export function readJson(file: string): (Source & { value: unknown }) | undefined {
  const text = readBytes(file)?.toString("utf8");
  return text === undefined ? undefined : { file, text, value: parseJson(text, file) };
}
