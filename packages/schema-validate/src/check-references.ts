import { isMetaSchemaAddress } from "./dialect.js";
import type { Findings } from "./findings.js";
import {
  allSubschemas,
  inPlaceKeywords,
  own,
  subschemas,
  type JsonSchema,
  type JsonSchemaObject,
} from "./json-schema.js";
import { quoted } from "./message-text.js";
import type { PathSegment } from "./problem.js";
import type { References } from "./references.js";

/** Whether every reference leads to a schema, and none leads back to itself without going into the value. */
export function checkReferences(root: JsonSchema, references: References, findings: Findings): void {
  const seen = new Set<JsonSchema>();
  const places = new Map<JsonSchema, readonly PathSegment[]>();

  const walk = (schema: JsonSchema, path: readonly PathSegment[]): void => {
    if (typeof schema === "boolean" || seen.has(schema)) return;
    seen.add(schema);
    places.set(schema, path);
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = own(schema, keyword);
      if (typeof reference === "string") checkOne(schema, keyword, reference, path);
    }
    for (const sub of allSubschemas(schema)) walk(sub.schema, [...path, ...sub.place]);
  };

  const checkOne = (
    schema: JsonSchemaObject,
    keyword: string,
    reference: string,
    path: readonly PathSegment[],
  ): void => {
    if (references.resolve(schema, reference) !== undefined || isMetaSchemaAddress(reference)) return;
    const isElsewhere = !reference.startsWith("#");
    const reason = isElsewhere
      ? 'which is not part of this schema; nothing is ever loaded: put what it means into "$defs"'
      : "where no schema is";
    findings.fault([...path, keyword], `refers to ${quoted(reference)}, ${reason}`, "reference_unresolved");
  };

  walk(root, []);
  findCycles([...seen], references, (schema) => {
    findings.fault(
      places.get(schema) ?? [],
      "refers to itself without going into the value, so no value could ever be checked",
      "reference_cycle",
    );
  });
}

/** Reports one schema of every cycle of schemas that apply to the same value. */
function findCycles(
  schemas: readonly JsonSchema[],
  references: References,
  report: (schema: JsonSchema) => void,
): void {
  const state = new Map<JsonSchema, "open" | "done">();
  const visit = (schema: JsonSchema): void => {
    if (typeof schema === "boolean") return;
    const known = state.get(schema);
    if (known === "open") report(schema);
    if (known !== undefined) return;
    state.set(schema, "open");
    const reference = own(schema, "$ref");
    const target = typeof reference === "string" ? references.resolve(schema, reference) : undefined;
    if (target !== undefined) visit(target);
    for (const sub of subschemas(schema, inPlaceKeywords)) visit(sub.schema);
    state.set(schema, "done");
  };
  for (const schema of schemas) visit(schema);
}
