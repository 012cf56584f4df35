import { createHash } from "node:crypto";

/** Keys as JSON writes them; there are few, and they come again and again. @type {Map<string, string>} */
const writtenKeys = new Map();

/**
 * The benchmark's canonical form: RFC 8785, without members that are null.
 * @param {unknown} value
 * @returns {string}
 */
export function canonicalText(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const object = /** @type {Record<string, unknown>} */ (value);
  let members = "";
  for (const key of Object.keys(object).sort()) {
    const member = object[key];
    if (member === null || member === undefined) continue;
    members += `${members === "" ? "" : ","}${writtenKey(key)}:${canonicalText(member)}`;
  }
  return `{${members}}`;
}

/** @param {string} key */
function writtenKey(key) {
  const known = writtenKeys.get(key);
  if (known !== undefined) return known;
  const written = JSON.stringify(key);
  writtenKeys.set(key, written);
  return written;
}

/**
 * SHA-256 of the canonical form, in hex.
 * @param {unknown} value
 */
export function canonicalHash(value) {
  return createHash("sha256").update(canonicalText(value)).digest("hex");
}

/**
 * Hashes of states of which most are as they were: what has the same JSON text has the same canonical form, and to write
 * that text costs a fifth of it. Remembers the first text and the last one.
 * @returns {(state: unknown) => string}
 */
export function stateHasher() {
  /** @type {{ text: string, hash: string }[]} */
  const known = [];
  return (state) => {
    const text = JSON.stringify(state);
    const found = known.find((one) => one.text === text);
    if (found) return found.hash;
    const hash = canonicalHash(state);
    known[Math.min(known.length, 1)] = { text, hash };
    return hash;
  };
}
