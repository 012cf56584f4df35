import { changedPlaces, diffStates } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { nearest } from "@silo/errors/nearest";

/**
 * What may differ: `true` for a place and all below it, a list for some of what it holds (ids of a collection, names of
 * members), or an object that says it for each of these.
 */
export type AllowedBelow = true | AllowedMembers;

type AllowedMembers = readonly (string | number)[] | { readonly [name: string]: AllowedBelow };

/** The members of a state by name; any name where the type of the state does not tell. */
type NameOf<State> = unknown extends State
  ? string
  : State extends readonly unknown[] | ReadonlyMap<unknown, unknown>
    ? string
    : keyof State & string;

/** What may differ between two states: {@link AllowedBelow}, with names of the state's own members. */
export type AllowedChanges<State> =
  readonly NameOf<State>[] | { readonly [Name in NameOf<State>]?: AllowedBelow };

export interface IgnoredChanges<State> {
  /** Members of the state that may differ in any way, such as a clock or an audit log. */
  ignore?: readonly NameOf<State>[];
}

/**
 * Whether nothing but what is allowed differs between two states (contract G4); what is allowed need not differ.
 * Throws as {@link otherChanges} does.
 */
export function onlyChanged<State>(
  initial: State,
  final: State,
  allowed: AllowedChanges<NoInfer<State>>,
  options: IgnoredChanges<NoInfer<State>> = {},
): boolean {
  return otherChanges(initial, final, allowed, options).length === 0;
}

/**
 * The places that differ between two states and are not allowed to, as `collection.id` or as a dotted field (contract
 * A3, G4). Ids and names further down may be missing from both states, since another agent might have made them; a name
 * that is no member of the initial state is a mistake whatever the agent did, and throws `usage_error`. Throws
 * `value_not_json` for a state that JSON cannot hold.
 */
export function otherChanges<State>(
  initial: State,
  final: State,
  allowed: AllowedChanges<NoInfer<State>>,
  { ignore = [] }: IgnoredChanges<NoInfer<State>> = {},
): string[] {
  const rules = [...rulesOf(allowed as AllowedMembers), ...rulesOf(ignore)];
  requireKnown(initial, final, rules);
  return changedPlaces(diffStates(withAllowed(initial, final, rules), final));
}

type Rule = [name: string, below: AllowedBelow];

function rulesOf(allowed: AllowedMembers): Rule[] {
  if (isList(allowed)) return allowed.map((name) => [String(name), true]);
  return Object.entries(allowed);
}

/** `Array.isArray` does not tell a read-only list from an object. */
function isList(allowed: AllowedMembers): allowed is readonly (string | number)[] {
  return Array.isArray(allowed);
}

/**
 * The initial state, with what is allowed to differ as it is in the final state. Nothing is changed in place: what lies
 * on the way is copied, and all else is shared with `from`.
 */
function withAllowed(from: unknown, to: unknown, rules: readonly Rule[]): unknown {
  const members = membersOf(from);
  const final = membersOf(to);
  if (members === undefined || final === undefined) return from;
  for (const [name, below] of rules) {
    if (below !== true) {
      if (members.has(name) && final.has(name)) {
        members.set(name, withAllowed(members.get(name), final.get(name), rulesOf(below)));
      }
    } else if (final.has(name)) members.set(name, final.get(name));
    else members.delete(name);
  }
  if (Array.isArray(from)) return [...members.values()];
  return from instanceof Map ? members : Object.fromEntries(members);
}

/** What `value` holds, by id or by name; undefined where that has neither. The Map is the caller's. */
function membersOf(value: unknown): Map<string, unknown> | undefined {
  if (value instanceof Map) return new Map(Array.from(value, ([key, item]) => [String(key), item]));
  if (Array.isArray(value)) {
    const members = new Map(value.map((item: unknown) => [idOf(item), item]));
    return members.size === value.length && !members.has(undefined)
      ? (members as Map<string, unknown>)
      : undefined;
  }
  const hasNames = typeof value === "object" && value !== null && !(value instanceof Set);
  return hasNames ? new Map(Object.entries(value)) : undefined;
}

function idOf(item: unknown): string | undefined {
  const { id } = (item ?? {}) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

function requireKnown(initial: unknown, final: unknown, rules: readonly Rule[]): void {
  const known = Array.isArray(initial) ? undefined : membersOf(initial);
  const unknown = rules.map(([name]) => name).filter((name) => known !== undefined && !known.has(name));
  if (known === undefined || known.size === 0 || unknown.length === 0) return;
  if (isCollection(initial) || isCollection(final)) return;
  const named = unknown.map((name) => {
    const [near] = nearest(name, known.keys());
    return near === undefined ? `"${name}"` : `"${name}" (did you mean "${near}"?)`;
  });
  throw siloError("usage_error", {
    problem: `The initial state has no member ${named.join(", ")}; its members are: ${[...known.keys()].join(", ")}. One that may come later needs a first value, such as null.`,
  });
}

/** Whether the names in `value` are ids, which are data. The comparison itself says so (contract A3). */
function isCollection(value: unknown): boolean {
  return Object.hasOwn(diffStates({}, value).collections, "");
}
