import { types } from "node:util";

/** How an object is looked at. An `opaque` one is named in a fault and never recorded. */
export type RecordKind = "object" | "array" | "map" | "set" | "date" | "opaque";

/** What one object of the state held when it was recorded. Never changed; a later state of the object is a new record. */
export interface StateRecord {
  readonly object: object;
  readonly kind: RecordKind;
  readonly prototype: object | null;
  readonly isExtensible: boolean;
  /** The names of an object's members or the keys of a Map, in their order; else empty. */
  readonly keys: readonly unknown[];
  /** The values that belong to `keys`, the items of an array or a Set, the time of a Date (ms). */
  readonly values: readonly unknown[];
  /** Per value, where at least one member is read-only or cannot be configured. */
  readonly attributes: readonly PropertyDescriptor[] | undefined;
}

/** Why an object cannot be recorded; `member` where it is for one of its members. */
export interface Refusal {
  object: object;
  member?: string;
  reason: string;
}

const mapEntries = Map.prototype.forEach;
const setItems = Set.prototype.forEach;
const timeOf = Date.prototype.getTime;

/** Reads `object` without running any code of its author. What cannot be recorded goes to `refusals`. */
export function readRecord(object: object, refusals: Refusal[]): StateRecord {
  const opacity = opacityOf(object);
  if (opacity !== undefined) {
    refusals.push({ object, reason: opacity });
    return {
      object,
      kind: "opaque",
      prototype: null,
      isExtensible: false,
      keys: [],
      values: [],
      attributes: undefined,
    };
  }
  const kind = kindOf(object);
  const keys: unknown[] = [];
  const values: unknown[] = [];
  if (types.isMap(object)) {
    mapEntries.call(object, (value, key) => {
      keys.push(key);
      values.push(value);
    });
  } else if (types.isSet(object)) setItems.call(object, (item) => values.push(item));
  else if (types.isDate(object)) values.push(timeOf.call(object));
  const attributes = readMembers({ object, kind, keys, values, refusals });
  const record: StateRecord = {
    object,
    kind,
    prototype: Object.getPrototypeOf(object) as object | null,
    isExtensible: Object.isExtensible(object),
    keys,
    values,
    attributes,
  };
  for (const [index, value] of values.entries()) {
    const reason = kind === "date" ? undefined : unwritable(value);
    if (reason !== undefined) refusals.push({ object, member: placeOf(record, index), reason });
  }
  return record;
}

/** What JSON cannot hold, so that no artifact could tell of it (contract A6). */
function unwritable(value: unknown): string | undefined {
  if (typeof value === "bigint") return "it is a bigint";
  return typeof value === "number" && !Number.isFinite(value) ? `it is ${value}` : undefined;
}

interface MembersWalk {
  object: object;
  kind: RecordKind;
  keys: unknown[];
  values: unknown[];
  refusals: Refusal[];
}

/** The own members of an object or an array go to `keys` and `values`; a Map, a Set and a Date may have none. */
function readMembers(walk: MembersWalk): PropertyDescriptor[] | undefined {
  const { object, kind, keys, values, refusals } = walk;
  let arePlain = true;
  for (const key of Object.getOwnPropertyNames(object)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
    if (!descriptor || (kind === "array" && key === "length")) continue;
    if (!isPlain(descriptor) || kind !== "object") {
      arePlain &&= isPlain(descriptor);
      const reason = memberReason(kind, key, descriptor);
      if (reason !== undefined) refusals.push({ object, member: key, reason });
      if (kind !== "object" && !isNextIndex(kind, key, values)) continue;
    }
    if (kind === "object") keys.push(key);
    values.push(descriptor.value);
  }
  for (const symbol of Object.getOwnPropertySymbols(object)) {
    refusals.push({ object, member: String(symbol), reason: "it is named by a symbol" });
  }
  if (Array.isArray(object)) checkLength(object, values.length, refusals);
  return arePlain ? undefined : values.map((_, index) => attributesOf(walk, index));
}

function isPlain({ writable, enumerable, configurable }: PropertyDescriptor): boolean {
  return writable === true && enumerable === true && configurable === true;
}

function attributesOf({ object, kind, keys }: MembersWalk, index: number): PropertyDescriptor {
  return Reflect.getOwnPropertyDescriptor(object, kind === "object" ? (keys[index] as string) : index) ?? {};
}

function isNextIndex(kind: RecordKind, key: string, values: unknown[]): boolean {
  return kind === "array" && key === String(values.length);
}

function memberReason(kind: RecordKind, key: string, descriptor: PropertyDescriptor): string | undefined {
  if (kind === "array" && !/^(0|[1-9]\d*)$/.test(key)) return "it is a named member of an array";
  if (kind !== "object" && kind !== "array") return `it is a named member of a ${containerNames[kind]}`;
  if (!("value" in descriptor)) return "it is an accessor (a getter or setter), not a value";
  if (!descriptor.enumerable) return "it is a hidden member (not enumerable)";
  return undefined;
}

const containerNames = { map: "Map", set: "Set", date: "Date", opaque: "closed object" } as const;

function checkLength(array: unknown[], found: number, refusals: Refusal[]): void {
  if (array.length !== found) refusals.push({ object: array, reason: "it is an array with holes" });
  if (Object.isExtensible(array) && !Object.getOwnPropertyDescriptor(array, "length")?.writable) {
    refusals.push({ object: array, reason: "it is an array whose length is read-only" });
  }
}

function kindOf(object: object): RecordKind {
  if (Array.isArray(object)) return "array";
  if (types.isMap(object)) return "map";
  if (types.isSet(object)) return "set";
  return types.isDate(object) ? "date" : "object";
}

const open = new Set<unknown>([
  Object.prototype,
  Array.prototype,
  Map.prototype,
  Set.prototype,
  Date.prototype,
]);

/** It has no name in every version of Node; what stands in an iterator cannot be read. */
const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;

/** Why the content of `object` is not in its members: built-in kinds other than the five, and classes made from them. */
function opacityOf(object: object): string | undefined {
  if (types.isProxy(object)) return "it is a Proxy";
  if (isBuiltInOfOtherKind(object))
    return `it is ${withArticle(Object.prototype.toString.call(object).slice(8, -1))}`;
  let prototype = Object.getPrototypeOf(object) as object | null;
  while (prototype !== null && !open.has(prototype)) {
    if (types.isProxy(prototype)) return "a prototype of it is a Proxy";
    if (prototype === iteratorPrototype) return "it is an iterator";
    const name = globalClassOf(prototype);
    if (name !== undefined) return `it is ${withArticle(name)}`;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return undefined;
}

/** Told by what the object is, whatever its prototype has become. */
function isBuiltInOfOtherKind(object: object): boolean {
  return (
    types.isRegExp(object) ||
    types.isNativeError(object) ||
    types.isPromise(object) ||
    types.isBoxedPrimitive(object) ||
    types.isArgumentsObject(object) ||
    types.isWeakMap(object) ||
    types.isWeakSet(object) ||
    types.isAnyArrayBuffer(object) ||
    ArrayBuffer.isView(object) ||
    types.isGeneratorObject(object) ||
    types.isModuleNamespaceObject(object)
  );
}

/** The platform's classes are hidden members of the global object and of Intl; an author's are not. */
function globalClassOf(prototype: object): string | undefined {
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  if (typeof constructor !== "function") return undefined;
  const isNamedBy = (holder: object): boolean => {
    const named = Object.getOwnPropertyDescriptor(holder, constructor.name);
    return named?.enumerable === false && named.value === constructor;
  };
  return isNamedBy(globalThis) || isNamedBy(Intl) ? constructor.name : undefined;
}

function withArticle(name: string): string {
  return /^[aeiou]/i.test(name) ? `an ${name}` : `a ${name}`;
}

/**
 * Whether the object is what its record says, hidden and symbol-named members included; all but an attribute that
 * changed while the value did not. Runs no code of the author but accessors.
 */
export function isIntact(record: StateRecord): boolean {
  const { object } = record;
  if (Object.getPrototypeOf(object) !== record.prototype) return false;
  if (record.isExtensible !== Object.isExtensible(object)) return false;
  try {
    return hasSameContent(record);
  } catch {
    // An accessor that throws stands where a value was.
    return false;
  }
}

function hasSameContent(record: StateRecord): boolean {
  switch (record.kind) {
    case "array":
      return hasSameItems(record.object as unknown[], record);
    case "map":
      return hasSameEntries(record.object as Map<unknown, unknown>, record) && hasNoMembers(record.object);
    case "set":
      return hasSameEntries(record.object as Set<unknown>, record) && hasNoMembers(record.object);
    case "date":
      return isSame(timeOf.call(record.object), record.values[0]) && hasNoMembers(record.object);
    default:
      return hasSameMembers(record.object as Record<string, unknown>, record);
  }
}

/** By names and not by for-in, which passes over hidden members and goes on with inherited ones. */
function hasSameMembers(
  object: Record<string, unknown>,
  { keys, values, isExtensible }: StateRecord,
): boolean {
  const names = Object.getOwnPropertyNames(object);
  if (names.length !== keys.length) return false;
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    if (name !== keys[index] || !isSame(object[name], values[index])) return false;
  }
  return !isExtensible || Object.getOwnPropertySymbols(object).length === 0;
}

function hasSameItems(array: readonly unknown[], { values, isExtensible }: StateRecord): boolean {
  if (array.length !== values.length) return false;
  for (let index = 0; index < values.length; index += 1)
    if (!isSame(array[index], values[index])) return false;
  if (!isExtensible) return true;
  // One name more than items: the length. A hole takes one away.
  return (
    Object.getOwnPropertyNames(array).length === values.length + 1 &&
    Object.getOwnPropertySymbols(array).length === 0
  );
}

/** Keys and values, or items, in their order. By the built-in iteration: a class may have another of its own. */
function hasSameEntries(
  collection: Map<unknown, unknown> | Set<unknown>,
  { kind, keys, values }: StateRecord,
): boolean {
  let index = 0;
  let areSame = true;
  const compare = (value: unknown, key: unknown): void => {
    areSame &&=
      index < values.length && isSame(value, values[index]) && (kind === "set" || isSame(key, keys[index]));
    index += 1;
  };
  if (kind === "set") setItems.call(collection as Set<unknown>, compare);
  else mapEntries.call(collection as Map<unknown, unknown>, compare);
  return areSame && index === values.length;
}

function hasNoMembers(object: object): boolean {
  return Reflect.ownKeys(object).length === 0;
}

/** As Object.is has it, so that -0 is not taken for 0. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b ? a !== 0 || Object.is(a, b) : a !== a && b !== b;
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The name of a value's place in its object, as a part of a dotted path. */
export function placeOf({ kind, keys }: StateRecord, index: number): string {
  if (kind !== "object" && kind !== "map") return String(index);
  const key = keys[index];
  return typeof key === "string" || typeof key === "number" ? String(key) : `<entry ${index}>`;
}
