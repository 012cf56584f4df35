import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isSiloError } from "@silo/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.js";

describe("canonicalJson", () => {
  // Number forms and the order of names as RFC 8785 has them.
  it.each<[unknown, string]>([
    [{ b: 1.0, a: 2 }, '{"a":2,"b":1}'],
    [
      { n: [1e16, 1e21, 1e-6, 1e-7, 123456789012345680.0, 5e-324] },
      '{"n":[10000000000000000,1e+21,0.000001,1e-7,123456789012345680,5e-324]}',
    ],
    [{ y: [1.0, 100.0, 0.1, 68.92000000000004, -0.0] }, '{"y":[1,100,0.1,68.92000000000004,0]}'],
    [{ 10: 1, 9: 2, a: 3, B: 4 }, '{"10":1,"9":2,"B":4,"a":3}'],
    [
      { "\u20ac": 1, "\r": 2, "\ufb33": 3, 1: 4, "\u{1F600}": 5, "\u0080": 6, "\u00f6": 7 },
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1F600}":5,"\ufb33":3}',
    ],
    ['\u20ac$\u000f\nA\'B"\\\\"/', '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
    [undefined, "null"],
  ])("writes %j as %s", (value, text) => {
    expect(canonicalJson(value, "x")).toBe(text);
  });

  it("refuses what jsonCopy refuses", () => {
    let thrown: unknown;
    try {
      canonicalJson({ a: [1n] }, "x");
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown, "value_not_json") && thrown.details).toMatchObject({
      path: "a.0",
      subject: "x",
    });
  });

  it("gives equal text for equal values, whatever the order of their names", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = canonicalJson(value, "x");
        expect(canonicalJson(backwards(value), "x")).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});

/** The same value with the members of every object in the opposite order. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, backwards(item)]),
  );
}

const corpus = process.env["SILO_CORPUS"] ?? fileURLToPath(new URL("../../../../shared", import.meta.url));
const benchmark = join(corpus, "peers", "tau2");

describe("the vectors of a public benchmark", () => {
  if (!existsSync(join(benchmark, "README.md")) && process.env["SILO_REQUIRE_CORPUS"] !== "1") {
    it.skip(`needs the corpus at ${corpus}; set SILO_CORPUS`, () => {});
    return;
  }

  it("have the canonical text and hash that its own tools made, whatever the order of members", () => {
    const rows = readFileSync(join(benchmark, "README.md"), "utf8").matchAll(
      /^\| `(\{.*\})` \| `(\{.*\})` \| ([0-9a-f]{64}) \|$/gm,
    );
    const vectors = Array.from(rows, (row) => row.slice(1) as [string, string, string]);
    expect(vectors).toHaveLength(4);
    for (const [given, canonical, hash] of vectors) {
      const value = withoutNulls(JSON.parse(given));
      for (const one of [value, backwards(value)]) {
        expect(canonicalJson(one, "a vector")).toBe(canonical);
        expect(hashOf(one)).toBe(hash);
      }
    }
  });

  it.each([
    ["db.json", "622d5a519463ff0737601805ac7048013e7edbb31eefd8e7ede420544e950df9"],
    ["airline/db.json", "4da8c3f8adaffe176a9daaa5f20658bb9b36cd945733ab8f9ecf2e8bcbaabcc8"],
  ])("are met by the world %s", (file, hash) => {
    const state: unknown = JSON.parse(readFileSync(join(benchmark, file), "utf8"));
    expect(hashOf(state)).toBe(hash);
    expect(hashOf(backwards(state))).toBe(hash);
  });
});

function hashOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value, "the world")).digest("hex");
}

/** The benchmark leaves members out that are null. */
function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, item: unknown) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).filter(([, member]) => member !== null));
  }) as unknown;
}
