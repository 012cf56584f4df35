import type { JsonValue } from "@silo/artifacts";

/** One thing of the world that has an id. */
export interface Entity {
  id: string;
  value: JsonObject;
}

export interface EntityCollection {
  /** Dotted path in the state. */
  name: string;
  entities: Entity[];
}

export type JsonObject = { [name: string]: JsonValue };

/**
 * The things of a world that have ids, by collection. What counts as one is that of `state-diff.json` (contract A3), and
 * beyond it an object whose keys its members hold under a name such as `order_id` or `orderId`: to try more mistakes does
 * no harm.
 */
export class WorldEntities {
  readonly collections: EntityCollection[] = [];
  readonly #byId = new Map<string, EntityCollection>();

  constructor(state: JsonValue) {
    this.#collect(state, "");
  }

  /** Whether something in the world has this id. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  collectionOf(id: string): EntityCollection | undefined {
    return this.#byId.get(id);
  }

  /** The other ids of the same collection: the next one first, then the one before, then the rest in their order. */
  othersOf(id: string): string[] {
    const ids = this.#byId.get(id)?.entities.map((entity) => entity.id) ?? [];
    const index = ids.indexOf(id);
    const after = [...ids.slice(index + 1), ...ids.slice(0, index)];
    const [next, ...rest] = after;
    const last = rest.pop();
    return [next, last, ...rest].filter((other) => other !== undefined);
  }

  /** The ids that a text names as whole words, in the order in which they stand there. */
  namedIn(text: string): string[] {
    const found = new Set<string>();
    for (const [word] of text.matchAll(/[\p{L}\p{N}_]+(?:[-.:][\p{L}\p{N}_]+)*/gu))
      if (this.has(word)) found.add(word);
    return [...found];
  }

  #collect(value: JsonValue, path: string): void {
    if (typeof value !== "object" || value === null) return;
    const entities = entitiesOf(value);
    if (entities) {
      const collection = { name: path, entities };
      this.collections.push(collection);
      for (const { id } of entities) if (!this.#byId.has(id)) this.#byId.set(id, collection);
    }
    const members: [string, JsonValue][] = Array.isArray(value)
      ? value.map((item, index) => [String(index), item])
      : Object.entries(value);
    for (const [name, member] of members) this.#collect(member, path === "" ? name : `${path}.${name}`);
  }
}

function entitiesOf(value: JsonValue[] | JsonObject): Entity[] | undefined {
  const entries: [string, JsonValue][] = Array.isArray(value)
    ? value.map((item) => [idOf(item) ?? "", item])
    : Object.entries(value);
  if (entries.length === 0 || !entries.every(([, item]) => isObject(item))) return undefined;
  const hasIds = Array.isArray(value)
    ? entries.every(([id]) => id !== "")
    : entries.some(([key, item]) => isObject(item) && hasKeyAsId(item, key));
  return hasIds ? entries.map(([id, item]) => ({ id, value: item as JsonObject })) : undefined;
}

function hasKeyAsId(entity: JsonObject, key: string): boolean {
  return Object.entries(entity).some(
    ([name, value]) =>
      (name === "id" || name.endsWith("_id") || name.endsWith("Id")) &&
      (typeof value === "string" || typeof value === "number") &&
      String(value) === key,
  );
}

function idOf(item: JsonValue): string | undefined {
  if (!isObject(item)) return undefined;
  const { id } = item;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
