import { notRecordable, notRestorable } from "./ledger-fault.js";
import { pathsOf } from "./object-paths.js";
import { OwnerIndex } from "./owner-index.js";
import { restoreRecord } from "./restore-record.js";
import { changedPlacesOf } from "./state-places.js";
import { isIntact, isObject, placeOf, readRecord, type Refusal, type StateRecord } from "./state-record.js";

/** What a scan found. Ask it before the next `commit` or `restore`. */
export interface StateChanges {
  /** Whether anything differs, the order of keys and the identity of objects included. */
  isChanged: boolean;
  /**
   * What differs as JSON: `collection.id` for entities, dotted fields for all else, in code-unit order, as
   * `changedPlaces` of the state's diff. Empty where JSON does not show the change, such as a new order of entities.
   */
  places(): string[];
  /** The dotted paths, before the change, of the objects that changed, in code-unit order; empty text for the root. */
  paths(): string[];
}

/** The records of one world, beside its ordinary objects (contract T3). One ledger per world. */
export interface StateLedger {
  /** Compares every recorded object with its record. */
  scan(): StateChanges;
  /**
   * Takes what changed into the records: the world after a call that succeeded. Throws `LedgerFault`, and leaves the
   * records as they are, where the state now holds what cannot be recorded; `restore` still goes back then.
   */
  commit(): void;
  /**
   * Puts every changed object back in place: identity, shared references, prototypes, order of keys, content of Maps,
   * Sets and Dates. Throws `LedgerFault` where that cannot be done, after everything else is back.
   */
  restore(): void;
}

/** What a scan found; `looked` once the changed objects were read as they are now. */
interface Found {
  changed: StateRecord[];
  looked: Look | undefined;
}

interface Look {
  read: ReadonlyMap<object, StateRecord>;
  refusals: readonly Refusal[];
}

/**
 * Records all that `state` reaches. Throws `LedgerFault` with the path of what cannot be recorded: functions, symbols as
 * keys, accessors, hidden members, arrays with holes, named members of arrays, Maps, Sets and Dates, Proxies, and built-in
 * kinds whose content is not in their members (RegExp, Error, Promise, WeakMap, typed arrays, URL …). Not seen are #private
 * fields, closures, and an attribute that changes while its value does not.
 *
 * `commit` and `restore` work on what the last `scan` found, and scan themselves where there was none since the last of
 * them; no code of the author may run between.
 */
export function openLedger(state: object): StateLedger {
  const records = new Map<object, StateRecord>();
  const owners = new OwnerIndex();
  let found: Found | undefined;
  const recordOf = (object: object): StateRecord | undefined => records.get(object);
  install(accepted(look([state])));
  return { scan, commit, restore };

  function scan(): StateChanges {
    const current: Found = { changed: [], looked: undefined };
    for (const record of records.values()) if (!isIntact(record)) current.changed.push(record);
    found = current;
    const requireCurrent = (): void => {
      if (found !== current)
        throw new Error("The changes of a scan were asked for after they were taken or undone.");
    };
    return {
      isChanged: current.changed.length > 0,
      places: () => {
        requireCurrent();
        return placesOf(current);
      },
      paths: () => {
        requireCurrent();
        return [...pathsOf(state, objectsOf(current.changed), recordOf).values()].sort();
      },
    };
  }

  function commit(): void {
    const { changed, looked } = takeChanges();
    install(accepted(looked ?? look(objectsOf(changed))));
  }

  function restore(): void {
    const obstacles = takeChanges().changed.flatMap((record) => {
      const reason = restoreRecord(record);
      return reason === undefined ? [] : [{ object: record.object, reason }];
    });
    const [first] = obstacles;
    if (!first) return;
    throw notRestorable(pathsOf(state, [first.object], recordOf).get(first.object) ?? "", first.reason);
  }

  function takeChanges(): Found {
    if (!found) scan();
    const taken = found ?? { changed: [], looked: undefined };
    found = undefined;
    return taken;
  }

  function placesOf(current: Found): string[] {
    const objects = objectsOf(current.changed);
    const { read } = (current.looked ??= look(objects));
    const before = (object: object): StateRecord => records.get(object) as StateRecord;
    const after = (object: object): StateRecord => read.get(object) ?? before(object);
    return changedPlacesOf({ root: state, before, after, touched: owners.withAncestors(objects) });
  }

  /** Reads `objects` as they are now, and whatever they reach that is not recorded yet. */
  function look(objects: readonly object[]): Look {
    const refusals: Refusal[] = [];
    const read = new Map<object, StateRecord>();
    const open = [...objects];
    for (let object = open.pop(); object !== undefined; object = open.pop()) {
      if (read.has(object)) continue;
      const record = readRecord(object, refusals);
      read.set(object, record);
      forEachHeld(record, (value, index) => {
        if (typeof value === "function") {
          refusals.push({
            object: record.object,
            member: placeOf(record, index),
            reason: "it is a function",
          });
        } else if (isObject(value) && !records.has(value)) open.push(value);
      });
    }
    return { read, refusals };
  }

  function accepted({ read, refusals }: Look): Look["read"] {
    if (refusals.length === 0) return read;
    const refused = refusals.map(({ object }) => object);
    const paths = pathsOf(state, refused, (object) => read.get(object) ?? records.get(object));
    for (const { object, member, reason } of refusals) {
      const path = paths.get(object);
      // What a tool has taken out of the state is its own affair.
      if (path === undefined) continue;
      const parts = [path, member].filter((part) => part !== undefined && part !== "");
      throw notRecordable(parts.join("."), reason);
    }
    return read;
  }

  function install(read: Look["read"]): void {
    const unlinked = new Set<object>();
    for (const [object, record] of read) {
      const former = records.get(object);
      records.set(object, record);
      relink(former, record, unlinked);
    }
    dropDetached(unlinked);
  }

  function relink(former: StateRecord | undefined, record: StateRecord, unlinked: Set<object>): void {
    const { object } = record;
    const link = (value: unknown): void => {
      if (isObject(value)) owners.link(value, object);
    };
    const unlink = (value: unknown): void => {
      if (!isObject(value)) return;
      owners.unlink(value, object);
      unlinked.add(value);
    };
    const exchange = (old: readonly unknown[], now: readonly unknown[]): void => {
      for (let index = 0; index < Math.max(old.length, now.length); index += 1) {
        if (old[index] === now[index]) continue;
        link(now[index]);
        unlink(old[index]);
      }
    };
    exchange(former?.values ?? [], record.values);
    if (record.kind === "map") exchange(former?.keys ?? [], record.keys);
  }

  /** What no longer belongs to the state is no longer watched: an author may do with it as they like. */
  function dropDetached(candidates: Set<object>): void {
    const alive = new Set([state]);
    for (const candidate of candidates) {
      if (!records.has(candidate)) continue;
      const detached = owners.detachedWith(candidate, alive);
      if (!detached) alive.add(candidate);
      for (const object of detached ?? []) {
        const record = records.get(object);
        records.delete(object);
        if (!record) continue;
        forEachHeld(record, (value) => {
          if (!isObject(value)) return;
          owners.unlink(value, object);
          candidates.add(value);
        });
      }
    }
  }
}

function objectsOf(changed: readonly StateRecord[]): object[] {
  return changed.map(({ object }) => object);
}

function forEachHeld(record: StateRecord, visit: (value: unknown, index: number) => void): void {
  record.values.forEach(visit);
  if (record.kind === "map") record.keys.forEach(visit);
}
