/** The places of the first two equal items of a list, by JSON Schema's equality; `undefined` where all differ. */
export function firstDuplicate(items: readonly unknown[]): [first: number, second: number] | undefined {
  const seen = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const key = equalityKey(item);
    const first = seen.get(key);
    if (first !== undefined) return [first, index];
    seen.set(key, index);
  }
  return undefined;
}

/** Equal JSON values have equal keys, and no others do. Lists and objects become texts with a mark no string has. */
function equalityKey(value: unknown): unknown {
  if (typeof value === "string") return `"${value}`;
  if (typeof value !== "object" || value === null) return value;
  return canonicalText(value);
}

/** JSON with the members of every object in one order. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value).sort();
    const members = names.map((name) => `${JSON.stringify(name)}:${canonicalText((value as Record<string, unknown>)[name])}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value) ?? "undefined";
}

/** Equality of JSON values. */
export function sameJson(left: unknown, right: unknown): boolean {
  return left === right || equalityKey(left) === equalityKey(right);
}
