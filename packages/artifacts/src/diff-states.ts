import { byCodeUnit } from "./by-code-unit.js";
import { canonicalJson } from "./canonical-json.js";
import { Comparison, type DifferenceVisitor, type EntityDifference } from "./compare-values.js";
import { copyBySetContent, type JsonValue } from "./json-copy.js";
import type { StateDiff } from "./state-diff.js";

type Scalar = StateDiff["scalars"][number];

/**
 * What differs between two states (contract A3). Lists are in code-unit order, so that the order of keys, of entities
 * and of the items of a Set does not show; an item of a Set is named by its content. Throws `value_not_json` for a
 * state that JSON cannot hold.
 */
export function diffStates(initial: unknown, final: unknown): StateDiff {
  const scalars: Scalar[] = [];
  const collections = new Map<string, StateDiff["collections"][string]>();
  compareStates(copyStates(initial, final), {
    leaf: (path, from, to) => scalars.push(scalarOf(path, from, to)),
    entity: (path, difference) => {
      const name = path.join(".");
      const lists = collections.get(name) ?? { added: [], removed: [], changed: [] };
      collections.set(name, lists);
      lists[changeOf(difference)].push(difference.id);
    },
  });
  const ordered = [...collections].sort(([a], [b]) => byCodeUnit(a, b));
  return {
    scalars: inOrder(scalars),
    collections: Object.fromEntries(
      ordered.map(([name, { added, removed, changed }]) => [
        name,
        { added: uniqueIds(added), removed: uniqueIds(removed), changed: uniqueIds(changed) },
      ]),
    ),
  };
}

/** The places of a diff as one list: `collection.id` for entities, the field for everything else. */
export function changedPlaces(difference: StateDiff): string[] {
  const entities = Object.entries(difference.collections).flatMap(([name, { added, removed, changed }]) =>
    [...added, ...removed, ...changed].map((id) => (name === "" ? id : `${name}.${id}`)),
  );
  return [...entities, ...difference.scalars.map((scalar) => scalar.field)].sort(byCodeUnit);
}

/** One entity that differs. `fields` are dotted, from the entity on; one that came has no `from`, one that went no `to`. */
export interface EntityChange {
  /** Dotted; empty where the state itself is the collection. */
  collection: string;
  id: string;
  change: "added" | "removed" | "changed";
  fields: Scalar[];
}

/** What differs between two states, with what it was and what it is. */
export interface StateChanges {
  scalars: Scalar[];
  entities: EntityChange[];
}

/**
 * What `diffStates` lists, with every field that differs inside of each entity (contract A3). Of an entity that came or
 * went, that is every field. Entities are ordered by collection and id, fields by name. Throws `value_not_json`.
 */
export function describeChanges(initial: unknown, final: unknown): StateChanges {
  const scalars: Scalar[] = [];
  const entities: EntityChange[] = [];
  const states = copyStates(initial, final);
  compareStates(states, {
    leaf: (path, from, to) => scalars.push(scalarOf(path, from, to)),
    entity: (path, difference) => {
      const change = changeOf(difference);
      const fields = inOrder(fieldsOf(difference, states.sets));
      entities.push({ collection: path.join("."), id: difference.id, change, fields });
    },
  });
  const textOf = (entity: EntityChange): string => canonicalJson(entity, "a difference");
  entities.sort(
    (a, b) =>
      byCodeUnit(a.collection, b.collection) ||
      byCodeUnit(a.id, b.id) ||
      // Two places have one dotted name where a key holds a dot.
      byCodeUnit(textOf(a), textOf(b)),
  );
  return { scalars: inOrder(scalars), entities };
}

/** Two states as JSON; `sets` has the arrays that were Sets. */
interface StateCopies {
  from: JsonValue;
  to: JsonValue;
  sets: WeakSet<object>;
}

function copyStates(initial: unknown, final: unknown): StateCopies {
  const sets = new WeakSet<object>();
  const from = copyBySetContent(initial, "the initial state", sets);
  return { from, to: copyBySetContent(final, "the final state", sets), sets };
}

function compareStates({ from, to, sets }: StateCopies, visitor: DifferenceVisitor): void {
  new Comparison(visitor, sets).compare(from, to, []);
}

function fieldsOf({ from = {}, to = {} }: EntityDifference, sets: WeakSet<object>): Scalar[] {
  const fields: Scalar[] = [];
  const inside = new Comparison(
    {
      leaf: (path, before, after) => fields.push(scalarOf(path, before, after)),
      entity: (path, inner) => {
        const place = [...path, inner.id];
        if (inner.from && inner.to) inside.compareMembers(inner.from, inner.to, place);
        else fields.push(scalarOf(place, inner.from, inner.to));
      },
    },
    sets,
  );
  inside.compareMembers(from, to, []);
  return fields;
}

function changeOf({ from, to }: EntityDifference): EntityChange["change"] {
  return from === undefined ? "added" : to === undefined ? "removed" : "changed";
}

function scalarOf(path: readonly string[], from: JsonValue | undefined, to: JsonValue | undefined): Scalar {
  return {
    field: path.join("."),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Two places have one dotted field where a key holds a dot; then the values decide, not the order of the keys. */
function inOrder(scalars: Scalar[]): Scalar[] {
  const textOf = (scalar: Scalar): string => canonicalJson(scalar, "a difference");
  return scalars.sort((a, b) => byCodeUnit(a.field, b.field) || byCodeUnit(textOf(a), textOf(b)));
}

/** Two places have one dotted name where a key holds a dot, and an id can be in both. */
function uniqueIds(ids: string[]): string[] {
  return [...new Set(ids)].sort(byCodeUnit);
}
