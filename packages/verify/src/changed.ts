import { diffStates } from "@silo/artifacts";

/**
 * Places that differ between two states: `collection.id` for an entity, as in "opportunities.OPP-005", and the dotted
 * field for all else, as in "settings.currency". Each list is in code-unit order.
 */
export interface Changes {
  added: string[];
  removed: string[];
  changed: string[];
}

/**
 * What came, went and changed between two states (contract A3, G4), in the words of `state-diff.json`. Of two
 * collections it gives plain ids: `changed(initial.accounts, final.accounts).added`. Throws `value_not_json` for a state
 * that JSON cannot hold.
 */
export function changed(initial: unknown, final: unknown): Changes {
  const { collections, scalars } = diffStates(initial, final);
  const entities = (kind: keyof Changes): string[] =>
    Object.entries(collections).flatMap(([name, lists]) =>
      lists[kind].map((id) => (name === "" ? id : `${name}.${id}`)),
    );
  const fields = (kind: keyof Changes): string[] =>
    scalars
      .filter(
        ({ from, to }) => kind === (from === undefined ? "added" : to === undefined ? "removed" : "changed"),
      )
      .map(({ field }) => field);
  const places = (kind: keyof Changes): string[] => [...entities(kind), ...fields(kind)].sort();
  return { added: places("added"), removed: places("removed"), changed: places("changed") };
}
