import {
  isRecord,
  jsonTypes,
  own,
  type JsonSchema,
  type JsonSchemaObject,
  type JsonType,
} from "./json-schema.js";
import type { References } from "./references.js";
import { sameJson } from "./json-equality.js";

/** What a schema says of a value at its top: the types, a closed list of values, a format. */
export interface SchemaSummary {
  /** `undefined`: any type. */
  readonly types: readonly JsonType[] | undefined;
  /** `undefined`: no closed list. */
  readonly values: readonly unknown[] | undefined;
  readonly format: string | undefined;
}

const ANYTHING: SchemaSummary = { types: undefined, values: undefined, format: undefined };
const DEPTH_LIMIT = 20;

/** Without this, branches of branches would be read twice as often at every level. */
const known = new WeakMap<References, WeakMap<object, SchemaSummary>>();

/** Reads the top of a schema through references and combinations. What is read once must not be changed later. */
export function summarize(schema: JsonSchema, references: References, depth = 0): SchemaSummary {
  if (typeof schema === "boolean" || depth > DEPTH_LIMIT) return ANYTHING;
  let summaries = known.get(references);
  if (!summaries) known.set(references, (summaries = new WeakMap()));
  let summary = summaries.get(schema);
  if (!summary) summaries.set(schema, (summary = read(schema, references, depth)));
  return summary;
}

function read(schema: JsonSchemaObject, references: References, depth: number): SchemaSummary {
  let summary: SchemaSummary = {
    types: typesOf(schema),
    values: valuesOf(schema),
    format: typeof schema["format"] === "string" ? schema["format"] : undefined,
  };
  const reference = own(schema, "$ref");
  if (typeof reference === "string") {
    const target = references.resolve(schema, reference);
    if (target !== undefined) summary = both(summary, summarize(target, references, depth + 1));
  }
  for (const part of listOf(schema, "allOf")) summary = both(summary, summarize(part, references, depth + 1));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = listOf(schema, keyword).filter((branch) => !isNever(branch));
    if (branches.length > 0) {
      summary = both(summary, either(branches.map((branch) => summarize(branch, references, depth + 1))));
    }
  }
  return summary;
}

/** A schema that accepts nothing. Generators write such a branch for a member that may be left out. */
export function isNever(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return !schema;
  const forbidden = own(schema, "not");
  return forbidden === true || (isRecord(forbidden) && Object.keys(forbidden).length === 0);
}

/** The subschemas that a keyword lists. */
export function listOf(schema: JsonSchema, keyword: string): JsonSchema[] {
  if (typeof schema === "boolean") return [];
  const list = own(schema, keyword);
  return Array.isArray(list)
    ? list.filter((item): item is JsonSchema => typeof item === "boolean" || isRecord(item))
    : [];
}

function typesOf(schema: Readonly<Record<string, unknown>>): readonly JsonType[] | undefined {
  const type = own(schema, "type");
  const names = typeof type === "string" ? [type] : Array.isArray(type) ? type : undefined;
  const types = names?.filter((name): name is JsonType => (jsonTypes as readonly unknown[]).includes(name));
  if (types && own(schema, "nullable") === true && !types.includes("null")) types.push("null");
  return types;
}

function valuesOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  const values = own(schema, "enum");
  return Array.isArray(values) ? values : undefined;
}

function both(left: SchemaSummary, right: SchemaSummary): SchemaSummary {
  return {
    types: left.types && right.types ? commonTypes(left.types, right.types) : (left.types ?? right.types),
    values:
      left.values && right.values
        ? left.values.filter((value) => right.values?.some((other) => sameJson(value, other)))
        : (left.values ?? right.values),
    format: left.format ?? right.format,
  };
}

function commonTypes(left: readonly JsonType[], right: readonly JsonType[]): JsonType[] {
  const common: JsonType[] = [];
  for (const type of left) {
    if (right.includes(type)) common.push(type);
    else if (type === "number" && right.includes("integer")) common.push("integer");
    else if (type === "integer" && right.includes("number")) common.push("integer");
  }
  return common;
}

function either(parts: readonly SchemaSummary[]): SchemaSummary {
  const types: JsonType[] = [];
  const values: unknown[] = [];
  let anyType = false;
  let anyValue = false;
  for (const part of parts) {
    const partTypes = part.types ?? (part.values ? typesOfValues(part.values) : undefined);
    if (!partTypes) anyType = true;
    else for (const type of partTypes) if (!types.includes(type)) types.push(type);
    const partValues =
      part.values ?? (part.types?.length === 1 && part.types[0] === "null" ? [null] : undefined);
    if (!partValues) anyValue = true;
    else
      for (const value of partValues) if (!values.some((known) => sameJson(known, value))) values.push(value);
  }
  // A number is wanted as well where an integer is.
  const clean = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  const formats = new Set(parts.filter((part) => part.types?.includes("string")).map((part) => part.format));
  return {
    types: anyType ? undefined : clean,
    values: anyValue ? undefined : values,
    format: formats.size === 1 ? [...formats][0] : undefined,
  };
}

function typesOfValues(values: readonly unknown[]): JsonType[] {
  return [...new Set(values.map(typeOf))];
}

/** The type of a JSON value, `integer` for a whole number. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as JsonType;
}

/** Whether a value is of one of the types. */
export function isOfType(value: unknown, types: readonly JsonType[]): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}
