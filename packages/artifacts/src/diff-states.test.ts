import { isSiloError } from "@silo/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.js";
import { changedPlaces, diffStates } from "./diff-states.js";
import type { JsonValue } from "./json-copy.js";
import type { StateDiff } from "./state-diff.js";

const nothing = { scalars: [], collections: {} };

function ids(lists: Partial<StateDiff["collections"][string]>): StateDiff["collections"][string] {
  return { added: [], removed: [], changed: [], ...lists };
}

describe("diffStates tells collections by id", () => {
  const ada = { id: "A", name: "Ada" };
  const bob = { id: "B", name: "Bob" };

  it.each<[string, unknown, unknown, StateDiff["collections"]]>([
    [
      "an array of entities",
      { c: [ada, bob] },
      { c: [{ ...ada, name: "x" }, { id: "C" }] },
      { c: ids({ added: ["C"], removed: ["B"], changed: ["A"] }) },
    ],
    [
      "an object of entities",
      { c: { A: ada, B: bob } },
      { c: { A: { id: "A" }, C: { id: "C" } } },
      { c: ids({ added: ["C"], removed: ["B"], changed: ["A"] }) },
    ],
    [
      "an object of which one entity has its key as id",
      { c: { A: ada, x: { n: 1 } } },
      { c: { A: ada, x: { n: 2 } } },
      { c: ids({ changed: ["x"] }) },
    ],
    [
      "an object of entities whose ids are named after what they are",
      { c: { A: { order_id: "A", user_id: "U" }, B: { order_id: "B" } } },
      { c: { A: { order_id: "A", user_id: "V" }, C: { order_id: "C" } } },
      { c: ids({ added: ["C"], removed: ["B"], changed: ["A"] }) },
    ],
    [
      "a Map of entities",
      { c: new Map([["A", ada]]) },
      {
        c: new Map([
          ["A", ada],
          ["B", bob],
        ]),
      },
      { c: ids({ added: ["B"] }) },
    ],
    [
      "a Set of entities",
      { c: new Set([ada]) },
      { c: new Set([bob]) },
      { c: ids({ added: ["B"], removed: ["A"] }) },
    ],
    [
      "ids that are numbers, as texts",
      { c: [{ id: 10 }, { id: 9 }] },
      { c: [{ id: 9, n: 1 }, { id: 2 }] },
      { c: ids({ added: ["2"], removed: ["10"], changed: ["9"] }) },
    ],
    ["one that fills up", { c: [] }, { c: [ada] }, { c: ids({ added: ["A"] }) }],
    ["one that empties", { c: { A: ada } }, { c: {} }, { c: ids({ removed: ["A"] }) }],
    ["one that comes", {}, { c: [bob, ada] }, { c: ids({ added: ["A", "B"] }) }],
    ["one that goes", { c: [bob, ada] }, {}, { c: ids({ removed: ["A", "B"] }) }],
    [
      "one inside of an object, with a dotted name",
      { crm: { c: [ada] } },
      { crm: { c: [bob] } },
      { "crm.c": ids({ added: ["B"], removed: ["A"] }) },
    ],
    ["the state itself, without a name", [ada], [bob], { "": ids({ added: ["B"], removed: ["A"] }) }],
    [
      "one named __proto__",
      JSON.parse('{"__proto__":[]}'),
      JSON.parse('{"__proto__":[{"id":"A"}]}'),
      JSON.parse('{"__proto__":{"added":["A"],"removed":[],"changed":[]}}') as StateDiff["collections"],
    ],
    [
      "two of one dotted name, as one",
      { a: { b: [ada] }, "a.b": [bob] },
      { a: { b: [] }, "a.b": [{ id: "B" }] },
      { "a.b": ids({ removed: ["A"], changed: ["B"] }) },
    ],
    [
      "an entity that changes deep inside, and in kind",
      { c: [{ id: "A", tags: [1] }] },
      { c: [{ id: "A", tags: { 0: 1 } }] },
      { c: ids({ changed: ["A"] }) },
    ],
  ])("%s", (_name, from, to, collections) => {
    expect(diffStates(from, to)).toEqual({ scalars: [], collections });
  });

  it("in whatever order its entities and their members are", () => {
    expect(diffStates({ c: [ada, bob] }, { c: [{ name: "Bob", id: "B" }, ada] })).toEqual(nothing);
  });
});

describe("diffStates tells all else by dotted field", () => {
  const ada = { id: "A" };

  it.each<[string, unknown, unknown, StateDiff["scalars"]]>([
    ["a text", { now: "a" }, { now: "b" }, [{ field: "now", from: "a", to: "b" }]],
    ["one that comes has no from", {}, { a: null }, [{ field: "a", to: null }]],
    ["one that goes has no to", { a: 0 }, {}, [{ field: "a", from: 0 }]],
    ["one that becomes undefined goes", { a: 0 }, { a: undefined }, [{ field: "a", from: 0 }]],
    ["null and nothing are two things", { a: null }, {}, [{ field: "a", from: null }]],
    [
      "members of an object",
      { a: { b: { c: 1, d: 1 } } },
      { a: { b: { c: 2, d: 1 } } },
      [{ field: "a.b.c", from: 1, to: 2 }],
    ],
    [
      "items of an array",
      { a: [1, 2] },
      { a: [1, 3, 4] },
      [
        { field: "a.1", from: 2, to: 3 },
        { field: "a.2", to: 4 },
      ],
    ],
    ["an object that comes, whole", {}, { a: { b: 1 } }, [{ field: "a", to: { b: 1 } }]],
    [
      "a kind that changes: array to object",
      { a: [1] },
      { a: { 0: 1 } },
      [{ field: "a", from: [1], to: { 0: 1 } }],
    ],
    [
      "a kind that changes: empty array to empty object",
      { a: [] },
      { a: {} },
      [{ field: "a", from: [], to: {} }],
    ],
    ["a kind that changes: object to text", { a: {} }, { a: "" }, [{ field: "a", from: {}, to: "" }]],
    ["a kind that changes: number to text", { a: 1 }, { a: "1" }, [{ field: "a", from: 1, to: "1" }]],
    [
      "a collection that changes its form",
      { c: [ada] },
      { c: { A: ada } },
      [{ field: "c", from: [ada], to: { A: ada } }],
    ],
    [
      "an empty array that becomes a collection by key",
      { c: [] },
      { c: { A: ada } },
      [{ field: "c", from: [], to: { A: ada } }],
    ],
    ["a collection that becomes null", { c: [ada] }, { c: null }, [{ field: "c", from: [ada], to: null }]],
    ["an empty collection that goes", { c: [] }, {}, [{ field: "c", from: [] }]],
    [
      "two entities of one id",
      { c: [ada, ada] },
      { c: [ada, { ...ada, n: 1 }] },
      [{ field: "c.1.n", to: 1 }],
    ],
    [
      'the ids 1 and "1"',
      { c: [{ id: 1 }, { id: "1" }] },
      { c: [{ id: 1 }, { id: "2" }] },
      [{ field: "c.1.id", from: "1", to: "2" }],
    ],
    [
      "an array of which one item has no id",
      { c: [ada, {}] },
      { c: [ada, { n: 1 }] },
      [{ field: "c.1.n", to: 1 }],
    ],
    [
      "an id that is no text or number",
      { c: [{ id: null }] },
      { c: [{ id: true }] },
      [{ field: "c.0.id", from: null, to: true }],
    ],
    [
      "an object of objects that have other ids than their keys",
      { c: { x: ada } },
      { c: { x: { id: "B" } } },
      [{ field: "c.x.id", from: "A", to: "B" }],
    ],
    [
      "a Date by content",
      { a: new Date(0) },
      { a: new Date(1) },
      [{ field: "a", from: "1970-01-01T00:00:00.000Z", to: "1970-01-01T00:00:00.001Z" }],
    ],
    [
      "a Map by content",
      { a: new Map([["k", 1]]) },
      { a: new Map([["k", 2]]) },
      [{ field: "a.k", from: 1, to: 2 }],
    ],
    ["the state itself, without a name", 1, 2, [{ field: "", from: 1, to: 2 }]],
    [
      "names of prototypes",
      {},
      { constructor: 1, toString: 2 },
      [
        { field: "constructor", to: 1 },
        { field: "toString", to: 2 },
      ],
    ],
  ])("%s", (_name, from, to, scalars) => {
    expect(diffStates(from, to)).toEqual({ scalars, collections: {} });
  });

  it("in an order that the order of keys does not show, also where a key holds a dot", () => {
    const one = diffStates({}, { "a.b": 1, a: {} });
    const state = { a: { b: 0 }, "a.b": 0 };
    const forward = diffStates(state, { a: { b: 1 }, "a.b": 2 });
    const backward = diffStates(state, { "a.b": 2, a: { b: 1 } });
    expect(one.scalars.map(({ field }) => field)).toEqual(["a", "a.b"]);
    expect(forward.scalars).toEqual([
      { field: "a.b", from: 0, to: 1 },
      { field: "a.b", from: 0, to: 2 },
    ]);
    expect(backward).toEqual(forward);
  });

  it("nothing for a Map, a Set and a Date that hold the same", () => {
    const world = (): unknown => ({ m: new Map([["k", { at: new Date(5) }]]), s: new Set([1]), z: -0 });
    expect(diffStates(world(), { ...(world() as object), z: 0 })).toEqual(nothing);
  });

  it.each([
    ["initial", { a: NaN }, {}],
    ["final", {}, { a: NaN }],
  ])("names the %s state when JSON cannot hold it", (name, from, to) => {
    const thrown = catchError(() => diffStates(from, to));
    expect(isSiloError(thrown, "value_not_json") && thrown.details).toMatchObject({
      path: "a",
      subject: `the ${name} state`,
    });
  });
});

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe("changedPlaces", () => {
  it("lists entities with their collection, then fields, in code-unit order", () => {
    const difference = diffStates(
      { c: [{ id: "b" }, { id: "x" }], z: 1 },
      { c: [{ id: "a" }, { id: "x", n: 1 }], B: 2 },
    );
    expect(changedPlaces(difference)).toEqual(["B", "c.a", "c.b", "c.x", "z"]);
    expect(changedPlaces(diffStates([{ id: "a" }], []))).toEqual(["a"]);
  });
});

// A world as a plain model, and the difference read off the model and not off the state.
interface Model {
  leads: Map<string, number>;
  deals: Map<string, number>;
  settings: Map<string, number>;
}

const table = fc
  .uniqueArray(fc.tuple(fc.constantFrom("1", "a", "b", "c", "__proto__"), fc.integer({ min: 0, max: 2 })), {
    selector: ([id]) => id,
  })
  .map((entries) => new Map(entries));
const model: fc.Arbitrary<Model> = fc.record({ leads: table, deals: table, settings: table });

/** Leads in an array, deals by key, settings as plain members. */
function stateOf({ leads, deals, settings }: Model): unknown {
  return {
    crm: {
      leads: [...leads].map(([id, n]) => ({ id, deep: { n } })),
      deals: Object.fromEntries([...deals].map(([id, n]) => [id, { id, deep: [n] }])),
    },
    settings: Object.fromEntries(settings),
  };
}

function expectedDiff(from: Model, to: Model): StateDiff {
  const collections: StateDiff["collections"] = {};
  for (const name of ["deals", "leads"] as const) {
    const lists = ids({
      added: [...to[name].keys()].filter((id) => !from[name].has(id)).sort(),
      removed: [...from[name].keys()].filter((id) => !to[name].has(id)).sort(),
      changed: [...from[name]]
        .filter(([id, n]) => to[name].has(id) && to[name].get(id) !== n)
        .map(([id]) => id)
        .sort(),
    });
    if (Object.values(lists).some((list) => list.length > 0)) collections[`crm.${name}`] = lists;
  }
  const keys = [...new Set([...from.settings.keys(), ...to.settings.keys()])].sort();
  const scalars = keys
    .filter((key) => from.settings.get(key) !== to.settings.get(key))
    .map((key) => ({
      field: `settings.${key}`,
      ...(from.settings.has(key) ? { from: from.settings.get(key) as JsonValue } : {}),
      ...(to.settings.has(key) ? { to: to.settings.get(key) as JsonValue } : {}),
    }));
  return { scalars, collections };
}

describe("diffStates, by property", () => {
  it("agrees with what the models of two worlds say", () => {
    fc.assert(
      fc.property(model, model, (from, to) => {
        expect(diffStates(stateOf(from), stateOf(to))).toEqual(expectedDiff(from, to));
      }),
      { seed: 3, numRuns: 150 },
    );
  });

  const key = fc.constantFrom("a", "b", "id", "members", "kind", "__proto__");
  const { value: json } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<JsonValue>(null, true, 0, 1, "", "a", "b", "array"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc
        .uniqueArray(fc.tuple(key, tie("value")), { selector: ([name]) => name, maxLength: 4 })
        .map((entries) => Object.fromEntries(entries)),
    ),
  }));

  it("finds nothing exactly where the states are equal but for the order of entities", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const isSame = canonicalJson(inOrderOfIds(a), "a") === canonicalJson(inOrderOfIds(b), "b");
        expect(changedPlaces(diffStates(a, b)).length === 0).toBe(isSame);
        expect(diffStates(a, structuredClone(a))).toEqual(nothing);
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  it("says the opposite the other way round", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const { scalars, collections } = diffStates(a, b);
        const opposite = diffStates(b, a);
        const turned = scalars.map(({ field, ...rest }) => ({
          field,
          ...("to" in rest ? { from: rest.to } : {}),
          ...("from" in rest ? { to: rest.from } : {}),
        }));
        expect(new Set(opposite.scalars.map((item) => canonicalJson(item, "x")))).toEqual(
          new Set(turned.map((item) => canonicalJson(item, "x"))),
        );
        for (const [name, lists] of Object.entries(collections)) {
          expect(opposite.collections[name]).toEqual({
            added: lists.removed,
            removed: lists.added,
            changed: lists.changed,
          });
        }
      }),
      { seed: 5, numRuns: 250 },
    );
  });
});

/** Arrays of entities sorted by id, where the ids are unique; the entities themselves as they are. */
function inOrderOfIds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const keys = value.map((item) =>
      typeof item === "object" && item !== null && !Array.isArray(item) ? item["id"] : undefined,
    );
    const isCollection =
      keys.every((id) => typeof id === "string" || typeof id === "number") &&
      new Set(keys.map(String)).size === keys.length;
    return isCollection
      ? [...value].sort((a, b) =>
          String((a as { id: unknown }).id) < String((b as { id: unknown }).id) ? -1 : 1,
        )
      : value.map(inOrderOfIds);
  }
  if (typeof value !== "object" || value === null) return value;
  const isCollection =
    Object.values(value).every((item) => typeof item === "object" && item !== null && !Array.isArray(item)) &&
    Object.entries(value).some(
      ([name, item]) => String((item as { id?: unknown }).id) === name && "id" in (item as object),
    );
  return isCollection
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inOrderOfIds(item)]));
}
