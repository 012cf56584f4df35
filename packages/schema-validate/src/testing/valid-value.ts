import { formatSample } from "../formats.js";
import { isRecord, own, type JsonSchema, type JsonSchemaObject } from "../json-schema.js";
import { readReferences, type References } from "../references.js";
import { listOf } from "../schema-summary.js";

/** Texts for the patterns of the corpus; a pattern that none of them matches gets no value. */
const texts = [
  "text",
  "a",
  "abc",
  "ABC",
  "AS123",
  "a=b",
  "app=web",
  "GDZ",
  "2031-03-23",
  "1",
  "x1",
  "EUR",
  "a-b",
];

/** A value that a schema accepts: with all optional members, or (`full: false`) with none. */
export function validValue(schema: JsonSchema, { full }: { readonly full: boolean }): unknown {
  return make(schema, { full, references: readReferences(schema) }, 0);
}

interface MakeContext {
  readonly full: boolean;
  readonly references: References;
}

function make(schema: JsonSchema, context: MakeContext, depth: number): unknown {
  if (typeof schema === "boolean") return "anything";
  const reference = own(schema, "$ref");
  if (typeof reference === "string") {
    const target = context.references.resolve(schema, reference);
    if (target !== undefined) return make(target, { ...context, full: context.full && depth < 6 }, depth + 1);
  }
  if (Object.hasOwn(schema, "const")) return schema["const"];
  const values = own(schema, "enum");
  // An enum that contradicts the type of a list is read as that of its items.
  if (Array.isArray(values))
    return own(schema, "type") === "array" && !Array.isArray(values[0]) ? [values[0]] : values[0];
  const merged = mergeAllOf(schema, context);
  for (const keyword of ["anyOf", "oneOf"]) {
    const [first] = listOf(merged, keyword);
    if (first === undefined) continue;
    if (!Object.hasOwn(merged, "properties")) return make(first, context, depth + 1);
    const { [keyword]: _branches, ...rest } = merged;
    return make(mergeTwo(rest, typeof first === "object" ? first : {}), context, depth + 1);
  }
  const type = own(merged, "type");
  return ofType((Array.isArray(type) ? type[0] : type) ?? guessType(merged), merged, context, depth);
}

function guessType(schema: JsonSchemaObject): string {
  if (Object.hasOwn(schema, "properties")) return "object";
  return Object.hasOwn(schema, "items") ? "array" : "string";
}

function mergeAllOf(schema: JsonSchemaObject, context: MakeContext): JsonSchemaObject {
  let merged = schema;
  for (const part of listOf(schema, "allOf")) {
    if (typeof part !== "object") continue;
    const reference = own(part, "$ref");
    const target = typeof reference === "string" ? context.references.resolve(part, reference) : part;
    if (typeof target === "object") merged = mergeTwo(merged, mergeAllOf(target, context));
  }
  return merged;
}

function mergeTwo(left: JsonSchemaObject, right: JsonSchemaObject): JsonSchemaObject {
  const maps = (keyword: string): Record<string, unknown> => ({
    ...((left[keyword] as object | undefined) ?? {}),
    ...((right[keyword] as object | undefined) ?? {}),
  });
  const required = [
    ...((left["required"] as string[] | undefined) ?? []),
    ...((right["required"] as string[] | undefined) ?? []),
  ];
  return { ...left, ...right, properties: maps("properties"), required };
}

function ofType(type: unknown, schema: JsonSchemaObject, context: MakeContext, depth: number): unknown {
  switch (type) {
    case "string":
      return text(schema);
    case "integer":
    case "number":
      return number(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return list(schema, context, depth);
    default:
      return object(schema, context, depth);
  }
}

function text(schema: JsonSchemaObject): string {
  const format = own(schema, "format");
  const sample = typeof format === "string" ? formatSample(format) : undefined;
  const pattern = own(schema, "pattern");
  const found =
    typeof pattern === "string"
      ? texts.find((candidate) => new RegExp(pattern, "u").test(candidate))
      : undefined;
  const least = Number(own(schema, "minLength") ?? 0);
  const most = Number(own(schema, "maxLength") ?? Infinity);
  return (sample ?? found ?? "text").padEnd(least, "x").slice(0, most);
}

function number(schema: JsonSchemaObject): number {
  const least = Number(own(schema, "minimum") ?? -Infinity);
  const above = Number(own(schema, "exclusiveMinimum") ?? -Infinity);
  const most = Number(own(schema, "maximum") ?? Infinity);
  let value = 7;
  if (value < least) value = least;
  if (value <= above) value = above + 1;
  if (value > most) value = most;
  const below = Number(own(schema, "exclusiveMaximum") ?? Infinity);
  return value >= below ? below - 1 : value;
}

function list(schema: JsonSchemaObject, context: MakeContext, depth: number): unknown[] {
  const items = own(schema, "items") as JsonSchema | undefined;
  const count = Math.max(Number(own(schema, "minItems") ?? 0), context.full && depth < 8 ? 1 : 0);
  return Array.from({ length: count }, (_, index) =>
    index === 0 || items === undefined
      ? make(items ?? true, context, depth + 1)
      : make(items, context, depth + 1),
  );
}

function object(schema: JsonSchemaObject, context: MakeContext, depth: number): Record<string, unknown> {
  const properties = own(schema, "properties");
  const required = (own(schema, "required") ?? []) as string[];
  const value: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(isRecord(properties) ? properties : {})) {
    if (required.includes(name) || (context.full && depth < 8))
      value[name] = make(member as JsonSchema, context, depth + 1);
  }
  for (const name of required) if (!Object.hasOwn(value, name)) value[name] = "anything";
  return value;
}
