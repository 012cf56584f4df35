import { isSiloError } from "@silo/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedPlaces, describeChanges, diffStates, type EntityChange } from "./diff-states.js";

const entity = (change: Partial<EntityChange>): EntityChange => ({
  collection: "c",
  id: "A",
  change: "changed",
  fields: [],
  ...change,
});

describe("describeChanges", () => {
  it.each<[string, unknown, unknown, EntityChange[]]>([
    [
      "every field that differs, before and after",
      { c: [{ id: "A", stage: "won", owner: { name: "x", age: 1 }, tags: ["a"] }] },
      { c: [{ id: "A", stage: "lost", owner: { name: "x", age: 2 }, tags: ["a", "b"], note: null }] },
      [
        entity({
          fields: [
            { field: "note", to: null },
            { field: "owner.age", from: 1, to: 2 },
            { field: "stage", from: "won", to: "lost" },
            { field: "tags.1", to: "b" },
          ],
        }),
      ],
    ],
    [
      "every field of one that came and of one that went",
      { c: { A: { id: "A", n: 1 } } },
      { c: { B: { id: "B", deep: { n: [1] } } } },
      [
        entity({
          change: "removed",
          fields: [
            { field: "id", from: "A" },
            { field: "n", from: 1 },
          ],
        }),
        entity({
          id: "B",
          change: "added",
          fields: [
            { field: "deep", to: { n: [1] } },
            { field: "id", to: "B" },
          ],
        }),
      ],
    ],
    [
      "entities inside of entities by id",
      { c: [{ id: "A", lines: [{ id: "1", qty: 1 }, { id: "2" }] }] },
      { c: [{ id: "A", lines: [{ id: "3" }, { id: "1", qty: 5 }] }] },
      [
        entity({
          fields: [
            { field: "lines.1.qty", from: 1, to: 5 },
            { field: "lines.2", from: { id: "2" } },
            { field: "lines.3", to: { id: "3" } },
          ],
        }),
      ],
    ],
    [
      "items of a Set by content",
      { c: [{ id: "A", labels: new Set(["x", "y"]) }] },
      { c: [{ id: "A", labels: new Set(["z", "y"]) }] },
      [
        entity({
          fields: [
            { field: "labels.x", from: "x" },
            { field: "labels.z", to: "z" },
          ],
        }),
      ],
    ],
    [
      "two places of one dotted name, in an order that the order of keys does not show",
      { "a.b": [{ id: "1", n: 3 }], a: { b: [{ id: "1", n: 1 }] } },
      { a: { b: [{ id: "1", n: 2 }] }, "a.b": [{ id: "1", n: 4 }] },
      [
        entity({ collection: "a.b", id: "1", fields: [{ field: "n", from: 1, to: 2 }] }),
        entity({ collection: "a.b", id: "1", fields: [{ field: "n", from: 3, to: 4 }] }),
      ],
    ],
    [
      "the state itself as the collection",
      [{ id: "A", n: 1 }],
      [{ id: "A" }],
      [entity({ collection: "", fields: [{ field: "n", from: 1 }] })],
    ],
  ])("gives %s", (_what, from, to, entities) => {
    expect(describeChanges(from, to)).toEqual({ scalars: [], entities });
  });

  it("has the leaves that diffStates has", () => {
    const [from, to] = [
      { now: "a", list: [1] },
      { now: "b", list: [2] },
    ];
    expect(describeChanges(from, to)).toEqual({ scalars: diffStates(from, to).scalars, entities: [] });
  });

  it("is coded where JSON cannot hold a state", () => {
    let thrown: unknown;
    try {
      describeChanges({}, { a: 1n });
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown, "value_not_json") && thrown.details.path).toBe("a");
  });

  const leaf = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
  );
  const fields = fc.dictionary(fc.constantFrom("x", "y", "z"), leaf);
  const world = fc
    .record({
      ids: fc.uniqueArray(fc.constantFrom("A", "B", "C")),
      fields: fc.array(fields, { minLength: 3 }),
    })
    .map(({ ids, fields: members }) => ({
      c: ids.map((id, index) => ({ ...members[index], id })),
      settings: members[0],
    }));

  it("names the places that diffStates names, and no entity without a field", () => {
    fc.assert(
      fc.property(world, world, (from, to) => {
        const { scalars, entities } = describeChanges(from, to);
        const places = [
          ...entities.map(({ collection, id }) => `${collection}.${id}`),
          ...scalars.map(({ field }) => field),
        ];
        expect(places.sort()).toEqual(changedPlaces(diffStates(from, to)));
        expect(entities.filter((change) => change.fields.length === 0)).toEqual([]);
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});
