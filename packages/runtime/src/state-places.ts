import { isIdName } from "@silo/artifacts";
import { isObject, isSame, placeOf, type StateRecord } from "./state-record.js";

/** Deeper than any state that JSON can hold here: what lies below is not told apart. */
const maxDepth = 1_000;

export interface TwoStates {
  root: object;
  /** What an object held before; only asked for objects that were part of the state then. */
  before: Side;
  after: Side;
  /** The objects that changed and all that hold them. What is not among them is the same before and after. */
  touched: ReadonlySet<object>;
}

type Side = (object: object) => StateRecord;

/**
 * The places that differ: `collection.id` for entities, the dotted field for all else, in code-unit order; what
 * `changedPlaces(diffStates(…))` gives, without a copy of either state and without a look into what did not change. An
 * entity that holds another one, or is stored twice, is named for each. Members count, `toJSON` is not called.
 */
export function changedPlacesOf(states: TwoStates): string[] {
  const comparison = new Comparison(states);
  comparison.compare(states.root, states.root, []);
  const entities = [...comparison.collections].flatMap(([name, sets]) =>
    [...sets.added, ...sets.removed, ...sets.changed].map((id) => (name === "" ? id : `${name}.${id}`)),
  );
  return [...entities, ...comparison.fields].sort();
}

class Comparison {
  readonly fields: string[] = [];
  readonly collections = new Map<
    string,
    { added: Set<string>; removed: Set<string>; changed: Set<string> }
  >();
  readonly #states: TwoStates;
  /** The pairs on the way from the root to where the comparison is. */
  readonly #open: [unknown, unknown][] = [];
  /** Whether two objects are equal, where that was asked; true while it is being found out, so that a cycle ends. */
  readonly #equal = new Map<unknown, Map<unknown, boolean>>();

  constructor(states: TwoStates) {
    this.#states = states;
  }

  /** The rules are those of `diffStates` (contract A3). */
  compare(from: unknown, to: unknown, path: readonly string[]): void {
    if (this.#isUntouched(from, to) || this.#isOpen(from, to)) return;
    const [fromBranch, toBranch] = this.#branches(from, to);
    const parts = this.#split(fromBranch, toBranch);
    const fromEntities = fromBranch && entitiesOf(fromBranch, parts.same, parts.from);
    const toEntities = toBranch && entitiesOf(toBranch, parts.same, parts.to);
    const haveOneForm = fromBranch?.isArray === toBranch?.isArray;
    if (
      (fromEntities && toEntities && haveOneForm) ||
      (fromEntities && isNoneOf(to, toBranch, fromBranch)) ||
      (toEntities && isNoneOf(from, fromBranch, toBranch))
    ) {
      this.#compareEntities(fromEntities ?? new Map(), toEntities ?? new Map(), path.join("."));
    } else if (fromBranch && toBranch && haveOneForm && path.length < maxDepth) {
      this.#open.push([from, to]);
      if (fromBranch.texts || toBranch.texts) this.#compareSets(fromBranch, toBranch, path);
      else this.#compareMembers(parts, path);
      this.#open.pop();
    } else if (!this.#isEqual(from, to, path.length)) {
      this.fields.push(path.join("."));
    }
  }

  #compareMembers({ from, to }: Parts, path: readonly string[]): void {
    const former = new Map(from);
    for (const [name, value] of to) {
      this.compare(former.get(name), value, [...path, name]);
      former.delete(name);
    }
    for (const [name, value] of former) this.compare(value, undefined, [...path, name]);
  }

  /** An item of a Set has no place but its content: it is there or it is not. */
  #compareSets(from: Branch, to: Branch, path: readonly string[]): void {
    const counts = new Map<string, number>();
    for (const text of textsOf(from)) counts.set(text, (counts.get(text) ?? 0) - 1);
    for (const text of textsOf(to)) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const [text, count] of counts) {
      for (let left = Math.abs(count); left > 0; left -= 1) this.fields.push(placeInSet(path, text));
    }
  }

  #compareEntities(from: Entities, to: Entities, name: string): void {
    const added = [...to.keys()].filter((id) => !from.has(id));
    const removed = [...from.keys()].filter((id) => !to.has(id));
    const changed = [...from.keys()].filter(
      (id) => to.has(id) && !this.#isEqual(from.get(id), to.get(id), 0),
    );
    if (added.length + removed.length + changed.length === 0) return;
    // Two places have one dotted name where a key holds a dot.
    const sets = this.collections.get(name) ?? { added: new Set(), removed: new Set(), changed: new Set() };
    this.collections.set(name, sets);
    for (const id of added) sets.added.add(id);
    for (const id of removed) sets.removed.add(id);
    for (const id of changed) sets.changed.add(id);
  }

  /** Whether both are the same JSON. */
  #isEqual(from: unknown, to: unknown, depth: number): boolean {
    if (this.#isUntouched(from, to)) return true;
    const [fromBranch, toBranch] = this.#branches(from, to);
    if (!fromBranch && !toBranch) {
      return isSameLeaf(leafOf(from, this.#states.before), leafOf(to, this.#states.after));
    }
    if (!fromBranch || !toBranch || fromBranch.isArray !== toBranch.isArray || depth > maxDepth) return false;
    const answers = this.#equal.get(from) ?? new Map<unknown, boolean>();
    this.#equal.set(from, answers);
    const known = answers.get(to);
    if (known !== undefined) return known;
    answers.set(to, true);
    const parts = this.#split(fromBranch, toBranch);
    const latter = new Map(parts.to);
    const areEqual =
      parts.from.length === parts.to.length &&
      parts.from.every(
        ([name, value]) => latter.has(name) && this.#isEqual(value, latter.get(name), depth + 1),
      );
    answers.set(to, areEqual);
    return areEqual;
  }

  #branches(from: unknown, to: unknown): [Branch | undefined, Branch | undefined] {
    return [branchOf(from, this.#states.before), branchOf(to, this.#states.after)];
  }

  #isUntouched(from: unknown, to: unknown): boolean {
    return from === to && (!isObject(from) || !this.#states.touched.has(from));
  }

  /** A state that contains itself is none that JSON can hold; it may still be asked about before that is found. */
  #isOpen(from: unknown, to: unknown): boolean {
    return this.#open.some(([openFrom, openTo]) => openFrom === from && openTo === to);
  }

  #split(from: Branch | undefined, to: Branch | undefined): Parts {
    const parts: Parts = { same: [], from: [], to: [] };
    const canMatch = from?.isArray === to?.isArray;
    const length = Math.max(from?.values.length ?? 0, to?.values.length ?? 0);
    for (let index = 0; index < length; index += 1) {
      const isInFrom = from && index < from.values.length;
      const isInTo = to && index < to.values.length;
      if (
        canMatch &&
        isInFrom &&
        isInTo &&
        from.names?.[index] === to.names?.[index] &&
        this.#isUntouched(from.values[index], to.values[index])
      ) {
        parts.same.push(index);
        continue;
      }
      if (isInFrom) parts.from.push([nameAt(from, index), from.values[index]]);
      if (isInTo) parts.to.push([nameAt(to, index), to.values[index]]);
    }
    return parts;
  }
}

/** An array or an object as JSON has them, read from a record. */
interface Branch {
  isArray: boolean;
  /** None for an array: its names are its indexes. */
  names: readonly string[] | undefined;
  values: readonly unknown[];
  /** Of a Set: its items as canonical JSON, in their order. */
  texts?: readonly string[];
  side: Side;
}

/** The indexes at which two branches hold the same, untouched, under one name; and the rest of each. */
interface Parts {
  same: number[];
  from: [name: string, value: unknown][];
  to: [name: string, value: unknown][];
}

type Entities = Map<string, unknown>;

function branchOf(value: unknown, side: Side): Branch | undefined {
  if (!isObject(value)) return undefined;
  const record = side(value);
  const { kind, values } = record;
  if (kind === "date" || kind === "opaque") return undefined;
  if (kind === "array") return { isArray: true, names: undefined, values, side };
  if (kind === "set") return branchOfSet(values, side);
  if (values.includes(undefined)) return withoutUndefined(record, side);
  const names =
    kind === "object" ? (record.keys as string[]) : values.map((_, index) => placeOf(record, index));
  return { isArray: false, names, values, side };
}

/** The items in the order of their contents, since that of a Set does not count. */
function branchOfSet(values: readonly unknown[], side: Side): Branch {
  const items = values.map((value) => [textOf(value, side), value] as const);
  items.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const texts = items.map(([text]) => text);
  return { isArray: true, names: undefined, values: items.map(([, value]) => value), texts, side };
}

function textsOf({ values, texts, side }: Branch): readonly string[] {
  return texts ?? values.map((value) => textOf(value, side));
}

/** As in the diff: a text by itself, anything else as canonical JSON. */
function placeInSet(path: readonly string[], text: string): string {
  return [...path, text.startsWith('"') ? String(JSON.parse(text)) : text].join(".");
}

/** A value as canonical JSON, read from the records of one side. A state that contains itself is refused elsewhere. */
function textOf(value: unknown, side: Side, open: readonly object[] = []): string {
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const record = side(value);
  if (record.kind === "date") return JSON.stringify(leafOf(value, side));
  if (record.kind === "opaque" || open.includes(value)) return "null";
  const inside = [...open, value];
  if (record.kind === "array" || record.kind === "set") {
    const items = record.values.map((item) => textOf(item, side, inside));
    return `[${(record.kind === "set" ? items.sort() : items).join(",")}]`;
  }
  const { names, values } = withoutUndefined(record, side);
  const members = values.map((item, index) => [names?.[index] ?? "", textOf(item, side, inside)] as const);
  const inOrder = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${inOrder.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

/** JSON leaves such members out. */
function withoutUndefined(record: StateRecord, side: Side): Branch {
  const present = [...record.values.keys()].filter((index) => record.values[index] !== undefined);
  const names = present.map((index) => placeOf(record, index));
  return { isArray: false, names, values: present.map((index) => record.values[index]), side };
}

function nameAt({ names }: Branch, index: number): string {
  return names ? (names[index] as string) : String(index);
}

/** A Date is its text; NaN for one that is invalid. */
function leafOf(value: unknown, side: Side): unknown {
  if (!isObject(value)) return value;
  const record = side(value);
  if (record.kind !== "date") return value;
  const time = record.values[0] as number;
  return Number.isNaN(time) ? time : new Date(time).toISOString();
}

/** JSON has one zero, and diffs take both for one. */
function isSameLeaf(a: unknown, b: unknown): boolean {
  return a === b || isSame(a, b);
}

/**
 * Where the branch is a collection (contract A3), those entities by id that are among its `rest`; else undefined. The
 * entities at the indexes of `same` count for what the branch is, and are left out.
 */
function entitiesOf(branch: Branch, same: readonly number[], rest: Parts["from"]): Entities | undefined {
  const { isArray, values, side } = branch;
  if (values.length === 0 || !rest.every(([, value]) => isObjectForm(value, side))) return undefined;
  if (!same.every((index) => isObjectForm(values[index], side))) return undefined;
  if (isArray) return uniqueEntities(branch, same, rest);
  const isCollection =
    rest.some(([name, value]) => hasKeyAsId(value, name, side)) ||
    same.some((index) => hasKeyAsId(values[index], nameAt(branch, index), side));
  return isCollection ? new Map(rest) : undefined;
}

function uniqueEntities(
  { values, side }: Branch,
  same: readonly number[],
  rest: Parts["from"],
): Entities | undefined {
  const ids = new Set<string>();
  for (const index of same) {
    const id = idOf(values[index], side);
    if (id === undefined || ids.has(id)) return undefined;
    ids.add(id);
  }
  const entities: Entities = new Map();
  for (const [, value] of rest) {
    const id = idOf(value, side);
    if (id === undefined || ids.has(id)) return undefined;
    ids.add(id);
    entities.set(id, value);
  }
  return entities;
}

function isObjectForm(value: unknown, side: Side): value is object {
  if (!isObject(value)) return false;
  const { kind } = side(value);
  return kind === "object" || kind === "map";
}

function idOf(value: unknown, side: Side): string | undefined {
  if (!isObjectForm(value, side)) return undefined;
  const record = side(value);
  return asId(record.values[record.keys.indexOf("id")], side);
}

function hasKeyAsId(value: unknown, key: string, side: Side): boolean {
  if (!isObjectForm(value, side)) return false;
  const { keys, values } = side(value);
  return keys.some((name, index) => isIdName(String(name)) && asId(values[index], side) === key);
}

function asId(value: unknown, side: Side): string | undefined {
  const id = leafOf(value, side);
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** Whether `value` is the empty form of the collection `other`, or is not there at all. */
function isNoneOf(value: unknown, branch: Branch | undefined, other: Branch | undefined): boolean {
  if (value === undefined) return true;
  return branch !== undefined && branch.isArray === other?.isArray && branch.values.length === 0;
}
