/** The places of the first two equal items of a list, by JSON Schema's equality; `undefined` where all differ. */
export function firstDuplicate(items: readonly unknown[]): [first: number, second: number] | undefined {
  if (
    items.every((item) => typeof item !== "object" || item === null) &&
    new Set(items).size === items.length
  )
    return undefined;
  const scalars = new Map<unknown, number>();
  const texts = new Map<string, number>();
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const isScalar = typeof item !== "object" || item === null;
    const first = isScalar ? scalars.get(item) : texts.get(canonicalText(item));
    if (first !== undefined) return [first, index];
    if (isScalar) scalars.set(item, index);
    else texts.set(canonicalText(item), index);
  }
  return undefined;
}

/** JSON with the members of every object in one order. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value).sort();
    const members = names.map(
      (name) => `${JSON.stringify(name)}:${canonicalText((value as Record<string, unknown>)[name])}`,
    );
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value) ?? "undefined";
}

/** Equality of JSON values. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  return canonicalText(left) === canonicalText(right);
}
