import { describe, expect, it } from "vitest";
import { changedPlaces, diffStates } from "./diff-states.js";
import type { StateDiff } from "./state-diff.js";

describe("diffStates compares Sets by content", () => {
  it.each<[string, unknown, unknown, StateDiff["scalars"]]>([
    [
      "a Set by content, whose items have no index",
      { a: new Set(["z", "x"]) },
      { a: new Set(["y", "x"]) },
      [
        { field: "a.y", to: "y" },
        { field: "a.z", from: "z" },
      ],
    ],
    [
      "a Set of objects by content, equal ones counted",
      { a: new Set([{ n: 1, m: 1 }, { m: 1, n: 1 }, [2]]) },
      { a: new Set([[2], { m: 1, n: 1 }, new Set([2])]) },
      [
        { field: "a.[2]", to: [2] },
        { field: 'a.{"m":1,"n":1}', from: { m: 1, n: 1 } },
      ],
    ],
    [
      'a Set that has 1 and gets "1"',
      { a: new Set<unknown>([1]) },
      { a: new Set<unknown>(["1", 1]) },
      [{ field: "a.1", to: "1" }],
    ],
    [
      "a Set that comes, whole and in order",
      {},
      { a: new Set(["b", "a", 10, 9]) },
      [{ field: "a", to: ["a", "b", 10, 9] }],
    ],
    [
      "an array that becomes a Set by content",
      { a: ["y", "x"] },
      { a: new Set(["x", "y", "z"]) },
      [{ field: "a.z", to: "z" }],
    ],
  ])("%s", (_name, from, to, scalars) => {
    expect(diffStates(from, to)).toEqual({ scalars, collections: {} });
  });

  it.each<[string, () => unknown[]]>([
    ["texts", () => ["a", "b", "c"]],
    ["numbers", () => [10, 9, 1]],
    ["objects", () => [{ a: 1, b: 2 }, { a: 1 }, {}]],
    ["Sets and Maps", () => [new Set(["p", "q"]), new Map([["k", new Set([2, 1])]]), new Date(0)]],
    ["entities", () => [{ id: "B" }, { id: "A" }]],
  ])("nothing for two Sets of the same %s in another order, wherever they are", (_kind, items) => {
    const world = (list: unknown[]): unknown => ({
      set: new Set(list),
      deep: [[{ set: new Set(list) }]],
      entities: [{ id: "A", set: new Set(list) }],
      map: new Map([["k", new Set([new Set(list)])]]),
    });
    expect(diffStates(world(items()), world(items().reverse()))).toEqual({ scalars: [], collections: {} });
    const more = diffStates(world(items()), world([...items().reverse(), "new"]));
    expect(changedPlaces(more)).toContain("entities.A");
  });
});
