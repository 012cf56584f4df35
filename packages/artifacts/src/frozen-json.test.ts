import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.js";
import { diffStates } from "./diff-states.js";
import { frozenJson, isFrozenJson } from "./frozen-json.js";

interface World {
  orders: Record<string, { order_id: string; items: { n: number }[] }>;
  now: string;
}

const world = (): World => ({
  orders: { a: { order_id: "a", items: [{ n: 1 }] }, b: { order_id: "b", items: [] } },
  now: "today",
});

function allObjects(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(allObjects)];
}

describe("frozenJson", () => {
  it("copies plain JSON, and freezes all of the copy and nothing of the original", () => {
    const original = world();
    const copy = frozenJson(original);
    expect(copy).toEqual(original);
    expect(allObjects(copy).every((object) => Object.isFrozen(object))).toBe(true);
    expect(allObjects(original).some((object) => Object.isFrozen(object))).toBe(false);
    const originals = new Set(allObjects(original));
    expect(allObjects(copy).some((object) => originals.has(object))).toBe(false);
  });

  it("gives back what it made, and copies around it", () => {
    const copy = frozenJson(world()) as unknown as World;
    expect(frozenJson(copy)).toBe(copy);
    const around = frozenJson({ ...copy, now: "tomorrow" }) as unknown as World;
    expect(around.orders).toBe(copy.orders);
    expect([isFrozenJson(around), isFrozenJson({ ...around }), isFrozenJson("a")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("takes from a model what is the same there, the order of keys included", () => {
    const model = frozenJson(world()) as unknown as World;
    expect(frozenJson(world(), model)).toBe(model);
    const changed = world();
    changed.orders["a"]!.items[0]!.n = 2;
    const copy = frozenJson(changed, model) as unknown as World;
    expect(copy).toEqual(changed);
    expect(copy.orders["a"]).not.toBe(model.orders["a"]);
    expect(copy.orders["b"]).toBe(model.orders["b"]);
    const { a, b } = world().orders;
    const turned = frozenJson({ ...world(), orders: { b, a } }, model) as unknown as World;
    expect(Object.keys(turned.orders)).toEqual(["b", "a"]);
    expect(turned.orders["a"]).toBe(model.orders["a"]);
  });

  it("takes nothing from a model that it did not make", () => {
    const model = world();
    expect(frozenJson(world(), model)).not.toBe(model);
    expect((frozenJson(world(), Object.freeze(model)) as unknown as World).orders).not.toBe(model.orders);
  });

  it.each([
    ["a Map", new Map()],
    ["a Set", new Set()],
    ["a Date", new Date(0)],
    ["an instance", new (class Order {})()],
    ["undefined", undefined],
    ["NaN", NaN],
    ["a function", () => 1],
    ["a BigInt", 1n],
    ["half of a surrogate pair", "\ud800"],
  ])("leaves a state with %s in it to others", (_, value) => {
    expect(frozenJson({ a: [{ b: value }] })).toBeUndefined();
  });

  it("leaves a state that contains itself to others", () => {
    const state: Record<string, unknown> = {};
    state["self"] = state;
    expect(frozenJson(state)).toBeUndefined();
  });

  it("tells zeros apart, and keeps __proto__ as data", () => {
    const model = frozenJson({ n: 0 });
    expect(Object.is((frozenJson({ n: -0 }, model) as { n: number }).n, -0)).toBe(true);
    const state = JSON.parse('{"__proto__": {"a": 1}}') as object;
    const copy = frozenJson(state) as object;
    expect(Object.keys(copy)).toEqual(["__proto__"]);
    expect(frozenJson(state, copy)).toBe(copy);
  });

  it("makes equal copies of any JSON, whatever the model, and the same differences", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (from, to) => {
        // As any world reads it: JSON has one zero.
        const [before, after] = [from, to].map((value) => ({
          root: JSON.parse(JSON.stringify(value)) as unknown,
        }));
        const initial = frozenJson(before);
        const final = frozenJson(after, initial);
        if (initial === undefined || final === undefined) return;
        expect(final).toEqual(after);
        expect(JSON.stringify(final)).toBe(JSON.stringify(after));
        const told = canonicalJson(diffStates(before, after), "differences");
        expect(canonicalJson(diffStates(initial, final), "differences")).toBe(told);
      }),
    );
  });
});
