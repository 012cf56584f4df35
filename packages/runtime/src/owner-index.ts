/** The owners of an object that has several, with how many places each holds it in. */
class Owners {
  readonly places = new Map<object, number>();
}

/** Which objects hold which, counted by place, so that a change finds what it belongs to without a search. */
export class OwnerIndex {
  /** Nearly every object has one owner, and no Map of its own. */
  readonly #owners = new Map<object, object>();

  link(object: object, owner: object): void {
    const known = this.#owners.get(object);
    if (known === undefined) {
      this.#owners.set(object, owner);
    } else if (known instanceof Owners) {
      known.places.set(owner, (known.places.get(owner) ?? 0) + 1);
    } else {
      const several = new Owners();
      several.places.set(known, 1);
      several.places.set(owner, (several.places.get(owner) ?? 0) + 1);
      this.#owners.set(object, several);
    }
  }

  unlink(object: object, owner: object): void {
    const known = this.#owners.get(object);
    if (known === owner) this.#owners.delete(object);
    if (!(known instanceof Owners)) return;
    const places = known.places.get(owner) ?? 0;
    if (places > 1) known.places.set(owner, places - 1);
    else known.places.delete(owner);
    if (known.places.size === 0) this.#owners.delete(object);
  }

  /** The objects themselves and all that hold them, directly or not. */
  withAncestors(objects: Iterable<object>): Set<object> {
    const found = new Set(objects);
    // A Set's iteration comes to what is added during it.
    for (const object of found) for (const owner of this.#ownersOf(object)) found.add(owner);
    return found;
  }

  /**
   * Undefined where an object of `alive` holds `object`, directly or not; else the objects that were passed on the way
   * up: none of them is held either.
   */
  detachedWith(object: object, alive: ReadonlySet<object>): Set<object> | undefined {
    const passed = new Set([object]);
    const open = [object];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (alive.has(at)) return undefined;
      for (const owner of this.#ownersOf(at)) {
        if (passed.has(owner)) continue;
        passed.add(owner);
        open.push(owner);
      }
    }
    return passed;
  }

  #ownersOf(object: object): Iterable<object> {
    const known = this.#owners.get(object);
    if (known === undefined) return [];
    return known instanceof Owners ? known.places.keys() : [known];
  }
}
