import { createHash } from "node:crypto";

/**
 * The benchmark's canonical form: RFC 8785, without members that are null.
 * @param {unknown} value
 * @returns {string}
 */
export function canonicalText(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`);
  return `{${members.join(",")}}`;
}

/**
 * SHA-256 of the canonical form, in hex.
 * @param {unknown} value
 */
export function canonicalHash(value) {
  return createHash("sha256").update(canonicalText(value)).digest("hex");
}

/**
 * Hashes of states that mostly are as they were: what has the same JSON text, keys in the same order, has the same
 * canonical form, and to make that text costs a tenth.
 * @returns {(state: unknown) => string}
 */
export function stateHasher() {
  /** @type {Map<string, string>} */
  const known = new Map();
  return (state) => {
    const text = createHash("sha256").update(JSON.stringify(state)).digest("hex");
    const found = known.get(text) ?? canonicalHash(state);
    known.set(text, found);
    return found;
  };
}
