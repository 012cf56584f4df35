import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.js";
import { diffStates } from "./diff-states.js";
import { formatResult, formatStateDiff } from "./format-record.js";
import { jsonCopy, type JsonValue } from "./json-copy.js";
import { result } from "./testing/sample-records.js";

/** The numbers 0 to `below` - 1 in turn, always the same for one seed. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    // A linear congruential generator; its high bits are the better ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function shuffle<T>(items: readonly T[], roll: (below: number) => number): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(roll(rest.length), 1)[0] as T);
}

/** The same world with the members of every object, and the items of every Set and Map, in another order. */
function reordered(value: unknown, roll: (below: number) => number): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, roll));
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Set)
    return new Set(
      shuffle(
        [...value].map((item) => reordered(item, roll)),
        roll,
      ),
    );
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const shuffled = shuffle(
    entries.map(([key, item]): [string, unknown] => [String(key), reordered(item, roll)]),
    roll,
  );
  return value instanceof Map ? new Map(shuffled) : Object.fromEntries(shuffled);
}

const name = fc.constantFrom(
  "a",
  "b",
  "B",
  "id",
  "1",
  "10",
  "2",
  "ö",
  "\u{1F600}",
  "\ufb33",
  "a.b",
  "__proto__",
);
const id = fc.constantFrom("X", "Y", "Z", "1");
const { world } = fc.letrec<{ world: unknown }>((tie) => ({
  world: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.constantFrom(null, true, 0, -0, 1e21, 5e-324, 0.1), fc.string({ maxLength: 4 })),
    fc.array(tie("world"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(name, tie("world")), { selector: ([key]) => key, maxLength: 5 })
      .map(Object.fromEntries),
    fc.array(tie("world"), { maxLength: 3 }).map((items) => new Set(items)),
    fc
      .uniqueArray(fc.tuple(id, tie("world")), { selector: ([key]) => key })
      .map((items) => items.map(([key, member]) => ({ note: member, id: key }))),
    fc
      .uniqueArray(fc.tuple(id, tie("world")), { selector: ([key]) => key })
      .map((items) => new Map(items.map(([key, member]) => [key, { member, id: key }]))),
  ),
}));
const state = fc.dictionary(name, world, { maxKeys: 6, noNullPrototype: true });
/** The order of a list is what the agent said, so its lists are no Sets. */
const output = world.map((value) => jsonCopy(value, "the output"));

describe("the same behaviour gives the same bytes", () => {
  it("whatever the order of keys in the world", () => {
    let changed = 0;
    fc.assert(
      fc.property(state, state, output, fc.integer(), (initial, final, answer, seed) => {
        const bytes = bytesOf({ initial, final, output: answer });
        const roll = dice(seed);
        for (let time = 0; time < 3; time += 1) {
          const [one, two, three] = [initial, final, answer].map((value) => reordered(value, roll));
          expect(bytesOf({ initial: one, final: two, output: three })).toEqual(bytes);
        }
        if (bytes.stateDiff.length > 100) changed += 1;
      }),
      { seed: 21, numRuns: 100 },
    );
    // Worlds that do not differ would show nothing.
    expect(changed).toBeGreaterThan(60);
  });
});

function bytesOf(run: { initial: unknown; final: unknown; output: unknown }): {
  result: string;
  stateDiff: string;
} {
  const stateDiff = diffStates(run.initial, run.final);
  const agentOutput = canonicalJson(run.output, "the output");
  const checks = stateDiff.scalars.map(({ field, to }: { field: string; to?: JsonValue }) => ({
    required: true,
    passed: to === undefined,
    label: field,
    detail: canonicalJson(to, "a value"),
  }));
  return {
    result: formatResult({ ...result, checks, agentOutput }),
    stateDiff: formatStateDiff(stateDiff),
  };
}
