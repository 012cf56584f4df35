import { describe, expect, it } from "vitest";
import { openLedger, type StateLedger } from "./state-ledger.js";

interface Lead {
  id: string;
  stage: string;
  tags: string[];
  owner?: { id: string; name: string };
}

function crm() {
  const ann = { id: "U1", name: "Ann" };
  const lead = (id: string): Lead => ({ id, stage: "new", tags: ["b", "a"], owner: ann });
  const leads: Record<string, Lead> = { L1: lead("L1"), L2: lead("L2") };
  return {
    leads,
    users: [ann],
    seen: new Set<unknown>(["x", new Set([1, 2])]),
    deals: new Map<unknown, unknown>([["D1", { id: "D1", amount: 1 }]]),
    started: new Date(1_000),
    count: 0,
  };
}

/** What a tool does before it throws. */
function fail(ledger: StateLedger, write: () => void): void {
  write();
  expect(ledger.scan().isChanged).toBe(true);
  ledger.restore();
  expect(ledger.scan().isChanged).toBe(false);
}

function succeed(ledger: StateLedger, write: () => void): string[] {
  write();
  const places = ledger.scan().places();
  ledger.commit();
  expect(ledger.scan().isChanged).toBe(false);
  return places;
}

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("nothing was thrown");
}

describe("the author's objects stay ordinary", () => {
  it("can be cloned: an entity, a collection, the state", () => {
    const state = crm();
    const ledger = openLedger(state);
    for (const part of [state.leads["L1"], state.leads, state, { ...state.leads }, [state.users[0]]]) {
      expect(structuredClone(part)).toEqual(part);
    }
    expect(ledger.scan().isChanged).toBe(false);
  });

  it("can be spread, listed, written as JSON and compared by identity, and nothing is added to them", () => {
    const state = crm();
    const untouched = crm();
    const lead = state.leads["L1"];
    openLedger(state);
    expect(state).toEqual(untouched);
    expect(JSON.stringify(state)).toBe(JSON.stringify(untouched));
    expect({ ...lead }).toEqual(untouched.leads["L1"]);
    expect(Object.values(state.leads)[0]).toBe(lead);
    expect(Reflect.ownKeys(state.leads)).toEqual(["L1", "L2"]);
    expect(state.users.includes(lead?.owner ?? { id: "", name: "" })).toBe(true);
  });

  it("can be returned by a tool, kept, cloned and used after a rollback", () => {
    const state = crm();
    const ledger = openLedger(state);
    const { leads } = state;
    const kept = leads["L1"] as Lead;
    fail(ledger, () => {
      kept.stage = "won";
      kept.tags.push("c");
      leads["L3"] = kept;
    });
    expect(leads).toBe(state.leads);
    expect(leads["L1"]).toBe(kept);
    expect(kept).toEqual(crm().leads["L1"]);
    expect(structuredClone(kept)).toEqual(kept);
    expect(Object.keys(leads)).toEqual(["L1", "L2"]);
  });

  it("keep the methods of classes with #private fields working; those fields are not seen", () => {
    class Counter {
      shown = 0;
      #hidden = 0;
      add(): number {
        this.shown += 1;
        this.#hidden += 1;
        return this.#hidden;
      }
    }
    const state = { counter: new Counter() };
    const ledger = openLedger(state);
    fail(ledger, () => expect(state.counter.add()).toBe(1));
    expect(state.counter.shown).toBe(0);
    expect(state.counter.add()).toBe(2);
  });
});

describe("a rollback", () => {
  it("keeps a shared reference and an entity that is stored twice one object", () => {
    const state = { ...crm(), recent: [] as Lead[] };
    const first = state.leads["L1"] as Lead;
    state.recent.push(first);
    const owner = first.owner;
    const ledger = openLedger(state);
    fail(ledger, () => {
      first.stage = "won";
      state.leads = { L1: structuredClone(first) };
      state.recent = [];
      first.owner = { id: "U9", name: "Eve" };
    });
    expect(state.leads["L1"]).toBe(first);
    expect(state.recent[0]).toBe(first);
    expect(first.owner).toBe(owner);
    expect(state.leads["L2"]?.owner).toBe(state.users[0]);
    expect(first.stage).toBe("new");
  });

  it("brings back class instances, Maps, Sets and Dates in place, with prototypes and order", () => {
    class Account {
      balance = 1;
      get isRich(): boolean {
        return this.balance > 100;
      }
    }
    class Registry extends Map<string, number> {
      override set(key: string, value: number): this {
        return super.set(key, value * 2);
      }
    }
    const key = { at: "key" };
    const state = {
      account: new Account(),
      registry: new Registry([["a", 1]]),
      map: new Map<unknown, unknown>([
        ["one", 1],
        [key, "by object"],
        ["two", { n: 2 }],
      ]),
      set: new Set([3, 1, 2]),
      date: new Date(5),
      bare: Object.assign(Object.create(null) as object, { x: 1 }),
    };
    const { account, map, set, date } = state;
    const ledger = openLedger(state);
    fail(ledger, () => {
      account.balance = 1_000;
      Object.setPrototypeOf(account, null);
      state.registry.set("a", 5);
      key.at = "elsewhere";
      (map.get("two") as { n: number }).n = 3;
      map.delete("one");
      map.set("one", 1);
      set.clear();
      date.setTime(Number.NaN);
      Object.setPrototypeOf(state.bare, Account.prototype);
      Object.assign(state, { map: new Map(), set: null, date: new Date(9) });
    });
    expect([state.account, state.map, state.set, state.date]).toEqual([account, map, set, date]);
    expect(state.map).toBe(map);
    expect(account instanceof Account && !account.isRich).toBe(true);
    expect([...state.registry]).toEqual([["a", 2]]);
    expect([...map]).toEqual([
      ["one", 1],
      [key, "by object"],
      ["two", { n: 2 }],
    ]);
    expect(key).toEqual({ at: "key" });
    expect([...set]).toEqual([3, 1, 2]);
    expect(date.getTime()).toBe(5);
    expect(Object.getPrototypeOf(state.bare)).toBe(null);
  });

  it("brings back the order of keys, integer-like ones and __proto__ included", () => {
    const table = JSON.parse('{"b":1,"7":2,"__proto__":{"x":1},"a":3,"undefined":null}') as Record<
      string,
      unknown
    >;
    table["undefined"] = undefined;
    const state = { table };
    const keys = Object.keys(table);
    const inner = Object.getOwnPropertyDescriptor(table, "__proto__")?.value as object;
    const ledger = openLedger(state);
    fail(ledger, () => {
      delete table["b"];
      table["b"] = 1;
    });
    expect(Object.keys(table)).toEqual(keys);
    fail(ledger, () => delete table["__proto__"]);
    fail(ledger, () => delete table["undefined"]);
    fail(ledger, () => delete table["7"]);
    expect(Object.keys(table)).toEqual(keys);
    expect(Object.getOwnPropertyDescriptor(table, "__proto__")?.value).toBe(inner);
    expect(Object.getPrototypeOf(table)).toBe(Object.prototype);
  });

  it("tells -0 from 0", () => {
    const state: Record<string, unknown> = { zero: 0, list: [0] };
    const ledger = openLedger(state);
    fail(ledger, () => (state["zero"] = -0));
    fail(ledger, () => (state["list"] = [0]));
    expect(Object.is(state["zero"], 0)).toBe(true);
  });

  it("undoes members that enumeration does not show, accessors and read-only ones", () => {
    const state = crm() as ReturnType<typeof crm> & Record<PropertyKey, unknown>;
    const lead = state.leads["L1"] as Lead & Record<PropertyKey, unknown>;
    const ledger = openLedger(state);
    const undo = (write: () => void): void => {
      write();
      ledger.restore();
    };
    undo(() => {
      lead[Symbol("s")] = 1;
      Object.defineProperty(lead, "hidden", { value: 1, configurable: true });
      Object.defineProperty(lead.tags, "named", { value: 1, configurable: true });
      Object.defineProperty(state.deals, Symbol("s"), { value: 1, configurable: true });
    });
    undo(() => {
      Object.defineProperty(lead, "stage", { get: () => "got", configurable: true });
      Object.defineProperty(lead.tags, "0", { get: () => lead.missing, configurable: true });
    });
    undo(() => Object.defineProperty(lead, "id", { value: "other", writable: false }));
    undo(() =>
      Object.defineProperty(lead, "id", { get: () => lead.owner?.name.at(99)?.length, configurable: true }),
    );
    expect(ledger.scan().isChanged).toBe(false);
    expect(Object.getOwnPropertyDescriptors(lead)).toEqual(
      Object.getOwnPropertyDescriptors(crm().leads["L1"]),
    );
    expect(Reflect.ownKeys(lead.tags)).toEqual(["0", "1", "length"]);
    expect(Reflect.ownKeys(state.deals)).toEqual([]);
  });

  it("brings back arrays: order, length, holes made meanwhile", () => {
    const state = { list: [3, undefined, 1] as unknown[], rows: [{ id: 1 }, { id: 2 }] };
    const { list, rows } = state;
    const ledger = openLedger(state);
    fail(ledger, () => list.sort());
    fail(ledger, () => delete list[1]);
    fail(ledger, () => (list.length = 0));
    fail(ledger, () => list.push(4, 5));
    fail(ledger, () => rows.reverse());
    fail(ledger, () => (list[10] = 1));
    expect(list).toStrictEqual([3, undefined, 1]);
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it("brings back members of the state itself, as references taken before see it", () => {
    const state = crm() as ReturnType<typeof crm> & { extra?: unknown };
    const { leads } = state;
    const ledger = openLedger(state);
    fail(ledger, () => {
      state.leads = {};
      state.extra = { leads };
      leads["L1"] = { id: "L1", stage: "lost", tags: [] };
    });
    expect(state.leads).toBe(leads);
    expect(Object.keys(state)).toEqual(Object.keys(crm()));
    expect(leads["L1"]?.stage).toBe("new");
  });

  it("goes back to the last call that succeeded, not to the beginning", () => {
    const state = crm();
    const ledger = openLedger(state);
    succeed(ledger, () => (state.leads["L3"] = { id: "L3", stage: "new", tags: [] }));
    const added = state.leads["L3"] as Lead;
    fail(ledger, () => added.tags.push("late"));
    fail(ledger, () => delete state.leads["L3"]);
    expect(state.leads["L3"]).toBe(added);
    expect(added.tags).toEqual([]);
  });

  it("undoes what a tool writes after it has returned", async () => {
    const state = crm();
    const ledger = openLedger(state);
    const strays = [
      (write: () => void) => queueMicrotask(write),
      (write: () => void) => void setImmediate(write),
      (write: () => void) => void setTimeout(write, 1),
      (write: () => void) =>
        void Promise.all([Promise.resolve(), Promise.reject(new Error("one"))]).catch(write),
    ];
    for (const [index, stray] of strays.entries()) {
      await new Promise<void>((resolve) => {
        stray(() => {
          state.count = index + 1;
          resolve();
        });
        ledger.commit();
      });
      expect(ledger.scan().places()).toEqual(["count"]);
      ledger.restore();
      expect(state.count).toBe(0);
    }
  });
});

describe("what cannot be put back", () => {
  const locks: [string, (lead: Lead) => void][] = [
    ["frozen", (lead) => Object.freeze(lead)],
    ["sealed", (lead) => Object.seal(lead)],
    ["closed", (lead) => Object.preventExtensions(lead)],
    ["a locked value", (lead) => Object.defineProperty(lead, "stage", { value: "x", configurable: false })],
    ["a locked new member", (lead) => Object.defineProperty(lead, "more", { value: 1, enumerable: true })],
    [
      "a value locked as it was",
      (lead) => Object.defineProperty(Object.assign(lead, { stage: "won" }), "id", { configurable: false }),
    ],
    ["a hidden one", (lead) => Object.defineProperty(lead, "more", { value: 1 })],
  ];
  it.each(locks)("is a fault with its path: %s", (_, lock) => {
    const state = crm();
    const ledger = openLedger(state);
    state.count = 1;
    lock(state.leads["L2"] as Lead);
    const thrown = thrownBy(() => ledger.restore());
    expect(thrown).toMatchObject({ name: "LedgerFault", path: "leads.L2" });
    expect((thrown as Error).message).toContain('"leads.L2"');
    // The rest is back.
    expect(state.count).toBe(0);
  });

  it.each<[string, (tags: string[]) => void]>([
    ["frozen", (tags) => Object.freeze(tags)],
    ["a locked item", (tags) => Object.defineProperty(tags, "5", { value: 1 })],
    [
      "a length locked as it was",
      (tags) => Object.defineProperty(tags.reverse(), "length", { writable: false }),
    ],
    ["a read-only length", (tags) => Object.defineProperty(tags, "length", { value: 1, writable: false })],
  ])("is a fault with its path: an array, %s", (_, lock) => {
    const state = crm();
    const ledger = openLedger(state);
    lock((state.leads["L1"] as Lead).tags);
    expect(thrownBy(() => ledger.restore())).toMatchObject({ path: "leads.L1.tags" });
  });

  it("names the root of the state, and an entry of a Map", () => {
    const state = crm();
    const ledger = openLedger(state);
    Object.freeze(state.deals.get("D1"));
    expect(thrownBy(() => ledger.restore())).toMatchObject({ path: "deals.D1" });
    Object.freeze(state);
    expect(thrownBy(() => openLedger(crm()) && ledger.restore())).toMatchObject({ path: "" });
  });

  it("is none where an object was frozen from the start, or by a call that succeeded", () => {
    const state = { ...crm(), constants: Object.freeze({ max: 3, list: Object.freeze([1]) }), more: {} };
    const fixed = Object.freeze(new Map([["a", 1]]));
    const sealed = Object.seal({ n: 1 });
    const half = Object.defineProperty({ open: 1 } as Record<string, number>, "locked", {
      value: 2,
      enumerable: true,
      configurable: true,
    });
    const ledger = openLedger(Object.assign(state, { fixed, sealed, half }));
    succeed(ledger, () => (state.more = Object.freeze({ tags: ["a"] })));
    fail(ledger, () => {
      state.more = {};
      fixed.set("a", 2);
      sealed.n = 2;
      delete half["locked"];
    });
    expect(state.more).toEqual({ tags: ["a"] });
    expect([...fixed]).toEqual([["a", 1]]);
    expect(sealed.n).toBe(1);
    expect(Object.getOwnPropertyDescriptor(half, "locked")).toMatchObject({ value: 2, writable: false });
    fail(ledger, () => delete (state as { leads?: unknown }).leads);
  });
});

it("refuses to tell the changes of a scan that are taken already", () => {
  const state = crm();
  const ledger = openLedger(state);
  state.count = 1;
  const changes = ledger.scan();
  ledger.commit();
  expect(() => changes.places()).toThrow(Error);
  expect(() => changes.paths()).toThrow(Error);
});
