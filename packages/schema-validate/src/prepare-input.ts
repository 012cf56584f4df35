import { textOrJsonKeyword } from "./ajv-engine.js";
import {
  childKeywords,
  inPlaceKeywords,
  isRecord,
  own,
  storeKeywords,
  subschemas,
  type JsonSchema,
  type JsonSchemaObject,
} from "./json-schema.js";
import type { References } from "./references.js";
import { summarize } from "./schema-summary.js";

/** Conditions and counts: closing what they speak of would change when they hold. */
const conditions = new Set(["if", "not", "contains", "propertyNames"]);

/**
 * Makes the schema of a tool's input say what authors mean and forget to write (contract V8): an object that declares
 * members has no others, at every level, unless the level opens itself. Marks the positions where a text may stand
 * for the list or the object that it holds as JSON. Changes `schema`, which must be a copy of its own.
 */
export function prepareInput(schema: JsonSchema, references: References): void {
  if (typeof schema === "boolean") return;
  const combined = combinedTargets(schema, references);
  const seen = new Set<JsonSchemaObject>();

  const enter = (at: JsonSchema, isLevel: boolean, isRoot: boolean): void => {
    if (typeof at === "boolean" || seen.has(at)) return;
    seen.add(at);
    if (isLevel) {
      if (!combined.has(at)) close(at, references, isRoot);
      markTexts(at, references);
    }
    for (const sub of subschemas(at, childKeywords))
      if (!conditions.has(sub.keyword)) enter(sub.schema, true, false);
    for (const sub of subschemas(at, inPlaceKeywords))
      if (!conditions.has(sub.keyword)) enter(sub.schema, false, false);
    for (const sub of subschemas(at, storeKeywords)) enter(sub.schema, false, false);
  };
  enter(schema, true, true);
  // Arguments are always an object (contract V8); a schema that does not say so would take any other value.
  if (summarize(schema, references).types === undefined)
    (schema as Record<string, unknown>)["type"] = "object";
}

/** Schemas that are combined with others by a reference: closed by themselves, they would refuse the others' members. */
function combinedTargets(root: JsonSchemaObject, references: References): Set<JsonSchema> {
  const found = new Set<JsonSchema>();
  const seen = new Set<JsonSchema>();
  const walk = (at: JsonSchema, isLevel: boolean): void => {
    if (typeof at === "boolean" || seen.has(at)) return;
    seen.add(at);
    const reference = own(at, "$ref");
    if (typeof reference === "string" && (!isLevel || declares(at))) {
      const target = references.resolve(at, reference);
      if (target !== undefined) found.add(target);
    }
    for (const sub of subschemas(at, childKeywords)) walk(sub.schema, true);
    for (const sub of subschemas(at, inPlaceKeywords)) walk(sub.schema, false);
    for (const sub of subschemas(at, storeKeywords)) walk(sub.schema, false);
  };
  walk(root, true);
  return found;
}

function declares(schema: JsonSchemaObject): boolean {
  return ["properties", "allOf", "anyOf", "oneOf", "dependentSchemas", "if"].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
}

function close(schema: JsonSchemaObject, references: References, isRoot: boolean): void {
  const facts = readLevel(schema, references, isRoot);
  if (!facts.declares || facts.opens) return;
  const draft = schema as Record<string, unknown>;
  draft[facts.combines ? "unevaluatedProperties" : "additionalProperties"] = false;
  // A member that is required and not declared could otherwise neither be given nor be left out.
  const forgotten = [...facts.required].filter((name) => !facts.names.has(name));
  if (forgotten.length === 0) return;
  const properties = own(schema, "properties");
  draft["properties"] = {
    ...(isRecord(properties) ? properties : {}),
    ...Object.fromEntries(forgotten.map((name) => [name, true])),
  };
}

interface LevelFacts {
  /** Some schema that applies here declares members by name. */
  declares: boolean;
  /** The level says itself what other members it takes. */
  opens: boolean;
  /** More than the schema's own keywords declare members. */
  combines: boolean;
  readonly names: Set<string>;
  readonly required: Set<string>;
}

function readLevel(root: JsonSchemaObject, references: References, isRoot: boolean): LevelFacts {
  const facts: LevelFacts = {
    declares: false,
    opens: false,
    combines: false,
    names: new Set(),
    required: new Set(),
  };
  const openers = ["additionalProperties", "unevaluatedProperties", "patternProperties"];
  facts.opens = openers.some((keyword) => Object.hasOwn(root, keyword));
  const seen = new Set<JsonSchema>();
  const read = (schema: JsonSchema): void => {
    if (typeof schema === "boolean" || seen.has(schema)) return;
    seen.add(schema);
    const properties = own(schema, "properties");
    if (isRecord(properties) && (isRoot || Object.keys(properties).length > 0)) {
      facts.declares = true;
      if (schema !== root) facts.combines = true;
      for (const name of Object.keys(properties)) facts.names.add(name);
    }
    const required = own(schema, "required");
    if (Array.isArray(required)) for (const name of required as string[]) facts.required.add(name);
    const reference = own(schema, "$ref");
    const target = typeof reference === "string" ? references.resolve(schema, reference) : undefined;
    if (target !== undefined) read(target);
    for (const sub of subschemas(schema, inPlaceKeywords)) if (!conditions.has(sub.keyword)) read(sub.schema);
  };
  read(root);
  return facts;
}

/** A position that takes a text and also a list or an object: a text that is JSON for the latter is a mistake. */
function markTexts(schema: JsonSchemaObject, references: References): void {
  const { types, values } = summarize(schema, references);
  if (!types?.includes("string") || values) return;
  if (types.includes("array") || types.includes("object"))
    (schema as Record<string, unknown>)[textOrJsonKeyword] = true;
}
