import { quotedText } from "./escape-text.js";

/** The room for saying what is left out: `,"…":"[4294967295 more]"`. */
const moreRoom = 24;
/** The least room that a value is given: the same, between brackets instead of after a comma. */
const smallest = moreRoom + 1;
const deepest = 64;

/**
 * Any value as JSON text in one line that a model or a log can read (contract E9). It never throws and is never longer than
 * `max` UTF-16 units (default 1,000, at least 32). A value that JSON holds and that fits is written without loss. What
 * JSON cannot hold is tagged (`"[bigint 10]"`, `"[NaN]"`, `"[cycle]"`, `"[function]"`); what does not fit is cut and says so.
 * Getters and `toJSON` are not run.
 */
export function agentText(value: unknown, { max = 1000 }: { max?: number } = {}): string {
  return write(value, Math.max(32, max), []);
}

/** A text as it is, anything else as {@link agentText}: for what should be a text and, in JavaScript, may not be one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : agentText(value);
}

function write(value: unknown, room: number, above: readonly object[]): string {
  if (typeof value === "string") return writeString(value, room);
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return String(value);
  if (typeof value === "number") return `"[${value}]"`;
  // A huge bigint takes minutes to write out.
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value)
    return writeString(`[bigint ${value}]`, room);
  if (typeof value !== "object") return `"[${typeof value}]"`;
  try {
    return above.includes(value)
      ? '"[cycle]"'
      : (writeSpecial(value, room) ?? writeMembers(value, room, above));
  } catch {
    // A proxy's trap, or a proxy that was revoked.
    return '"[unreadable]"';
  }
}

function writeString(text: string, room: number): string {
  return `"${quotedText(text, { max: room - 2 })}"`;
}

/** A date by its time, an error by its message, any other object that is neither a plain one nor an array by a tag. */
function writeSpecial(value: object, room: number): string | undefined {
  // The built-in tag tells the Date, Error or Map of another realm too.
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === "Object" || kind === "Array") return undefined;
  if (kind === "Date") {
    const time = Date.prototype.getTime.call(value);
    return writeString(Number.isFinite(time) ? new Date(time).toISOString() : "[invalid date]", room);
  }
  const message: unknown = Object.getOwnPropertyDescriptor(value, "message")?.value;
  return writeString(`[${kind.toLowerCase()}${typeof message === "string" ? ` ${message}` : ""}]`, room);
}

function writeMembers(value: object, room: number, above: readonly object[]): string {
  if (above.length >= deepest) return '"[too deep]"';
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  const size = (names ?? (value as unknown[])).length;
  const parts: string[] = [];
  let used = 2;
  for (let index = 0; index < size; index += 1) {
    const name = names ? names[index]! : String(index);
    // A name that does not fit is never cut, which would be another name: it ends the list.
    const key = names ? `"${quotedText(name, { max: room })}":` : "";
    // Unless this is the last member, room stays for saying how many more there are.
    const left = room - used - key.length - 1 - (index === size - 1 ? 0 : moreRoom);
    if (left < smallest) {
      parts.push(`${names ? '"…":' : ""}"[${size - index} more]"`);
      break;
    }
    const property = Object.getOwnPropertyDescriptor(value, name);
    const part = key + (property?.get ? '"[getter]"' : write(property?.value, left, [...above, value]));
    parts.push(part);
    used += part.length + 1;
  }
  return names ? `{${parts.join()}}` : `[${parts.join()}]`;
}
