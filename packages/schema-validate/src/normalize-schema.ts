import { isOfType } from "./schema-summary.js";
import {
  allSubschemas,
  isRecord,
  own,
  type Dialect,
  type JsonSchema,
  type JsonSchemaObject,
  type JsonType,
} from "./json-schema.js";

type Draft = Record<string, unknown>;

/** How a schema is read. */
export interface NormalizeOptions {
  readonly dialect: Dialect;
  /** Read a contradiction, with which no value could ever be given, as it was most probably meant. */
  readonly lenient: boolean;
}

/**
 * Rewrites, in a copy, what ajv would refuse, ignore or read otherwise than the dialect says, so that it is enforced as
 * it was meant. The places of subschemas stay, since references name them.
 */
export function normalizeSchema(root: JsonSchema, { dialect, lenient }: NormalizeOptions): void {
  const seen = new Set<JsonSchema>();
  const walk = (schema: JsonSchema): void => {
    if (typeof schema === "boolean" || seen.has(schema)) return;
    seen.add(schema);
    for (const sub of allSubschemas(schema)) walk(sub.schema);
    normalizeOne(schema, dialect);
    if (lenient) freeValues(schema);
  };
  walk(root);
}

function normalizeOne(schema: JsonSchemaObject, dialect: Dialect): void {
  const draft = schema as Draft;
  if (dialect === "2020-12" && Array.isArray(own(schema, "items"))) {
    draft["prefixItems"] = draft["items"];
    delete draft["items"];
    if (Object.hasOwn(schema, "additionalItems")) draft["items"] = draft["additionalItems"];
  }
  if (dialect === "draft-07") {
    for (const keyword of [
      "prefixItems",
      "minContains",
      "maxContains",
      "dependentRequired",
      "dependentSchemas",
      "unevaluatedProperties",
      "unevaluatedItems",
    ]) {
      delete draft[keyword];
    }
  }
  if (own(schema, "nullable") === true) allowNull(schema, draft);
  delete draft["nullable"];
  const values = own(schema, "enum");
  if (Array.isArray(values) && values.length === 0) {
    delete draft["enum"];
    draft["not"] = true;
  }
  const properties = own(schema, "properties");
  if (isRecord(properties) && Object.hasOwn(properties, "__proto__")) {
    // ajv skips a property of this name, but not a pattern that only this name has.
    const patterns = own(schema, "patternProperties");
    draft["patternProperties"] = {
      ...(isRecord(patterns) ? patterns : {}),
      "^__proto__$": own(properties, "__proto__"),
    };
    draft["properties"] = Object.fromEntries(
      Object.entries(properties).filter(([name]) => name !== "__proto__"),
    );
  }
}

/** OpenAPI's `nullable`, in JSON Schema's words. */
function allowNull(schema: JsonSchemaObject, draft: Draft): void {
  const type = own(schema, "type");
  if (typeof type === "string") draft["type"] = [type, "null"];
  else if (Array.isArray(type) && !type.includes("null")) draft["type"] = [...(type as unknown[]), "null"];
  const values = own(schema, "enum");
  if (Array.isArray(values) && !values.includes(null)) draft["enum"] = [...(values as unknown[]), null];
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = own(schema, keyword);
    if (Array.isArray(branches)) draft[keyword] = [...(branches as unknown[]), { type: "null" }];
  }
  const reference = own(schema, "$ref");
  if (typeof reference === "string" && !Array.isArray(draft["anyOf"])) {
    delete draft["$ref"];
    draft["anyOf"] = [{ $ref: reference }, { type: "null" }];
  }
}

/** Values none of which is of the type: those of the items, where a list is wanted, and else the values themselves. */
function freeValues(schema: JsonSchemaObject): void {
  const draft = schema as Draft;
  const type = own(schema, "type");
  const values = own(schema, "enum");
  if (
    typeof type !== "string" ||
    !Array.isArray(values) ||
    values.some((value) => isOfType(value, [type as JsonType]))
  )
    return;
  const items = own(schema, "items");
  if (type !== "array" || (items !== undefined && !isRecord(items))) {
    delete draft["type"];
    return;
  }
  draft["items"] = { ...(items ?? {}), enum: values };
  delete draft["enum"];
}
