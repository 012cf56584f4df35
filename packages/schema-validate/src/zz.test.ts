import fc from "fast-check";
import { test } from "vitest";
import { isToolError } from "@silo/errors";
import { compileSchema } from "./compile-schema.js";
import { keywordsOf } from "./keyword-shapes.js";
test("any", () => {
  const kw = fc.constantFrom(...keywordsOf("2020-12"), "nullable", "additionalItems");
  const { v } = fc.letrec<{ v: unknown }>((tie) => ({ v: fc.oneof({ maxDepth: 4 }, fc.constantFrom<unknown>(true, false, null, 1, -1, 0.5, "object", "array", "string", "#", "#/properties/a", "(", "^a"), fc.array(tie("v"), { maxLength: 3 }), fc.dictionary(fc.oneof(kw, fc.constantFrom("a", "b")), tie("v"), { maxKeys: 5 }), fc.dictionary(kw, tie("v"), { maxKeys: 5 })) }));
  const seen: Record<string, number> = {};
  fc.assert(fc.property(fc.dictionary(kw, v, { maxKeys: 6 }), fc.jsonValue(), fc.constantFrom("input", "data") as fc.Arbitrary<"input" | "data">, (sc, val, purpose) => {
    try { const c = compileSchema(sc as never, { purpose, origin: "foreign" }); c.check(val); c.check({ a: 1, b: "x" }); seen.ok = (seen.ok ?? 0) + 1; }
    catch (e) { if (!isToolError(e, "INVALID_DEFINITION")) throw e; seen.bad = (seen.bad ?? 0) + 1; for (const f of e.findings) if (f.message.includes("cannot be compiled") && (seen.c = (seen.c ?? 0) + 1) < 12) console.log(JSON.stringify(sc), f.message); }
  }), { numRuns: 20000, endOnFailure: true });
  console.log(seen);
}, 300000);
