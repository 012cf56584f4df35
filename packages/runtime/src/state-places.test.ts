import { changedPlaces, diffStates } from "@silo/artifacts";
import { describe, expect, it } from "vitest";
import { openLedger, type StateLedger } from "./state-ledger.js";

interface Entity {
  id: string;
  [key: string]: unknown;
}

function world() {
  const ann: Entity = { id: "U1", name: "Ann" };
  const first: Entity = { id: "L1", stage: "new", owner: ann, tags: ["b", "a"] };
  return {
    leads: { L1: first, L2: { id: "L2", stage: "new" } } as Record<string, Entity>,
    archive: {} as Record<string, Entity>,
    users: [ann, { id: "U2", name: "Bob" }],
    recent: [first],
    deals: new Map<unknown, unknown>([["D1", { id: "D1", lines: [{ n: 1 }] }]]),
    flags: new Set<unknown>(["x", new Set(["nested"])]),
    orders: { O1: { order_id: "O1", total: 1 } } as Record<string, { order_id: string; total: number }>,
    started: new Date(1_000),
    settings: { limits: { daily: 3 }, "a.b": 1, list: [3, 1, 2] },
    nothing: undefined as unknown,
    none: {} as object,
  };
}

type World = ReturnType<typeof world>;

/** The places that a scan names after `write`, which are also those of the diff of the two states. */
function placesOf(write: (state: World) => void): string[] {
  const state = world();
  const ledger = openLedger(state);
  const before = structuredClone(state);
  write(state);
  const places = ledger.scan().places();
  expect(places).toEqual(changedPlaces(diffStates(before, state)));
  ledger.commit();
  expect(ledger.scan()).toMatchObject({ isChanged: false });
  return places;
}

describe("the places of a change", () => {
  it.each<[string, (state: World) => unknown, string[]]>([
    ["a member of an entity", (s) => (s.leads["L2"]!["stage"] = "won"), ["leads.L2"]],
    ["an entity that came", (s) => (s.leads["L3"] = { id: "L3" }), ["leads.L3"]],
    ["an entity that went", (s) => delete s.leads["L2"], ["leads.L2"]],
    [
      "an entity that another took the place of",
      (s) => (s.leads["L2"] = { id: "L2", stage: "x" }),
      ["leads.L2"],
    ],
    ["an equal one in its place", (s) => (s.leads["L2"] = { id: "L2", stage: "new" }), []],
    ["an array that became another equal one", (s) => (s.settings.list = [3, 1, 2]), []],
    ["the first entity of a collection", (s) => (s.archive["L9"] = { id: "L9" }), ["archive.L9"]],
    ["the last entities of a collection", (s) => (s.leads = {}), ["leads.L1", "leads.L2"]],
    ["a collection that went", (s) => delete (s as { deals?: unknown }).deals, ["deals.D1"]],
    ["a collection in the place of a field", (s) => (s.none = { N1: { id: "N1" } }), ["none.N1"]],
    ["a field in the place of a collection", (s) => (s.users = 5 as never), ["users"]],
    ["an entity of an array", (s) => (s.users[1]!["name"] = "Bo"), ["users.U2"]],
    ["an entity whose id is named after it", (s) => (s.orders["O1"]!.total = 2), ["orders.O1"]],
    ["such an entity that came", (s) => (s.orders["O2"] = { order_id: "O2", total: 1 }), ["orders.O2"]],
    ["the id of an entity", (s) => (s.users[1]!.id = "U9"), ["users.U2", "users.U9"]],
    ["an id twice", (s) => s.users.push({ id: "U2", name: "Ed" }), ["users.2"]],
    [
      "deep in an entity of a Map",
      (s) => ((s.deals.get("D1") as { lines: { n: number }[] }).lines[0]!.n = 2),
      ["deals.D1"],
    ],
    ["an item of a Set", (s) => s.flags.add("y"), ["flags.y"]],
    [
      "a Set in a Set",
      (s) => ([...s.flags][1] as Set<string>).add("z"),
      ['flags.["nested","z"]', 'flags.["nested"]'],
    ],
    ["a Date", (s) => s.started.setTime(2_000), ["started"]],
    ["a Date that became its text", (s) => (s.started = "1970-01-01T00:00:01.000Z" as never), []],
    ["a nested field", (s) => (s.settings.limits.daily = 4), ["settings.limits.daily"]],
    ["a name with a dot", (s) => (s.settings["a.b"] = 2), ["settings.a.b"]],
    [
      "a sorted list",
      (s) => s.settings.list.sort(),
      ["settings.list.0", "settings.list.1", "settings.list.2"],
    ],
    ["undefined that went", (s) => delete s.nothing, []],
    ["undefined that became a value", (s) => (s.nothing = 0), ["nothing"]],
    ["a new order of keys", (s) => (s.leads = { L2: s.leads["L2"]!, L1: s.leads["L1"]! }), []],
    ["a new order of entities", (s) => s.users.reverse(), []],
    ["another kind of object", (s) => Object.setPrototypeOf(s.leads["L2"]!, null), []],
    [
      "a change and its return",
      (s) => ((s.leads["L2"]!["stage"] = 1), (s.leads["L2"]!["stage"] = "new")),
      [],
    ],
    [
      "several, in code-unit order",
      (s) => Object.assign(s, { Z: 1, started: 1, a: 1 }),
      ["Z", "a", "started"],
    ],
  ])("are named as in the diff: %s", (_, write, places) => {
    expect(placesOf(write)).toEqual(places);
  });

  it("name an entity for each collection that holds it, and each that holds it inside", () => {
    expect(placesOf((s) => (s.leads["L1"]!["stage"] = "won"))).toEqual(["leads.L1", "recent.L1"]);
    expect(placesOf((s) => (s.users[0]!["name"] = "Anna"))).toEqual(["leads.L1", "recent.L1", "users.U1"]);
  });

  it("name an entity that moved between collections, and one changed through what still holds it", () => {
    expect(
      placesOf((s) => {
        s.archive["L2"] = s.leads["L2"]!;
        delete s.leads["L2"];
      }),
    ).toEqual(["archive.L2", "leads.L2"]);
    const state = world();
    const ledger = openLedger(state);
    const first = state.leads["L1"]!;
    delete state.leads["L1"];
    expect(ledger.scan().places()).toEqual(["leads.L1"]);
    ledger.commit();
    (first["tags"] as string[]).push("c");
    expect(ledger.scan().places()).toEqual(["recent.L1"]);
    ledger.commit();
    state.recent.pop();
    ledger.scan();
    ledger.commit();
    first["stage"] = "nobody watches";
    expect(ledger.scan().isChanged).toBe(false);
    state.leads["L1"] = first;
    expect(ledger.scan().places()).toEqual(["leads.L1"]);
  });
});

describe("a tool that claims to read", () => {
  it.each<[string, (state: World) => unknown, string[]]>([
    ["moves a Date", (s) => s.started.setFullYear(2000), ["started"]],
    ["adds to a nested Set", (s) => ([...s.flags][1] as Set<string>).add("z"), ["flags.1"]],
    ["sorts in place", (s) => (s.leads["L1"]!["tags"] as string[]).sort(), ["leads.L1.tags"]],
    ["turns the order of entities", (s) => s.users.reverse(), ["users"]],
    ["counts its calls", (s) => Object.assign(s, { calls: 1 }), [""]],
    ["fills a cache of a Map", (s) => s.deals.set("cache", {}), ["deals"]],
    [
      "moves an entry to the end",
      (s) => s.deals.set("D2", 1) && s.deals.delete("D2") && s.flags.delete("x"),
      ["flags"],
    ],
    ["changes a class", (s) => Object.setPrototypeOf(s.none, null), ["none"]],
  ])("is found, with the path of what it wrote to, and undone: %s", (_, write, paths) => {
    const state = world();
    const ledger = openLedger(state);
    write(state);
    const changes = ledger.scan();
    expect(changes.isChanged).toBe(true);
    expect(changes.paths()).toEqual(paths);
    ledger.restore();
    expect(state).toStrictEqual(world());
    expect(Object.keys(state)).toEqual(Object.keys(world()));
  });
});

describe("what a cycle holds", () => {
  function ring(): { state: { a?: Entity; list: Entity[] }; ledger: StateLedger; b: Entity } {
    const a: Entity = { id: "A" };
    const b: Entity = { id: "B", a };
    a["b"] = b;
    const state = { a, list: [] as Entity[] };
    return { state, ledger: openLedger(state), b };
  }

  it("is compared once, and put back", () => {
    const { state, ledger, b } = ring();
    b["n"] = 1;
    expect(ledger.scan().places().length).toBeGreaterThan(0);
    ledger.restore();
    expect(Object.keys(b)).toEqual(["id", "a"]);
    expect(state.a?.["b"]).toBe(b);
  });

  it("ends the comparison however many ways lead around it", () => {
    const left: Record<string, unknown> = { n: 1 };
    const right: Record<string, unknown> = { a: left, b: left };
    Object.assign(left, { a: right, b: right });
    const ledger = openLedger({ left });
    left["n"] = 2;
    expect(ledger.scan().places()).toEqual(["left.n"]);
  });

  it("is watched no more once nothing else holds it", () => {
    const { state, ledger, b } = ring();
    delete state.a;
    ledger.commit();
    b["n"] = 1;
    expect(ledger.scan().isChanged).toBe(false);
    state.list.push(b);
    ledger.scan();
    ledger.commit();
    (b["a"] as Entity)["n"] = 2;
    expect(ledger.scan().isChanged).toBe(true);
  });
});

it("watches an object for as long as it is the key of a Map", () => {
  const key: Entity = { id: "K" };
  const state = { map: new Map<unknown, unknown>([[key, 1]]) };
  const ledger = openLedger(state);
  const isWatched = (): boolean => {
    key["n"] = Number(key["n"] ?? 0) + 1;
    const { isChanged } = ledger.scan();
    ledger.restore();
    return isChanged;
  };
  expect(isWatched()).toBe(true);
  state.map.delete(key);
  ledger.commit();
  expect(isWatched()).toBe(false);
  state.map.set(key, 1);
  ledger.commit();
  expect(isWatched()).toBe(true);
  state.map = new Map();
  ledger.commit();
  expect(isWatched()).toBe(false);
});
