import { SchemaError } from "@silo/errors";
import { compileSchema, type CompiledSchema } from "./compile-schema.js";
import { optionalMember, type Infer, type OptionalSchema, type Schema } from "./infer.js";
import type { JsonSchemaObject } from "./json-schema.js";
import { pathText } from "./message-text.js";
import { statement } from "./problem-statement.js";

/** What every schema may say of itself. */
export interface Annotations<T> {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly T[];
  readonly deprecated?: boolean;
  readonly $id?: string;
  readonly $comment?: string;
}

export interface StringOptions extends Annotations<string> {
  /** In Unicode code points. */
  readonly minLength?: number;
  /** In Unicode code points. */
  readonly maxLength?: number;
  /** A regular expression of ECMA-262, read with the `u` flag; not anchored. */
  readonly pattern?: string;
  readonly format?: string;
}

export interface NumberOptions extends Annotations<number> {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

export interface ArrayOptions<T> extends Annotations<T[]> {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export interface ObjectOptions<T> extends Annotations<T> {
  /** `false` (the default): no other members. `true` or a schema: others are accepted. */
  readonly additionalProperties?: boolean | JsonSchemaObject;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export interface RecordOptions<T> extends Annotations<Record<string, T>> {
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** What every member's name must match. */
  readonly propertyNames?: JsonSchemaObject;
}

/** A value that JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

type Scalar = string | number | boolean | null;
type Members = Readonly<Record<string, JsonSchemaObject>>;
type OptionalKeys<P> = {
  [K in keyof P]: P[K] extends { readonly [optionalMember]: true } ? K : never;
}[keyof P];
type Simplify<T> = { [K in keyof T]: T[K] } & {};
type ObjectOf<P> = Simplify<
  { -readonly [K in Exclude<keyof P, OptionalKeys<P>>]: Infer<P[K]> } & {
    -readonly [K in OptionalKeys<P>]?: Infer<P[K]>;
  }
>;

/** Gives plain keywords the method `parse`, which is no part of the JSON. */
function schema<T>(keywords: Record<string, unknown>): Schema<T> {
  for (const [name, value] of Object.entries(keywords)) {
    if (value === undefined) delete keywords[name];
    else if (Array.isArray(value)) Object.freeze(value);
  }
  let compiled: CompiledSchema<T> | undefined;
  Object.defineProperty(keywords, "parse", { value: parse });
  return Object.freeze(keywords) as Schema<T>;

  function parse(value: unknown): T {
    compiled ??= compileSchema<T>(keywords, { purpose: "data" });
    const first = compiled.check(value)[0];
    if (!first) return value as T;
    const detail = statement(first, { noun: "declared field", received: false, echo: false });
    throw new SchemaError(pathText(first.path), detail);
  }
}

function string(options: StringOptions = {}): Schema<string> {
  return schema({ type: "string", ...options });
}

function number(options: NumberOptions = {}): Schema<number> {
  return schema({ type: "number", ...options });
}

function integer(options: NumberOptions = {}): Schema<number> {
  return schema({ type: "integer", ...options });
}

function boolean(options: Annotations<boolean> = {}): Schema<boolean> {
  return schema({ type: "boolean", ...options });
}

/** Exactly this value. */
function literal<const T extends Scalar>(value: T, options: Annotations<T> = {}): Schema<T> {
  return schema({ type: value === null ? "null" : typeof value, const: value, ...options });
}

/** One of these values. */
function enumeration<const T extends Scalar>(values: readonly T[], options: Annotations<T> = {}): Schema<T> {
  const type = values.every((value) => typeof value === "string") ? "string" : undefined;
  return schema({ type, enum: [...values], ...options });
}

function array<S extends JsonSchemaObject>(
  items: S,
  options: ArrayOptions<Infer<S>> = {},
): Schema<Infer<S>[]> {
  return schema({ type: "array", items, ...options });
}

/** An object with these members and no others, unless `additionalProperties` says so. */
function object<P extends Members>(
  properties: P,
  options: ObjectOptions<ObjectOf<P>> = {},
): Schema<ObjectOf<P>> {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]));
  return schema({
    type: "object",
    properties: Object.freeze({ ...properties }),
    required: required.length > 0 ? Object.freeze(required) : undefined,
    additionalProperties: false,
    ...options,
  });
}

function isOptional(member: JsonSchemaObject | undefined): boolean {
  return member !== undefined && (member as { [optionalMember]?: true })[optionalMember] === true;
}

/** A member that may be left out. Says nothing about `null`: for that there is `nullable`. */
function optional<S extends JsonSchemaObject>(inner: S): OptionalSchema<Infer<S>> {
  const keywords = { ...inner };
  Object.defineProperty(keywords, optionalMember, { value: true });
  return schema(keywords) as OptionalSchema<Infer<S>>;
}

/** The value, or `null`. */
function nullable<S extends JsonSchemaObject>(
  inner: S,
  options: Annotations<Infer<S> | null> = {},
): Schema<Infer<S> | null> {
  return schema({ anyOf: [inner, { type: "null" }], ...options });
}

/** A value that at least one of the schemas accepts. */
function union<const S extends readonly JsonSchemaObject[]>(
  branches: S,
  options: Annotations<Infer<S[number]>> = {},
): Schema<Infer<S[number]>> {
  return schema({ anyOf: [...branches], ...options });
}

/** An object whose members, whatever their names, all have this schema. */
function record<S extends JsonSchemaObject>(
  values: S,
  options: RecordOptions<Infer<S>> = {},
): Schema<Record<string, Infer<S>>> {
  return schema({ type: "object", additionalProperties: values, ...options });
}

/** Any value that JSON can hold. */
function json(options: Annotations<JsonValue> = {}): Schema<JsonValue> {
  return schema({ ...options });
}

/** The schema builders (contract V7). Each result is a JSON Schema, carries its type, and has `parse`. */
export const s = {
  string,
  number,
  integer,
  boolean,
  literal,
  enumeration,
  array,
  object,
  optional,
  nullable,
  union,
  record,
  json,
} as const;
