import { diff } from "deep-object-diff";
import type { JsonValue } from "./json-copy.js";
import { serializeJson } from "./serialize-json.js";

type JsonObject = { [key: string]: JsonValue };
type Maybe = JsonValue | undefined;

/** What an entity was and what it is; undefined where there is none. */
export interface EntityDifference {
  id: string;
  from: JsonObject | undefined;
  to: JsonObject | undefined;
}

/** Receives each difference once. A path holds the keys from the root. */
export interface DifferenceVisitor {
  leaf(path: readonly string[], from: Maybe, to: Maybe): void;
  entity(path: readonly string[], difference: EntityDifference): void;
}

/** Tells two JSON values apart by the rules of contract A3. `sets` has the arrays that were Sets. */
export class Comparison {
  readonly #visitor: DifferenceVisitor;
  readonly #sets: WeakSet<object>;

  constructor(visitor: DifferenceVisitor, sets: WeakSet<object>) {
    this.#visitor = visitor;
    this.#sets = sets;
  }

  compare(from: Maybe, to: Maybe, path: readonly string[]): void {
    // Copies of states that `frozenJson` made share what is the same in both.
    if (from === to) return;
    const before = entitiesOf(from);
    const after = entitiesOf(to);
    const haveOneForm = Array.isArray(from) === Array.isArray(to);
    if ((before && after && haveOneForm) || (before && isNoneOf(to, from)) || (after && isNoneOf(from, to))) {
      this.#compareCollections(before ?? new Map(), after ?? new Map(), path);
    } else if (isObject(from) && isObject(to)) {
      this.compareMembers(from, to, path);
    } else if (Array.isArray(from) && Array.isArray(to)) {
      if (this.#sets.has(from) || this.#sets.has(to)) this.#compareSets(from, to, path);
      else this.compareMembers(byIndex(from), byIndex(to), path);
    } else if (!isEqual(from, to)) {
      this.#visitor.leaf(path, from, to);
    }
  }

  compareMembers(from: JsonObject, to: JsonObject, path: readonly string[]): void {
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
      this.compare(ownMember(from, key), ownMember(to, key), [...path, key]);
    }
  }

  #compareCollections(
    before: Map<string, JsonObject>,
    after: Map<string, JsonObject>,
    path: readonly string[],
  ): void {
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      const from = before.get(id);
      const to = after.get(id);
      if (from === undefined || to === undefined || !isEqual(from, to)) {
        this.#visitor.entity(path, { id, from, to });
      }
    }
  }

  /** An item of a Set has no place but its content: it is there or it is not. */
  #compareSets(from: JsonValue[], to: JsonValue[], path: readonly string[]): void {
    const before = byContent(from);
    const after = byContent(to);
    for (const text of new Set([...before.keys(), ...after.keys()])) {
      const former = before.get(text) ?? [];
      const latter = after.get(text) ?? [];
      for (const item of former.slice(latter.length)) {
        this.#visitor.leaf([...path, nameOf(item, text)], item, undefined);
      }
      for (const item of latter.slice(former.length)) {
        this.#visitor.leaf([...path, nameOf(item, text)], undefined, item);
      }
    }
  }
}

function nameOf(item: JsonValue, text: string): string {
  return typeof item === "string" ? item : text;
}

/** Two objects in one Set may have equal contents. */
function byContent(items: JsonValue[]): Map<string, JsonValue[]> {
  const groups = new Map<string, JsonValue[]>();
  for (const item of items) {
    const text = serializeJson(item);
    const group = groups.get(text);
    if (group) group.push(item);
    else groups.set(text, [item]);
  }
  return groups;
}

/** The entities by id where `value` is a collection, else undefined. Two entities of one id make it none. */
function entitiesOf(value: Maybe): Map<string, JsonObject> | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const entities = new Map<string, JsonObject>();
    for (const item of value) {
      if (!isObject(item)) return undefined;
      const id = idOf(item);
      if (id === undefined || entities.has(id)) return undefined;
      entities.set(id, item);
    }
    return entities;
  }
  if (!isObject(value)) return undefined;
  const entities = new Map<string, JsonObject>();
  for (const [key, item] of Object.entries(value)) {
    if (!isObject(item)) return undefined;
    entities.set(key, item);
  }
  return [...entities].some(([key, item]) => idOf(item) === key) ? entities : undefined;
}

function idOf(item: JsonObject): string | undefined {
  const id = ownMember(item, "id");
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** Whether `value` is the empty form of the collection `other`, or is not there at all. */
function isNoneOf(value: Maybe, other: Maybe): boolean {
  if (value === undefined) return true;
  if (Array.isArray(other)) return Array.isArray(value) && value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function isObject(value: Maybe): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function byIndex(items: JsonValue[]): JsonObject {
  return Object.fromEntries(items.entries());
}

function ownMember(object: JsonObject, key: string): Maybe {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isEqual(a: Maybe, b: Maybe): boolean {
  return Object.keys(diff({ value: tagged(a) }, { value: tagged(b) })).length === 0;
}

/** deep-object-diff takes an array and an object of the same keys for equal; a tag keeps them apart. */
function tagged(value: Maybe): unknown {
  if (Array.isArray(value)) return { kind: "array", members: { ...value.map(tagged) } };
  if (!isObject(value)) return value;
  return {
    kind: "object",
    members: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tagged(item)])),
  };
}
