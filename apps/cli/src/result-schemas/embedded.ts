import type { JsonSchemaObject } from "@silo/schema-validate";

/** A published schema as a part of another one: without the ids that name it where it stands alone. */
export function embedded<S extends JsonSchemaObject>(schema: S): S {
  return withoutIds(schema) as S;
}

function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => keyword !== "$id" || typeof value !== "string")
      .map(([keyword, value]) => [keyword, withoutIds(value)]),
  );
}
