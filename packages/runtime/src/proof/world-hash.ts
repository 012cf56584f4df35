import { canonicalJson, isFrozenJson } from "@silo/artifacts";
import { sha256 } from "../sha256.js";

/** Texts of what `frozenJson` made: the records of a world are mostly the same ones in every run of a proof. */
const texts = new WeakMap<object, string>();

/** The depth at which records stand: an id of a collection of the state. Only their texts are kept. */
const keptDepth = 2;

/** SHA-256 in hex of a state as canonical JSON. Throws `value_not_json`. */
export function worldHash(state: unknown): string {
  return sha256(isFrozenJson(state) ? textOf(state, 0) : textOfWhole(state));
}

function textOf(value: unknown, depth: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (depth === keptDepth) {
    const text = texts.get(value) ?? textOfWhole(value);
    texts.set(value, text);
    return text;
  }
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, depth + 1)).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${textOf((value as Record<string, unknown>)[key], depth + 1)}`);
  return `{${members.join(",")}}`;
}

function textOfWhole(value: unknown): string {
  return canonicalJson(value, "the final state");
}
