import { isSiloError } from "@silo/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changed } from "./changed.js";
import { deepFreeze } from "./deep-freeze.js";
import { onlyChanged, otherChanges, type AllowedBelow, type AllowedChanges } from "./only-changed.js";

interface Deal {
  id: string | number;
  owner: string;
  amount: number;
  terms?: { days: number; note: string };
}

interface State {
  now: number;
  settings: { currency: string; nested: { rate: number } };
  list: Deal[];
  byId: Record<string, Deal>;
  map: Map<string, Deal>;
  stock: Record<string, number>;
  log: string[];
  tags: Set<string>;
}

const deal = (id: string | number): Deal => ({ id, owner: "ann", amount: 1, terms: { days: 30, note: "" } });

const world = (): State => ({
  now: 1,
  settings: { currency: "USD", nested: { rate: 1 } },
  list: [deal("L-1"), deal("L-2"), deal(3)],
  byId: { "B-1": deal("B-1"), "B-2": deal("B-2") },
  map: new Map([["M-1", deal("M-1")]]),
  stock: { README: 1, "README.md": 1 },
  log: ["a"],
  tags: new Set(["x", "y"]),
});

function after(act: (state: State) => unknown): State {
  const state = world();
  act(state);
  return state;
}

/** The other changes, and what `onlyChanged` makes of them. */
function others(
  act: (state: State) => unknown,
  allowed: AllowedChanges<State>,
  ignore: (keyof State)[] = [],
): string[] {
  const [initial, final] = [deepFreeze(world()), deepFreeze(after(act))];
  const places = otherChanges(initial, final, allowed, { ignore });
  expect(onlyChanged(initial, final, allowed, { ignore })).toBe(places.length === 0);
  return places;
}

describe("what is allowed", () => {
  it.each<[string, (state: State) => unknown, AllowedChanges<State>]>([
    ["nothing, and nothing changed", () => {}, {}],
    ["what did not change", () => {}, { list: ["L-1"], now: true }],
    ["an entity of a list", (state) => (state.list[0]!.owner = "bob"), { list: ["L-1"] }],
    ["an entity that comes into a list", (state) => state.list.push(deal("L-9")), { list: ["L-9"] }],
    ["an entity that goes from a list", (state) => state.list.shift(), { list: ["L-1"] }],
    ["entities whose order changed", (state) => state.list.reverse(), {}],
    ["an entity whose id is a number", (state) => state.list.pop(), { list: [3] }],
    ["all entities of a list", (state) => (state.list = []), { list: ["L-1", "L-2", 3] }],
    ["an entity by key", (state) => delete state.byId["B-1"], { byId: ["B-1"] }],
    ["an entity of a Map", (state) => state.map.delete("M-1"), { map: ["M-1"] }],
    ["an entity that comes into a Map", (state) => state.map.set("M-2", deal("M-2")), { map: ["M-2"] }],
    ["a whole collection", (state) => (state.byId = { "B-7": deal("B-7") }), { byId: true }],
    ["a field of the state", (state) => (state.now = 2), { now: true }],
    ["fields of the state, as a list", (state) => (state.now = 2), ["now", "log"]],
    ["a field further down", (state) => (state.settings.currency = "EUR"), { settings: ["currency"] }],
    ["all below a field", (state) => (state.settings.nested.rate = 2), { settings: { nested: true } }],
    ["a member of a record", (state) => (state.stock["README"] = 2), { stock: ["README"] }],
    ["a list without ids", (state) => state.log.push("b"), { log: true }],
    ["a Set", (state) => state.tags.add("z"), { tags: true }],
    ["a field of an entity", (state) => (state.byId["B-1"]!.owner = "bob"), { byId: { "B-1": ["owner"] } }],
    [
      "a field in a field of an entity",
      (state) => (state.list[0]!.terms!.days = 60),
      { list: { "L-1": { terms: ["days"] } } },
    ],
    [
      "a field that an entity lost",
      (state) => delete state.byId["B-1"]!.terms,
      { byId: { "B-1": ["terms"] } },
    ],
    ["an id that nobody made", () => {}, { byId: ["B-9"], list: { "L-9": ["owner"] } }],
  ])("%s", (_name, act, allowed) => {
    expect(others(act, allowed)).toEqual([]);
  });

  it("can be ignored", () => {
    const act = (state: State): unknown => (state.now = state.log.push("b"));
    expect(others(act, {}, ["now", "log"])).toEqual([]);
    expect(others(act, {}, ["log"])).toEqual(["now"]);
  });
});

describe("what is not allowed", () => {
  it.each<[string, (state: State) => unknown, AllowedChanges<State>, string[]]>([
    ["nothing is", (state) => (state.now = 2), {}, ["now"]],
    ["another entity", (state) => (state.list[1]!.amount = 2), { list: ["L-1"] }, ["list.L-2"]],
    [
      "another entity that came and one that went",
      (state) => (state.byId = { "B-1": deal("B-1"), "B-3": deal("B-3") }),
      { byId: ["B-1"] },
      ["byId.B-2", "byId.B-3"],
    ],
    [
      "another field of the entity",
      (state) => Object.assign(state.byId["B-1"]!, { owner: "bob", amount: 2 }),
      { byId: { "B-1": ["owner"] } },
      ["byId.B-1"],
    ],
    [
      "that the entity goes",
      (state) => delete state.byId["B-1"],
      { byId: { "B-1": ["id", "owner", "amount", "terms"] } },
      ["byId.B-1"],
    ],
    [
      "that the entity comes",
      (state) => (state.byId["B-9"] = deal("B-9")),
      { byId: { "B-9": ["owner"] } },
      ["byId.B-9"],
    ],
    [
      "a name that begins as an allowed one",
      (state) => (state.stock = { README: 2, "README.md": 2 }),
      { stock: ["README"] },
      ["stock.README.md"],
    ],
    [
      "a name that ends as an allowed one begins",
      (state) => (state.stock = { README: 2, "README.md": 2 }),
      { stock: ["README.md"] },
      ["stock.README"],
    ],
    ["an item of a list without ids", (state) => state.log.push("b"), { log: ["1", "b"] }, ["log.1"]],
    [
      "two entities of one id",
      (state) => state.list.push({ ...deal("L-1"), amount: 2 }),
      { list: ["L-1"] },
      ["list.3"],
    ],
    [
      "an inherited name",
      (state) => (state.stock["README"] = 2),
      { stock: ["constructor", "__proto__"] },
      ["stock.README"],
    ],
  ])("%s", (_name, act, allowed, places) => {
    expect(others(act, allowed)).toEqual(places);
  });
});

describe("names", () => {
  const problemOf = (run: () => unknown): string => {
    try {
      run();
    } catch (error) {
      if (isSiloError(error, "usage_error")) return String(error.details.problem);
    }
    return "";
  };
  const [initial, final] = [
    { opportunities: {}, now: 1 },
    { opportunities: {}, now: 1, made: 1 },
  ];
  const misspelled = { opportunites: true } as AllowedBelow as AllowedChanges<typeof initial>;

  it("that the initial state does not have are mistakes, whatever the agent did", () => {
    const problem = problemOf(() => onlyChanged(initial, final, misspelled));
    expect(problem).toMatch(/"opportunites" \(did you mean "opportunities"\?\).*: opportunities, now\./);
    expect(problemOf(() => otherChanges(initial, initial, misspelled))).toBe(problem);
    const later: unknown = final;
    expect(problemOf(() => onlyChanged<unknown>(initial, later, ["made"]))).toMatch(/no member "made";/);
    expect(problemOf(() => onlyChanged<unknown>(initial, final, {}, { ignore: ["clock"] }))).toMatch(
      /"clock"/,
    );
    expect(problemOf(() => onlyChanged<unknown>(initial, final, ["toString"]))).toMatch(/"toString"/);
  });

  it("of a member that is undefined at first are known", () => {
    const before: { summary: string | undefined } = { summary: undefined };
    expect(onlyChanged(before, { summary: "done" }, { summary: true })).toBe(true);
  });

  it("are ids where two collections are compared, so that any may be missing", () => {
    const deals: Record<string, Deal> = { A: deal("A") };
    const more = { ...deals, B: deal("B") };
    expect(otherChanges(deals, more, ["B", "C"])).toEqual([]);
    expect(otherChanges(deals, more, ["C"])).toEqual(["B"]);
    expect(otherChanges([deal("A")], [deal("A"), deal("B")], ["C"])).toEqual(["B"]);
    expect(otherChanges<Record<string, Deal>>({}, more, ["A", "C"])).toEqual(["B"]);
    expect(otherChanges<Record<string, Deal>>({}, {}, ["A"])).toEqual([]);
    expect(otherChanges(deals, {}, ["C"])).toEqual(["A"]);
  });
});

describe("properties", () => {
  const entities = fc
    .uniqueArray(fc.constantFrom("a", "b", "c.d", "c", "__proto__x"))
    .chain((ids) => fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), n: fc.nat(1) }))));
  const state = fc.record({ deals: entities, notes: entities, now: fc.nat(2) });

  it("allowing every place that changed leaves none; allowing none leaves them all", () => {
    fc.assert(
      fc.property(state, state, (initial, final) => {
        const ids = (name: "deals" | "notes"): string[] =>
          Object.values(changed(initial[name], final[name])).flat() as string[];
        const all = Object.values(changed(initial, final)).flat().sort();
        const allowed = { deals: ids("deals"), notes: ids("notes"), now: true } as const;
        expect(otherChanges(initial, final, allowed)).toEqual([]);
        expect(otherChanges(initial, final, {})).toEqual(all);
        expect(otherChanges(initial, final, { ...allowed, notes: [] })).toEqual(
          all.filter((place) => place.startsWith("notes.")),
        );
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("allowing one more place takes away that place at most", () => {
    fc.assert(
      fc.property(state, state, fc.constantFrom("a", "b", "c.d", "c"), (initial, final, id) => {
        const before = otherChanges(initial, final, {});
        const now = otherChanges(initial, final, { deals: [id] });
        expect(now).toEqual(before.filter((place) => place !== `deals.${id}`));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
