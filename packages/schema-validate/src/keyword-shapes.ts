import type { Dialect } from "./json-schema.js";

/** What the value of a keyword must be. */
export type KeywordShape =
  | "schema"
  | "schemaList"
  | "schemaOrList"
  | "schemaMap"
  | "schemaOrNamesMap"
  | "type"
  | "names"
  | "namesMap"
  | "values"
  | "string"
  | "pattern"
  | "boolean"
  | "number"
  | "positive"
  | "count"
  | "any";

const everywhere: Readonly<Record<string, KeywordShape>> = {
  $schema: "string",
  $id: "string",
  $ref: "string",
  $comment: "string",
  $defs: "schemaMap",
  definitions: "schemaMap",
  title: "string",
  description: "string",
  default: "any",
  examples: "values",
  readOnly: "boolean",
  writeOnly: "boolean",
  deprecated: "boolean",
  contentEncoding: "string",
  contentMediaType: "string",
  type: "type",
  enum: "values",
  const: "any",
  multipleOf: "positive",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  minLength: "count",
  maxLength: "count",
  pattern: "pattern",
  format: "string",
  items: "schemaOrList",
  contains: "schema",
  minItems: "count",
  maxItems: "count",
  uniqueItems: "boolean",
  properties: "schemaMap",
  patternProperties: "schemaMap",
  additionalProperties: "schema",
  propertyNames: "schema",
  required: "names",
  minProperties: "count",
  maxProperties: "count",
  dependencies: "schemaOrNamesMap",
  allOf: "schemaList",
  anyOf: "schemaList",
  oneOf: "schemaList",
  not: "schema",
  if: "schema",
  then: "schema",
  else: "schema",
};

const byDialect: Readonly<Record<Dialect, Readonly<Record<string, KeywordShape>>>> = {
  "2020-12": {
    $anchor: "string",
    $dynamicRef: "string",
    $dynamicAnchor: "string",
    $vocabulary: "any",
    prefixItems: "schemaList",
    minContains: "count",
    maxContains: "count",
    dependentRequired: "namesMap",
    dependentSchemas: "schemaMap",
    unevaluatedProperties: "schema",
    unevaluatedItems: "schema",
    contentSchema: "schema",
  },
  "draft-07": { additionalItems: "schema" },
};

/** Words of OpenAPI and of older drafts, and what to write instead. */
const foreignWords: Readonly<Record<string, string>> = {
  id: 'write "$id"',
  nullable: 'add "null" to "type"',
  example: 'write "examples" with a list',
  discriminator: "leave it out; the tag is found in the branches",
  xml: "leave it out",
  externalDocs: "leave it out",
  enumNames: "leave it out",
  divisibleBy: 'write "multipleOf"',
  extends: 'write "allOf"',
  disallow: 'write "not"',
  $recursiveRef: 'write "$dynamicRef"',
  $recursiveAnchor: 'write "$dynamicAnchor"',
  optional: 'list the other names in "required" of the object',
};

/** Type names of other languages. */
const foreignTypes: Readonly<Record<string, string>> = {
  dict: "object",
  dictionary: "object",
  map: "object",
  hashmap: "object",
  struct: "object",
  json: "object",
  record: "object",
  float: "number",
  double: "number",
  decimal: "number",
  numeric: "number",
  real: "number",
  int: "integer",
  int32: "integer",
  int64: "integer",
  long: "integer",
  short: "integer",
  bigint: "integer",
  uint: "integer",
  str: "string",
  text: "string",
  char: "string",
  date: "string",
  datetime: "string",
  uuid: "string",
  bytes: "string",
  enum: "string",
  file: "string",
  bool: "boolean",
  list: "array",
  tuple: "array",
  set: "array",
  sequence: "array",
  arraylist: "array",
  none: "null",
  nil: "null",
  nonetype: "null",
  undefined: "null",
  void: "null",
};

/** The shape of a keyword's value in a dialect; `undefined` for what is no keyword there. */
export function keywordShape(keyword: string, dialect: Dialect): KeywordShape | undefined {
  if (Object.hasOwn(everywhere, keyword)) return everywhere[keyword];
  return Object.hasOwn(byDialect[dialect], keyword) ? byDialect[dialect][keyword] : undefined;
}

/** All keywords of a dialect. */
export function keywordsOf(dialect: Dialect): string[] {
  return [...Object.keys(everywhere), ...Object.keys(byDialect[dialect])];
}

/** Whether the other dialect has this keyword. */
export function isKeywordElsewhere(keyword: string, dialect: Dialect): boolean {
  return Object.hasOwn(byDialect[dialect === "2020-12" ? "draft-07" : "2020-12"], keyword);
}

/** What to write instead of a word that JSON Schema does not have. */
export function rightWord(keyword: string): string | undefined {
  return Object.hasOwn(foreignWords, keyword) ? foreignWords[keyword] : undefined;
}

/** The JSON type that a type name of another language stands for. */
export function rightType(name: string): string | undefined {
  const key = name.toLowerCase().replace(/[<[(].*$/, "");
  return Object.hasOwn(foreignTypes, key) ? foreignTypes[key] : undefined;
}
