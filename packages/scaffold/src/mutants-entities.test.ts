import { describe, expect, it } from "vitest";
import { WorldEntities } from "./mutants-entities.js";

const entities = new WorldEntities({
  now: "2026-01-01",
  users: [{ id: "U-1" }, { id: "U-2" }, { id: "U-3" }],
  deals: { "D-1": { id: "D-1", lines: [{ id: 7 }] }, "D-2": { id: "D-2", lines: [] } },
  empty: [],
  settings: { a: { b: 1 } },
  mixed: [{ id: "M-1" }, {}],
});

describe("the entities of a world", () => {
  it("are those of its collections, at every depth", () => {
    expect(entities.collections.map(({ name }) => name)).toEqual(["users", "deals", "deals.D-1.lines"]);
    expect(entities.collectionOf("7")?.name).toBe("deals.D-1.lines");
    expect(entities.has("M-1")).toBe(false);
  });

  it("have neighbours: the next, the one before, then the rest", () => {
    expect(entities.othersOf("U-2")).toEqual(["U-3", "U-1"]);
    expect(entities.othersOf("U-3")).toEqual(["U-1", "U-2"]);
    expect(entities.othersOf("7")).toEqual([]);
    expect(entities.othersOf("none")).toEqual([]);
  });

  it("are named in a text as whole words, each once", () => {
    expect(entities.namedIn("U-2: (D-1), U-2, U-22, XU-1 and D-2.")).toEqual(["U-2", "D-1", "D-2"]);
  });
});
