import { diff } from "deep-object-diff";
import { canonicalJson } from "./canonical-json.js";
import { jsonCopy, type JsonValue } from "./json-copy.js";
import type { StateDiff } from "./state-diff.js";

type JsonObject = { [key: string]: JsonValue };
type Scalar = StateDiff["scalars"][number];

/**
 * What differs between two states (contract A3). Lists are in code-unit order, so that the order of keys
 * and of entities in the world does not show. Throws `value_not_json` for a state that JSON cannot hold.
 */
export function diffStates(initial: unknown, final: unknown): StateDiff {
  const from = jsonCopy(initial, "the initial state");
  const to = jsonCopy(final, "the final state");
  const found: Found = { scalars: [], collections: new Map() };
  compare(from, to, [], found);
  return {
    scalars: found.scalars.sort(
      (a, b) => byCodeUnit(a.field, b.field) || byCodeUnit(contentOf(a), contentOf(b)),
    ),
    collections: Object.fromEntries([...found.collections].sort(([a], [b]) => byCodeUnit(a, b))),
  };
}

/** Two places have one dotted field where a key holds a dot; then the values decide, not the order of the keys. */
function contentOf(scalar: Scalar): string {
  return canonicalJson(scalar, "a difference");
}

/** The places of a diff as one list: `collection.id` for entities, the field for everything else. */
export function changedPlaces(difference: StateDiff): string[] {
  const entities = Object.entries(difference.collections).flatMap(([name, { added, removed, changed }]) =>
    [...added, ...removed, ...changed].map((id) => (name === "" ? id : `${name}.${id}`)),
  );
  return [...entities, ...difference.scalars.map((scalar) => scalar.field)].sort(byCodeUnit);
}

export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Found {
  scalars: Scalar[];
  collections: Map<string, StateDiff["collections"][string]>;
}

function compare(from: JsonValue | undefined, to: JsonValue | undefined, path: string[], found: Found): void {
  const before = entitiesOf(from);
  const after = entitiesOf(to);
  const haveOneForm = Array.isArray(from) === Array.isArray(to);
  if ((before && after && haveOneForm) || (before && isNoneOf(to, from)) || (after && isNoneOf(from, to))) {
    compareCollections(before ?? new Map(), after ?? new Map(), path, found);
  } else if (isObject(from) && isObject(to)) {
    compareMembers(from, to, path, found);
  } else if (Array.isArray(from) && Array.isArray(to)) {
    compareMembers(byIndex(from), byIndex(to), path, found);
  } else if (!isEqual(from, to)) {
    found.scalars.push({
      field: path.join("."),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
  }
}

function compareMembers(from: JsonObject, to: JsonObject, path: string[], found: Found): void {
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    compare(ownMember(from, key), ownMember(to, key), [...path, key], found);
  }
}

function compareCollections(
  before: Map<string, JsonValue>,
  after: Map<string, JsonValue>,
  path: string[],
  found: Found,
): void {
  const added = [...after.keys()].filter((id) => !before.has(id));
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const changed = [...before]
    .filter(([id, entity]) => after.has(id) && !isEqual(entity, after.get(id)))
    .map(([id]) => id);
  if (added.length + removed.length + changed.length === 0) return;
  const name = path.join(".");
  // Two places have one dotted name where a key holds a dot.
  const same = found.collections.get(name) ?? { added: [], removed: [], changed: [] };
  found.collections.set(name, {
    added: union(same.added, added),
    removed: union(same.removed, removed),
    changed: union(same.changed, changed),
  });
}

function union(some: string[], others: string[]): string[] {
  return [...new Set([...some, ...others])].sort(byCodeUnit);
}

/** The entities by id where `value` is a collection, else undefined. Two entities of one id make it none. */
function entitiesOf(value: JsonValue | undefined): Map<string, JsonValue> | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const entities = new Map<string, JsonValue>();
    for (const item of value) {
      const id = idOf(item);
      if (id === undefined || entities.has(id)) return undefined;
      entities.set(id, item);
    }
    return entities;
  }
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const holdsEntities =
    entries.every(([, item]) => isObject(item)) && entries.some(([key, item]) => idOf(item) === key);
  return holdsEntities ? new Map(entries) : undefined;
}

function idOf(item: JsonValue): string | undefined {
  const id = isObject(item) ? ownMember(item, "id") : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** Whether `value` is the empty form of the collection `other`, or is not there at all. */
function isNoneOf(value: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  if (Array.isArray(other)) return Array.isArray(value) && value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function byIndex(items: JsonValue[]): JsonObject {
  return Object.fromEntries(items.entries());
}

function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return Object.keys(diff({ value: tagged(a) }, { value: tagged(b) })).length === 0;
}

/** deep-object-diff takes an array and an object of the same keys for equal; a tag keeps them apart. */
function tagged(value: JsonValue | undefined): unknown {
  if (Array.isArray(value)) return { kind: "array", members: { ...value.map(tagged) } };
  if (!isObject(value)) return value;
  return {
    kind: "object",
    members: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tagged(item)])),
  };
}
