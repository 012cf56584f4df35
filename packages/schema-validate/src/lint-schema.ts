import { nearest } from "@silo/errors/nearest";
import { explainValue } from "./explain-value.js";
import type { Findings } from "./findings.js";
import { isKnownFormat } from "./formats.js";
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
import { listNames, quoted, valueText } from "./message-text.js";
import type { PathSegment } from "./problem.js";
import type { References } from "./references.js";
import { isOfType, listOf, summarize } from "./schema-summary.js";

type Path = readonly PathSegment[];

/** What the schemas around one, which apply to the same object, declare. */
interface OuterNames {
  /** In any branch. */
  readonly declared: ReadonlySet<string>;
  /** In any case: not only in another branch. */
  readonly together: ReadonlySet<string>;
}

const NO_NAMES: OuterNames = { declared: new Set(), together: new Set() };

/** What a lint of a schema needs to know. */
export interface LintInput {
  readonly purpose: "input" | "output" | "data";
  readonly references: References;
}

/** Finds what a meta-schema cannot see: keywords that contradict each other, or that never do what they seem to. */
export function lintSchema(root: JsonSchema, { purpose, references }: LintInput, findings: Findings): void {
  const seen = new Set<JsonSchema>();
  if (purpose === "input") lintRoot(root, references, findings);

  const walk = (schema: JsonSchema, path: Path, outer: OuterNames): void => {
    if (typeof schema === "boolean" || seen.has(schema)) return;
    seen.add(schema);
    const within = declaredNames(schema, references);
    const declared = new Set([...outer.declared, ...within]);
    const here: OuterNames = {
      declared,
      together: new Set([...outer.together, ...conjoinedNames(schema, references)]),
    };
    lintObject(
      schema,
      path,
      { declared, combined: new Set([...outer.together, ...within]), purpose },
      findings,
    );
    lintList(schema, path, { purpose, references }, findings);
    lintValues(schema, path, references, findings);
    lintBounds(schema, path, findings);
    for (const sub of subschemas(schema, inPlaceKeywords)) walk(sub.schema, [...path, ...sub.place], here);
    for (const sub of subschemas(schema, childKeywords)) walk(sub.schema, [...path, ...sub.place], NO_NAMES);
    for (const sub of subschemas(schema, storeKeywords)) walk(sub.schema, [...path, ...sub.place], NO_NAMES);
  };
  walk(root, [], NO_NAMES);
}

function lintRoot(root: JsonSchema, references: References, findings: Findings): void {
  const { types } = summarize(root, references);
  // No type at all is left of one that JSON Schema does not have; that is told already.
  if (types?.length === 0 || (types?.length === 1 && types[0] === "object")) return;
  const has = types ? `accepts ${types.join(" or ")}` : 'does not say "type"';
  findings.mistake(
    [],
    `the schema of a tool's input must have "type": "object", but it ${has}`,
    "input_not_object",
  );
}

/** The members that a schema and those that apply with it declare by name. */
function declaredNames(root: JsonSchema, references: References): Set<string> {
  const names = new Set<string>();
  const seen = new Set<JsonSchema>();
  const read = (schema: JsonSchema): void => {
    if (typeof schema === "boolean" || seen.has(schema)) return;
    seen.add(schema);
    const properties = own(schema, "properties");
    if (isRecord(properties)) for (const name of Object.keys(properties)) names.add(name);
    const reference = own(schema, "$ref");
    const target = typeof reference === "string" ? references.resolve(schema, reference) : undefined;
    if (target !== undefined) read(target);
    for (const sub of subschemas(schema, inPlaceKeywords)) if (sub.keyword !== "not") read(sub.schema);
  };
  read(root);
  return names;
}

/** The members that a schema declares itself, by reference or in `allOf`: not only in one of several branches. */
function conjoinedNames(schema: JsonSchema, references: References, seen = new Set<JsonSchema>()): string[] {
  if (typeof schema === "boolean" || seen.has(schema)) return [];
  seen.add(schema);
  const properties = own(schema, "properties");
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const reference = own(schema, "$ref");
  const target = typeof reference === "string" ? references.resolve(schema, reference) : undefined;
  for (const part of [...(target === undefined ? [] : [target]), ...listOf(schema, "allOf")]) {
    names.push(...conjoinedNames(part, references, seen));
  }
  return names;
}

function lintObject(
  schema: JsonSchemaObject,
  path: Path,
  {
    declared,
    combined,
    purpose,
  }: { declared: ReadonlySet<string>; combined: ReadonlySet<string>; purpose: LintInput["purpose"] },
  findings: Findings,
): void {
  const properties = own(schema, "properties");
  if (isRecord(properties) && Object.hasOwn(properties, "__proto__") && purpose !== "data") {
    findings.fault(
      [...path, "properties"],
      'must not declare "__proto__": no such member ever reaches a tool',
    );
  }
  const required = own(schema, "required");
  const isOpen =
    isRecord(own(schema, "additionalProperties")) ||
    own(schema, "additionalProperties") === true ||
    Object.hasOwn(schema, "patternProperties");
  if (Array.isArray(required) && declared.size > 0 && !isOpen) {
    for (const [index, name] of required.entries()) {
      if (typeof name !== "string" || declared.has(name)) continue;
      const near = nearest(name, declared)[0];
      const hint =
        near === undefined ? `declared are: ${listNames([...declared])}` : `did you mean ${quoted(near)}?`;
      findings.mistake(
        [...path, "required", index],
        `requires ${quoted(name)}, which "properties" does not declare; ${hint}`,
        "required_undeclared",
      );
    }
  }
  if (own(schema, "additionalProperties") !== false) return;
  const ownNames = isRecord(properties) ? Object.keys(properties) : [];
  const lost = [...combined].filter((name) => !ownNames.includes(name));
  if (lost.length > 0 && !Object.hasOwn(schema, "patternProperties")) {
    findings.mistake(
      [...path, "additionalProperties"],
      `refuses ${listNames(lost)}, which a schema combined with this one declares; write "unevaluatedProperties": false instead`,
      "closed_too_early",
    );
  }
}

function lintList(
  schema: JsonSchemaObject,
  path: Path,
  { purpose, references }: LintInput,
  findings: Findings,
): void {
  if (purpose !== "input") return;
  const type = own(schema, "type");
  const isArray = type === "array" || (Array.isArray(type) && type.includes("array"));
  if (
    !isArray ||
    Object.hasOwn(schema, "items") ||
    Object.hasOwn(schema, "prefixItems") ||
    Object.hasOwn(schema, "$ref")
  )
    return;
  if (listOf(schema, "allOf").some((part) => summarize(part, references).types?.includes("array"))) return;
  findings.mistake(
    path,
    'is an array without "items", which providers of models refuse; say what its items are',
    "array_without_items",
  );
}

function lintValues(schema: JsonSchemaObject, path: Path, references: References, findings: Findings): void {
  const { types } = summarize(schema, references);
  const values = own(schema, "enum");
  const constant = Object.hasOwn(schema, "const") ? [schema["const"]] : [];
  const allowed: [unknown, Path][] = [
    ...(Array.isArray(values)
      ? values.map((value, index): [unknown, Path] => [value, [...path, "enum", index]])
      : []),
    ...constant.map((value): [unknown, Path] => [value, [...path, "const"]]),
  ];
  if (types && types.length > 0 && own(schema, "nullable") !== true) {
    for (const [value, at] of allowed) {
      if (!isOfType(value, types))
        findings.mistake(
          at,
          `is ${valueText(value)}, which "type" (${types.join(", ")}) never accepts`,
          "value_contradicts_type",
        );
    }
  }
  if (
    Object.hasOwn(schema, "default") &&
    explainValue(schema, schema["default"], { references, assertFormats: true }).length > 0
  ) {
    findings.mistake(
      [...path, "default"],
      `is ${valueText(schema["default"])}, which the schema itself does not accept`,
      "default_refused",
    );
  }
  const format = own(schema, "format");
  if (typeof format === "string" && !isKnownFormat(format)) {
    findings.doubt(
      [...path, "format"],
      `names a format that is not known, so nothing is checked: ${quoted(format)}`,
      "format_unknown",
    );
  }
  const multiple = own(schema, "multipleOf");
  if (typeof multiple === "number" && !Number.isInteger(multiple)) {
    findings.doubt(
      [...path, "multipleOf"],
      `is not a whole number: ${multiple} has no exact binary form, so some multiples are refused`,
      "multiple_inexact",
    );
  }
}

const bounds: readonly (readonly [string, string])[] = [
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
];

function lintBounds(schema: JsonSchemaObject, path: Path, findings: Findings): void {
  for (const [low, high] of bounds) {
    const least = own(schema, low);
    const most = own(schema, high);
    if (typeof least !== "number" || typeof most !== "number") continue;
    const isStrict = low.startsWith("exclusive") || high.startsWith("exclusive");
    if (least > most || (isStrict && least === most)) {
      findings.mistake(
        [...path, low],
        `is ${least}, but ${quoted(high)} is ${most}, so no value is ever accepted`,
        "bounds_contradict",
      );
    }
  }
}
