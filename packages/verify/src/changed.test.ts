import { isSiloError } from "@silo/errors";
import { expect, it } from "vitest";
import { changed } from "./changed.js";

const deal = (id: string, amount: number): { id: string; amount: number } => ({ id, amount });

it("lists entities by collection and id, and everything else by its field", () => {
  const initial = {
    deals: [deal("A", 1), deal("B", 1)],
    byId: { X: deal("X", 1) },
    nested: { notes: [deal("N", 1)] },
    stock: { apples: 1, pears: 2 },
    now: 1,
  };
  const final = {
    deals: [deal("C", 1), deal("B", 2)],
    byId: {},
    nested: { notes: [deal("N", 2)] },
    stock: { apples: 2, plums: 1 },
    now: 1,
  };
  expect(changed(initial, final)).toEqual({
    added: ["deals.C", "stock.plums"],
    removed: ["byId.X", "deals.A", "stock.pears"],
    changed: ["deals.B", "nested.notes.N", "stock.apples"],
  });
});

it("lists plain ids of two collections, in code-unit order", () => {
  const final = { b: deal("b", 1), a: deal("a", 1), B: deal("B", 1) };
  expect(changed({}, final)).toEqual({ added: ["B", "a", "b"], removed: [], changed: [] });
  expect(changed([deal("A", 1)], [deal("A", 2)]).changed).toEqual(["A"]);
});

it("is empty where nothing changed, in whatever order", () => {
  const none = { added: [], removed: [], changed: [] };
  expect(changed({ a: 1, s: new Set([1, 2]) }, { s: new Set([2, 1]), a: 1 })).toEqual(none);
  expect(changed([deal("A", 1), deal("B", 1)], [deal("B", 1), deal("A", 1)])).toEqual(none);
});

it("takes a field that became null, or came as null, for what it is", () => {
  expect(changed({ a: 1, b: 1 }, { a: null, c: null })).toEqual({
    added: ["c"],
    removed: ["b"],
    changed: ["a"],
  });
});

it("refuses what JSON cannot hold", () => {
  let thrown: unknown;
  try {
    changed({ rate: 1 }, { rate: NaN });
  } catch (error) {
    thrown = error;
  }
  expect(isSiloError(thrown, "value_not_json") && thrown.details).toMatchObject({ path: "rate" });
});
