import { isIntact, isSame, type StateRecord } from "./state-record.js";

/**
 * Makes the object of `record` again what the record says, in place: prototype, members in their order, items, entries,
 * time. Returns why that cannot be done, and undefined where it was.
 */
export function restoreRecord(record: StateRecord): string | undefined {
  const { object, kind } = record;
  if (Object.isExtensible(object) !== record.isExtensible) {
    return "it was frozen, sealed or closed to new members meanwhile";
  }
  if (!Reflect.setPrototypeOf(object, record.prototype)) return "its prototype cannot be set";
  const obstacle = kind === "array" ? restoreItems(record) : restoreMembers(record);
  if (obstacle !== undefined) return obstacle;
  restoreContent(record);
  return undefined;
}

function restoreMembers(record: StateRecord): string | undefined {
  const { object, kind } = record;
  const names = kind === "object" ? (record.keys as readonly string[]) : [];
  const former = new Set<string | symbol>(names);
  const kept: (string | symbol)[] = [];
  for (const key of Reflect.ownKeys(object)) {
    if (former.has(key)) kept.push(key);
    else if (!Reflect.deleteProperty(object, key)) return cannotBe("deleted", key);
  }
  // From the first member that is not in its place, all have to be made again, in their order.
  let inPlace = 0;
  while (inPlace < kept.length && kept[inPlace] === names[inPlace]) inPlace += 1;
  for (const key of kept.slice(inPlace)) {
    if (!Reflect.deleteProperty(object, key)) return cannotBe("deleted", key);
  }
  return restoreValues(record, names);
}

function restoreItems(record: StateRecord): string | undefined {
  const array = record.object as unknown[];
  const { length } = record.values;
  for (const key of Reflect.ownKeys(array)) {
    const isNamed = typeof key === "symbol" || !/^(length|\d+)$/.test(key);
    if (isNamed && !Reflect.deleteProperty(array, key)) return cannotBe("deleted", key);
  }
  if (array.length !== length && !Reflect.set(array, "length", length)) return cannotBe("set", "length");
  if (record.isExtensible && !Object.getOwnPropertyDescriptor(array, "length")?.writable) {
    return "its length was made read-only meanwhile";
  }
  return restoreValues(
    record,
    record.values.map((_, index) => String(index)),
  );
}

function restoreValues(record: StateRecord, names: readonly string[]): string | undefined {
  for (const [index, name] of names.entries()) {
    const former = record.attributes?.[index] ?? {
      value: record.values[index],
      writable: true,
      enumerable: true,
      configurable: true,
    };
    const current = Reflect.getOwnPropertyDescriptor(record.object, name);
    if (current && isSameMember(current, former)) continue;
    // Not by assignment: a setter of a prototype would take it, and `__proto__` is one.
    if (!Reflect.defineProperty(record.object, name, former)) return cannotBe("set", name);
  }
  return undefined;
}

function isSameMember(a: PropertyDescriptor, b: PropertyDescriptor): boolean {
  return (
    "value" in a &&
    isSame(a.value, b.value) &&
    a.writable === b.writable &&
    a.enumerable === b.enumerable &&
    a.configurable === b.configurable
  );
}

/** By the built-in methods: a class may have others of its own. A frozen Map, Set or Date takes them too. */
function restoreContent(record: StateRecord): void {
  const { object, kind, keys, values } = record;
  if (kind === "date") Date.prototype.setTime.call(object, values[0] as number);
  if (isIntact(record)) return;
  if (kind === "map") {
    const map = object as Map<unknown, unknown>;
    Map.prototype.clear.call(map);
    values.forEach((value, index) => Map.prototype.set.call(map, keys[index], value));
  } else if (kind === "set") {
    const set = object as Set<unknown>;
    Set.prototype.clear.call(set);
    values.forEach((item) => Set.prototype.add.call(set, item));
  }
}

function cannotBe(what: string, key: string | symbol): string {
  return `its member "${String(key)}" was locked meanwhile and cannot be ${what}`;
}
