import { expect, test } from "vitest";
import fc from "fast-check";
import { compileSchema } from "./compile-schema.js";
import { explainValue } from "./explain-value.js";
import type { JsonSchema } from "./json-schema.js";
import { readReferences } from "./references.js";

test("an explanation finds a problem exactly where ajv does, for schemas and values of any shape", () => {
  const leaf = fc.constantFrom<JsonSchema>(
    true,
    { type: "string" },
    { type: "integer", minimum: 2 },
    { const: 1 },
    { enum: ["a", 2] },
    { type: ["boolean", "null"] },
  );
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({ type: fc.constant("array"), items: tie("schema") }),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie("schema") }),
      fc.record({
        properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema")),
        additionalProperties: fc.boolean(),
      }),
      fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    ),
  }));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("a", "b", 1, 2, 2.5, true, null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value")),
    ),
  }));
  fc.assert(
    fc.property(schema, value, (given, candidate) => {
      const valid = compileSchema(given, { purpose: "data", origin: "foreign" }).is(candidate);
      const problems = explainValue(given, candidate, {
        references: readReferences(given),
        assertFormats: false,
      });
      expect(problems.length === 0).toBe(valid);
    }),
    { numRuns: 150 },
  );
});
