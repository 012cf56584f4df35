import type { JsonValue } from "@silo/artifacts/json";
import { parse as parseArray } from "postgres-array";

/** Rows as a server sends them: every value is a text or null. */
export interface RawRows {
  columns: { name: string; type: number }[];
  rows: (string | null)[][];
  /** How many rows the statement changed or gave. */
  rowCount: number;
}

type Read = (text: string) => JsonValue;

const number: Read = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);
const json: Read = (text) => JSON.parse(text) as JsonValue;
const same: Read = (text) => text;

/** What is read as something else than its text, by the number of its type in `pg_type`. */
const scalars: Record<number, Read> = {
  16: (text) => text === "t",
  21: number,
  23: number,
  26: number,
  700: number,
  701: number,
  114: json,
  3802: json,
  1184: instant,
};

/** Types of arrays, with the type of their items. Of all others an array stays its text. */
const arrays: Record<number, number> = {
  ...{ 1000: 16, 1005: 21, 1007: 23, 1028: 26, 1021: 700, 1022: 701, 199: 114, 3807: 3802, 1185: 1184 },
  // These have texts for items: text, varchar, bpchar, int8, numeric, date, time, timestamp, uuid, bytea.
  ...{ 1009: 25, 1015: 1043, 1014: 1042, 1016: 20, 1231: 1700, 1182: 1082, 1183: 1083, 1115: 1114 },
  ...{ 2951: 2950, 1001: 17 },
};

/**
 * Rows as JSON. Numbers of up to four bytes and floats are numbers; `bigint` and `numeric` are texts, so that no digit is
 * lost; `timestamptz` is ISO 8601 in UTC; JSON is what it holds; all else is the text that PostgreSQL writes.
 */
export function readRows({ columns, rows }: RawRows): { [column: string]: JsonValue }[] {
  const reads = columns.map(({ type }) => readOf(type));
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name }, index) => {
        const text = row[index] ?? null;
        return [name, text === null ? null : (reads[index] ?? same)(text)];
      }),
    ),
  );
}

function readOf(type: number): Read {
  const item = arrays[type];
  if (item === undefined) return scalars[type] ?? same;
  const read = scalars[item] ?? same;
  return (text) => parseArray(text, (value) => read(value)) as JsonValue;
}

/** `2026-11-30 19:06:43.058123+01`; others, such as `infinity`, stay what they are. */
function instant(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d)(?::?(\d\d))?$/.exec(text);
  if (!match) return text;
  const [, date, time, fraction = "", hours, minutes = "00"] = match;
  const at = new Date(`${date}T${time}${hours}:${minutes}`).toISOString().slice(0, 19);
  return `${at}.${fraction.padEnd(3, "0")}Z`;
}

/** A parameter as the server reads it. */
export function writeParameter(value: JsonValue): string | null {
  if (value === null) return null;
  if (Array.isArray(value)) return arrayText(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function arrayText(items: readonly JsonValue[]): string {
  const texts = items.map((item) => {
    if (Array.isArray(item)) return arrayText(item);
    const text = writeParameter(item);
    return text === null ? "NULL" : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  });
  return `{${texts.join(",")}}`;
}
