import { changedPlaces, diffStates, jsonCopy } from "@silo/artifacts";
import { expect, it } from "vitest";
import { openLedger } from "./state-ledger.js";

/**
 * Calls at random, each of which succeeds, fails or only claims to read, checked by means that the ledger does not use:
 * a photograph of every reachable object, and the diff of two JSON copies. A failure names its seed; `SILO_FUZZ_SEED=n`
 * runs that one alone, `SILO_DEEP=1` runs many that differ from run to run.
 */
const callsPerSeed = 40;
const seeds = seedsToRun();

function seedsToRun(): number[] {
  const alone = process.env["SILO_FUZZ_SEED"];
  if (alone !== undefined) return [Number(alone)];
  const isDeep = process.env["SILO_DEEP"] === "1";
  const first = isDeep ? Date.now() % 2 ** 31 : 1;
  return Array.from({ length: isDeep ? 1_100 : 50 }, (_, index) => first + index);
}

class Account {
  id: string;
  balance = 0;
  history: unknown[] = [];
  constructor(id: string) {
    this.id = id;
  }
  get isEmpty(): boolean {
    return this.balance === 0;
  }
}

type Members = Record<string, unknown>;

class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  /** The generator mulberry32: small, and the same on every machine. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * limit);
  }
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

function createState(): Members {
  const ann = { id: "U1", name: "Ann", address: { city: "Bonn", lines: ["1", "2"] } };
  const lead = (id: string): Members => ({
    id,
    stage: "new",
    tags: ["a", "b"],
    owner: ann,
    at: new Date(1_000),
    seen: new Set(["x"]),
  });
  const first = lead("L1");
  return {
    leads: { L1: first, L2: lead("L2"), L3: lead("L3") },
    users: [ann, { id: "U2", name: "Bob" }, { id: 3, name: "Cid" }],
    deals: new Map<unknown, unknown>([
      ["D1", { id: "D1", lead: first, notes: new Map([["k", { text: "t" }]]) }],
      ["D2", { id: "D2", steps: [{ done: false }, { done: true }] }],
    ]),
    accounts: { A1: new Account("A1"), A2: new Account("A2") },
    settings: { limits: { daily: 3, hourly: 1 }, "dotted.name": 1, order: ["L1", "L2"] },
    recent: [first],
    flags: new Set<unknown>(["on", { id: "F1" }]),
    started: new Date(5_000),
    none: {},
    empty: [],
    count: 0,
  };
}

function reachable(root: object): object[] {
  const found = new Set([root]);
  for (const object of found) {
    for (const value of heldBy(object)) if (typeof value === "object" && value !== null) found.add(value);
  }
  return [...found];
}

function heldBy(object: object): unknown[] {
  if (object instanceof Map) return [...object].flat();
  return object instanceof Set ? [...object] : Object.values(object);
}

/** Everything there is to see of an object, one after the other; compared by identity. */
function portrait(object: object): unknown[] {
  const members = Reflect.ownKeys(object).flatMap((key) => {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    return [key, descriptor?.value, descriptor?.writable, descriptor?.enumerable, descriptor?.configurable];
  });
  const content = object instanceof Map ? [...object].flat() : object instanceof Set ? [...object] : [];
  const time = object instanceof Date ? [object.getTime()] : [];
  return [Object.getPrototypeOf(object), Object.isExtensible(object), ...members, "|", ...content, ...time];
}

function photograph(root: object): Map<object, unknown[]> {
  return new Map(reachable(root).map((object) => [object, portrait(object)]));
}

function isSamePhotograph(a: Map<object, unknown[]>, b: Map<object, unknown[]>): boolean {
  return (
    a.size === b.size &&
    [...a].every(([object, shot]) => {
      const other = b.get(object);
      return other?.length === shot.length && shot.every((part, index) => Object.is(part, other[index]));
    })
  );
}

/** Writes like a tool's, at a random place; `pool` keeps what was once part of the state. */
class Writer {
  readonly pool: object[] = [];
  readonly #state: Members;
  readonly #dice: Dice;
  #made = 0;
  constructor(state: Members, dice: Dice) {
    this.#state = state;
    this.#dice = dice;
  }

  write(): void {
    const target = this.#dice.below(12) === 0 ? this.#state : this.#dice.pick(reachable(this.#state));
    this.writeTo(target);
  }

  writeTo(target: object): void {
    if (this.#dice.below(4) === 0) this.pool.push(target);
    if (target instanceof Map) this.#writeMap(target);
    else if (target instanceof Set) this.#writeSet(target);
    else if (target instanceof Date) target.setTime(this.#dice.below(4) * 1_000);
    else if (Array.isArray(target)) this.#writeArray(target);
    else this.#writeMembers(target as Members);
  }

  #writeMembers(target: Members): void {
    const keys = Object.keys(target);
    const key = this.#dice.pick(keys.length > 0 ? keys : ["first"]);
    const choice = this.#dice.below(9);
    if (choice < 3) target[key] = this.#value(target);
    else if (choice === 3) delete target[key];
    else if (choice === 4) target[this.#dice.pick(["L1", "L9", "7", "extra", "id"])] = this.#value(target);
    else if (choice === 5) this.#moveToEnd(target, key);
    else if (choice === 6) this.#changeAndRevert(target, key);
    else if (choice === 7)
      Object.setPrototypeOf(target, this.#dice.pick([Object.prototype, Account.prototype]));
    else {
      const id = `N${this.#dice.below(5)}`;
      target[id] = { ...this.#entity(id) };
    }
  }

  #moveToEnd(target: Members, key: string): void {
    const value = target[key];
    delete target[key];
    target[key] = value;
  }

  #changeAndRevert(target: Members, key: string): void {
    if (!Object.hasOwn(target, key)) return;
    const value = target[key];
    target[key] = "in between";
    target[key] = value;
  }

  #writeArray(target: unknown[]): void {
    const at = this.#dice.below(target.length);
    const choice = this.#dice.below(6);
    if (choice === 0) target.push(this.#value(target));
    else if (choice === 1) target.splice(at, 1);
    else if (choice === 2) target.reverse();
    else if (choice === 3) target.unshift(this.#value(target));
    else if (choice === 4) target.length = at;
    else if (target.length > 0) target[at] = this.#value(target);
  }

  #writeMap(target: Map<unknown, unknown>): void {
    const key = this.#dice.pick(["D1", "D2", "k", "x"]);
    const choice = this.#dice.below(5);
    if (choice === 0) target.delete(key);
    else if (choice === 1 && this.#dice.below(3) === 0) target.clear();
    else target.set(key, this.#value(target));
  }

  #writeSet(target: Set<unknown>): void {
    if (this.#dice.below(3) === 0) target.delete(this.#dice.pick([...target]));
    else target.add(this.#value(target));
  }

  /** For `owner` to hold: a new value, one of the state (an alias), or one that was part of it; never a cycle. */
  #value(owner: object): unknown {
    const choice = this.#dice.below(8);
    if (choice < 3) return this.#dice.pick(["new", "won", 0, -0, 1, 2.5, true, null]);
    if (choice === 3) return this.#entity(`N${this.#dice.below(5)}`);
    if (choice === 4)
      return this.#dice.pick([[], {}, new Map(), new Set(), [1], { a: 1 }, [{ id: "Z" }], new Date(0)]);
    const known = choice === 5 && this.pool.length > 0 ? this.pool : reachable(this.#state);
    const alias = this.#dice.pick(known);
    return reachable(alias).includes(owner) ? "would be a cycle" : alias;
  }

  #entity(id: string): Members {
    this.#made += 1;
    return { id, made: this.#made, parts: [{ n: 1 }] };
  }
}

interface Tally {
  calls: number;
  named: number;
  rollbacks: number;
}

function runSeed(seed: number): Tally {
  const dice = new Dice(seed);
  let state = createState();
  let writer = new Writer(state, dice);
  let ledger = openLedger(state);
  const tally = { calls: 0, named: 0, rollbacks: 0 };
  for (let call = 0; call < callsPerSeed; call += 1) {
    const where = `seed ${seed}, call ${call}`;
    const photo = photograph(state);
    const before = structuredClone(state);
    const writes = dice.below(6);
    for (let index = 0; index < writes; index += 1) writer.write();

    const changes = ledger.scan();
    expect(changes.isChanged, where).toBe(!isSamePhotograph(photo, photograph(state)));
    expect(changes.places(), where).toEqual(changedPlaces(diffStates(before, state)));
    if (changes.places().length > 0) tally.named += 1;
    expect(changes.paths().length > 0, where).toBe(changes.isChanged);
    if (dice.below(5) < 3) {
      ledger.restore();
      tally.rollbacks += 1;
      expect(isSamePhotograph(photo, photograph(state)), where).toBe(true);
      expect(changedPlaces(diffStates(before, state)), where).toEqual([]);
    } else {
      ledger.commit();
    }
    expect(ledger.scan().isChanged, where).toBe(false);
    expectInStep({ ledger, state, writer, dice, where });
    tally.calls += 1;
    // Aliases of aliases make a state grow without end as JSON.
    if (JSON.stringify(jsonCopy(state, "the state")).length > 6_000) {
      state = createState();
      writer = new Writer(state, dice);
      ledger = openLedger(state);
    }
  }
  return tally;
}

/** A write to what is no longer part of the state is not seen, and one to what is part of it is. */
function expectInStep(at: {
  ledger: ReturnType<typeof openLedger>;
  state: Members;
  writer: Writer;
  dice: Dice;
  where: string;
}): void {
  const { ledger, state, writer, dice, where } = at;
  const held = new Set(reachable(state));
  const object = writer.pool.length > 0 ? dice.pick(writer.pool) : {};
  if (!reachable(object).some((part) => held.has(part))) {
    if (object instanceof Map) object.set("detached", dice.below(1_000));
    else if (object instanceof Set) object.add(dice.below(1_000));
    else if (object instanceof Date) object.setTime(dice.below(1_000));
    else Object.assign(object, { 0: dice.below(1_000) });
    expect(ledger.scan().isChanged, where).toBe(false);
  }
  const photo = photograph(state);
  const target = dice.pick([...held]);
  if (target instanceof Date) target.setTime(target.getTime() + 1);
  else if (target instanceof Set) target.add(Symbol());
  else if (target instanceof Map) target.set("in step", {});
  else if (Array.isArray(target)) target.push("in step");
  else Object.assign(target, { inStep: {} });
  expect(ledger.scan().isChanged, where).toBe(true);
  ledger.restore();
  expect(isSamePhotograph(photo, photograph(state)), where).toBe(true);
}

it(`keeps step through calls at random, seeds ${seeds[0]} to ${seeds.at(-1)}`, { timeout: 600_000 }, () => {
  const tallies = seeds.map(runSeed);
  const sum = (what: keyof Tally): number => tallies.reduce((total, tally) => total + tally[what], 0);
  expect(sum("calls")).toBe(seeds.length * callsPerSeed);
  expect(sum("rollbacks")).toBeGreaterThan(sum("calls") / 3);
  expect(sum("named")).toBeGreaterThan(sum("calls") / 3);
});
