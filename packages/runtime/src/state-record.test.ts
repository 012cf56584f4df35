import { expect, describe, it } from "vitest";
import { openLedger } from "./state-ledger.js";

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("nothing was thrown");
}

class Plain {
  id = "L1";
}

function withMember(target: object, key: PropertyKey, descriptor: PropertyDescriptor): object {
  return Object.defineProperty(target, key, { configurable: true, ...descriptor });
}

function sparse(): unknown[] {
  const list: unknown[] = [1];
  list[2] = 3;
  return list;
}

function argumentsObject(..._given: unknown[]): object {
  // eslint-disable-next-line prefer-rest-params
  return arguments;
}

/** What stands at `leads.L1`, and the path that is named. */
const forbidden: [string, () => unknown, string][] = [
  ["a bigint", () => ({ total: 1n }), "leads.L1.total"],
  ["NaN", () => [0, Number.NaN], "leads.L1.1"],
  ["an infinite number in a Map", () => new Map([["sum", Number.POSITIVE_INFINITY]]), "leads.L1.sum"],
  [
    "a symbol as key",
    () => withMember({}, Symbol("s"), { value: 1, enumerable: true }),
    "leads.L1.Symbol(s)",
  ],
  ["a getter", () => withMember({ id: 1 }, "age", { get: () => 1, enumerable: true }), "leads.L1.age"],
  ["a setter", () => withMember({}, "age", { set: () => undefined, enumerable: true }), "leads.L1.age"],
  [
    "a getter that throws",
    () => withMember({}, "age", { get: () => JSON.parse("{") as unknown }),
    "leads.L1.age",
  ],
  ["a hidden member", () => withMember({}, "secret", { value: 1, writable: true }), "leads.L1.secret"],
  ["an array with holes", sparse, "leads.L1"],
  ["a named member of an array", () => Object.assign([1], { total: 1 }), "leads.L1.total"],
  ["a symbol on an array", () => withMember([1], Symbol("s"), { value: 1 }), "leads.L1.Symbol(s)"],
  ["a getter in an array", () => withMember([1], 0, { get: () => 1, enumerable: true }), "leads.L1.0"],
  [
    "a read-only length",
    () => withMember([1], "length", { writable: false, configurable: false }),
    "leads.L1",
  ],
  ["a named member of a Map", () => Object.assign(new Map(), { total: 1 }), "leads.L1.total"],
  ["a named member of a Set", () => Object.assign(new Set(), { total: 1 }), "leads.L1.total"],
  ["a named member of a Date", () => Object.assign(new Date(0), { zone: "Z" }), "leads.L1.zone"],
  ["a typed array", () => new Uint8Array(2), "leads.L1"],
  ["a Buffer", () => Buffer.from("a"), "leads.L1"],
  ["an ArrayBuffer", () => new ArrayBuffer(2), "leads.L1"],
  ["a RegExp", () => /a/, "leads.L1"],
  ["an Error", () => new TypeError("a"), "leads.L1"],
  ["a Promise", () => Promise.resolve(), "leads.L1"],
  ["a WeakMap", () => new WeakMap(), "leads.L1"],
  ["a WeakSet", () => new WeakSet(), "leads.L1"],
  ["a WeakRef", () => new WeakRef({}), "leads.L1"],
  ["a URL", () => new URL("data:,"), "leads.L1"],
  ["a format of Intl", () => new Intl.NumberFormat("en"), "leads.L1"],
  [
    "a class made from a built-in one",
    () => new (class Late extends Promise<void> {})(() => undefined),
    "leads.L1",
  ],
  [
    "an Error without its prototype",
    () => Object.setPrototypeOf(new Error("a"), Plain.prototype) as object,
    "leads.L1",
  ],
  ["a boxed number", () => Object(1) as object, "leads.L1"],
  ["the arguments of a function", () => argumentsObject(1), "leads.L1"],
  ["an iterator", () => [1].values(), "leads.L1"],
  ["an iterator of a Map", () => new Map().entries(), "leads.L1"],
  ["a generator", () => (function* () {})(), "leads.L1"],
  ["a Proxy", () => new Proxy({}, {}), "leads.L1"],
  ["a function", () => () => 1, "leads.L1"],
  ["a class", () => Plain, "leads.L1"],
  ["a function in an array", () => [() => 1], "leads.L1.0"],
  ["a function in a Map", () => new Map([["f", () => 1]]), "leads.L1.f"],
  ["a RegExp in a Set in a Map", () => new Map([[7, new Set([/a/])]]), "leads.L1.7.0"],
  ["a RegExp as key of a Map", () => new Map([[/a/, 1]]), "leads.L1.<entry 0>"],
];

describe("what cannot be recorded", () => {
  it.each(forbidden)("is refused at the start: %s", (_, make, path) => {
    const thrown = thrownBy(() => openLedger({ users: [], leads: { L1: make() } }));
    expect(thrown).toMatchObject({ name: "LedgerFault", path });
    expect((thrown as Error).message).toContain(`"${path}"`);
  });

  it.each(forbidden)("is refused at the commit that brings it, and undone after: %s", (_, make, path) => {
    const state: { leads: Record<string, unknown> } = { leads: { L0: { id: "L0" } } };
    const ledger = openLedger(state);
    state.leads["L1"] = make();
    state.leads["L0"] = 1;
    const changes = ledger.scan();
    expect(changes.isChanged).toBe(true);
    expect(changes.paths()).toEqual(["leads"]);
    expect(() => changes.places()).not.toThrow();
    expect(thrownBy(() => ledger.commit())).toMatchObject({ path });
    ledger.restore();
    expect(state).toEqual({ leads: { L0: { id: "L0" } } });
    expect(ledger.scan().isChanged).toBe(false);
  });

  it.each<[string, PropertyKey, PropertyDescriptor, string]>([
    ["a symbol as key", Symbol("s"), { value: 1 }, "lead.Symbol(s)"],
    ["a hidden member", "secret", { value: 1 }, "lead.secret"],
    ["a getter", "id", { get: () => "other" }, "lead.id"],
    ["a hidden value", "id", { value: "L2", enumerable: false }, "lead.id"],
  ])("is refused where nothing else changed: %s", (_, key, descriptor, path) => {
    const state = { lead: { id: "L1" }, list: [1] };
    const ledger = openLedger(state);
    withMember(state.lead, key, descriptor);
    expect(ledger.scan().isChanged).toBe(true);
    expect(thrownBy(() => ledger.commit())).toMatchObject({ path });
    ledger.restore();
    expect(Object.getOwnPropertyDescriptors(state.lead)).toEqual(
      Object.getOwnPropertyDescriptors({ id: "L1" }),
    );
    withMember(state.list, "total", { value: 1 });
    expect(thrownBy(() => ledger.commit())).toMatchObject({ path: "list.total" });
  });

  it("is refused as the state itself, with an empty path", () => {
    expect(thrownBy(() => openLedger(new Proxy({}, {})))).toMatchObject({ path: "" });
    expect(thrownBy(() => openLedger(withMember({}, "a", { value: 1 })))).toMatchObject({ path: "a" });
  });

  it("is the tool's own affair once it is out of the state", () => {
    const state: { leads: Record<string, object> } = { leads: { L1: { id: "L1" } } };
    const ledger = openLedger(state);
    Object.assign(state.leads["L1"] ?? {}, { pattern: /a/, more: { f: () => 1 } });
    delete state.leads["L1"];
    ledger.commit();
    expect(ledger.scan().isChanged).toBe(false);
  });
});

describe("what can be recorded", () => {
  it("is every primitive value but numbers that JSON lacks, cycles, deep chains, and classes of the author's own", () => {
    class Names extends Array<string> {}
    class Base {
      id = "B";
    }
    class Derived extends Base {
      get label(): string {
        throw new Error("nobody may call this");
      }
      toJSON(): never {
        throw new Error("nor this");
      }
    }
    class Errand {
      readonly [Symbol.toStringTag] = "Errand";
    }
    const state: Record<string, unknown> = {
      values: [-0, undefined, null, "", true, Symbol("s")],
      names: Names.from(["a"]),
      derived: new Derived(),
      inherits: Object.create({ stage: "new" }) as object,
      bare: Object.create(null) as object,
      keyed: new Map<unknown, unknown>([[{ at: 1 }, new Set([{}])]]),
    };
    state["self"] = state;
    let deep: Record<string, unknown> = {};
    for (let depth = 0; depth < 20_000; depth += 1) deep = { deep };
    state["deep"] = deep;
    const ledger = openLedger(state);
    expect(ledger.scan().isChanged).toBe(false);
    deep["deep"] = 1;
    const changes = ledger.scan();
    expect(changes.paths()).toEqual(["deep"]);
    expect(changes.places()).toEqual(["deep.deep"]);
    ledger.restore();
    (state["derived"] as Derived).id = "C";
    expect(ledger.scan().places()).toEqual(["derived.id"]);
    // A tag that is an own member is a member named by a symbol.
    expect(() => openLedger({ errand: new Errand() })).toThrow("symbol");
  });

  it("is a class of the author's that has the name of a built-in one", () => {
    class Event {
      id = "E1";
    }
    class Request extends Event {
      url = "/";
    }
    const state = { event: new Event(), request: new Request() };
    const ledger = openLedger(state);
    state.request.url = "/new";
    expect(ledger.scan().places()).toEqual(["request.url"]);
  });

  it("sees a member go where the prototype has one of the same name and value", () => {
    const own = Object.create({ stage: "new" }) as { stage?: string };
    own.stage = "new";
    const ledger = openLedger({ own });
    delete own.stage;
    expect(ledger.scan().isChanged).toBe(true);
    ledger.restore();
    expect(Object.hasOwn(own, "stage")).toBe(true);
  });

  it("runs none of the author's code", () => {
    class Loud extends Map<string, number> {
      override forEach(): never {
        throw new Error("called");
      }
      override get size(): never {
        throw new Error("called");
      }
      override clear(): never {
        throw new Error("called");
      }
      override [Symbol.iterator](): never {
        throw new Error("called");
      }
    }
    const state = { loud: new Loud([["a", 1]]) };
    const ledger = openLedger(state);
    Map.prototype.set.call(state.loud, "b", 2);
    expect(ledger.scan().places()).toEqual(["loud.b"]);
    ledger.restore();
    expect(ledger.scan().isChanged).toBe(false);
    expect(state.loud.has("b")).toBe(false);
  });
});
