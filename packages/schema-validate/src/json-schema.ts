/** The drafts of JSON Schema that are understood. Anything else is refused when a schema is compiled (contract V1). */
export type Dialect = "2020-12" | "draft-07";

/** A JSON Schema in object form. Deliberately permissive, so that a plain literal is assignable without a cast. */
export interface JsonSchemaObject {
  readonly [keyword: string]: unknown;
}

/** A JSON Schema: an object, or `true` / `false`. */
export type JsonSchema = JsonSchemaObject | boolean;

/** The names that JSON Schema's `type` may hold. */
export type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

export const jsonTypes: readonly JsonType[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "null",
];

/** Own property of a schema or a value: names such as `constructor` must never reach a prototype. */
export function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

/** True for an object that is neither `null` nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where the subschemas of a keyword stand: at the keyword itself, in a list, or in a map by name. */
export type SubschemaShape = "one" | "list" | "map" | "oneOrList";

/** Keywords whose subschemas apply to the same value as the schema that holds them. */
export const inPlaceKeywords: Readonly<Record<string, SubschemaShape>> = {
  allOf: "list",
  anyOf: "list",
  oneOf: "list",
  not: "one",
  if: "one",
  then: "one",
  else: "one",
  dependentSchemas: "map",
  dependencies: "map",
};

/** Keywords whose subschemas apply to a part of the value: a member, an item, a member's name. */
export const childKeywords: Readonly<Record<string, SubschemaShape>> = {
  properties: "map",
  patternProperties: "map",
  additionalProperties: "one",
  unevaluatedProperties: "one",
  propertyNames: "one",
  prefixItems: "list",
  items: "oneOrList",
  additionalItems: "one",
  unevaluatedItems: "one",
  contains: "one",
  contentSchema: "one",
};

/** Keywords that only store schemas for references. */
export const storeKeywords: Readonly<Record<string, SubschemaShape>> = { $defs: "map", definitions: "map" };

/** A subschema together with its place: the keyword and, in a list or a map, the index or the name. */
export interface Subschema {
  readonly keyword: string;
  readonly place: readonly (string | number)[];
  readonly schema: JsonSchema;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isRecord(value);
}

/** The direct subschemas of `schema` under the keywords of `table`, in the order in which they are written. */
export function subschemas(
  schema: JsonSchemaObject,
  table: Readonly<Record<string, SubschemaShape>>,
): Subschema[] {
  const found: Subschema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = own(table, keyword) as SubschemaShape | undefined;
    if (shape === undefined) continue;
    if ((shape === "one" || shape === "oneOrList") && isSchema(value)) {
      found.push({ keyword, place: [keyword], schema: value });
    } else if ((shape === "list" || shape === "oneOrList") && Array.isArray(value)) {
      value.forEach((item, index) => {
        if (isSchema(item)) found.push({ keyword, place: [keyword, index], schema: item });
      });
    } else if (shape === "map" && isRecord(value)) {
      for (const [name, item] of Object.entries(value)) {
        if (isSchema(item)) found.push({ keyword, place: [keyword, name], schema: item });
      }
    }
  }
  return found;
}

const everyKeyword = { ...inPlaceKeywords, ...childKeywords, ...storeKeywords };

/** All direct subschemas of `schema`. */
export function allSubschemas(schema: JsonSchemaObject): Subschema[] {
  return subschemas(schema, everyKeyword);
}
