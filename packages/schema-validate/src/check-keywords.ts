import { nearest } from "@silo/errors/nearest";
import { patternOf } from "./compile-pattern.js";
import type { Findings } from "./findings.js";
import { isRecord, jsonTypes, type Dialect, type JsonSchemaObject } from "./json-schema.js";
import {
  isKeywordElsewhere,
  keywordShape,
  keywordsOf,
  rightType,
  rightWord,
  type KeywordShape,
} from "./keyword-shapes.js";
import { quoted, valueText } from "./message-text.js";
import type { PathSegment } from "./problem.js";

/** Keywords that check nothing: a wrong value of theirs leaves the schema usable. */
const annotations = new Set([
  "title",
  "description",
  "$comment",
  "examples",
  "readOnly",
  "writeOnly",
  "deprecated",
  "contentEncoding",
  "contentMediaType",
]);

type Path = readonly PathSegment[];

/** Whether each keyword of one schema is known and holds what it must. Does not look into subschemas. */
export function checkKeywords(
  schema: JsonSchemaObject,
  path: Path,
  dialect: Dialect,
  findings: Findings,
): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = keywordShape(keyword, dialect);
    if (shape) checkShape(keyword, value, { shape, path, dialect, schema }, findings);
    else checkUnknown(keyword, value, path, dialect, findings);
  }
}

function checkUnknown(
  keyword: string,
  value: unknown,
  path: Path,
  dialect: Dialect,
  findings: Findings,
): void {
  const at = [...path, keyword];
  if (keyword === "$async") {
    findings.fault(at, "is not accepted: a schema that is checked asynchronously would let every value pass");
  } else if (keyword === "additionalItems" && dialect === "2020-12") {
    findings.mistake(at, 'is ignored in draft 2020-12: write "items" beside "prefixItems"');
  } else if (isKeywordElsewhere(keyword, dialect)) {
    findings.mistake(
      at,
      `is not a keyword of ${dialect}: it would be ignored; write "$schema" for the other draft`,
    );
  } else if (rightWord(keyword) !== undefined) {
    findings.mistake(at, `is not a keyword of JSON Schema: ${rightWord(keyword)}`);
  } else if (!keyword.startsWith("x-") && keyword !== "markdownDescription") {
    const near = nearest(keyword, keywordsOf(dialect))[0];
    const hint =
      near === undefined ? '; a word of your own begins with "x-"' : `; did you mean ${quoted(near)}?`;
    // A vendor's annotation holds what it likes; a keyword that is nearly right was meant to check something.
    findings.mistake(
      at,
      `is not a keyword of JSON Schema and would be ignored${hint}`,
      value === undefined ? undefined : "unknown_keyword",
    );
  }
}

interface ShapeInput {
  readonly shape: KeywordShape;
  readonly path: Path;
  readonly dialect: Dialect;
  readonly schema: JsonSchemaObject;
}

function checkShape(
  keyword: string,
  value: unknown,
  { shape, path, dialect, schema }: ShapeInput,
  findings: Findings,
): void {
  const at = [...path, keyword];
  const wrong = (wanted: string): void => {
    const message = `must be ${wanted}, not ${kind(value)}`;
    if (annotations.has(keyword)) findings.mistake(at, message);
    else findings.fault(at, message);
  };
  switch (shape) {
    case "schema":
      if (!isSchema(value)) wrong("a schema (an object or a boolean)");
      return;
    case "schemaList":
      if (!Array.isArray(value) || value.length === 0) wrong("a list of at least one schema");
      else checkItems(value, at, findings);
      return;
    case "schemaOrList":
      if (Array.isArray(value)) {
        if (dialect === "2020-12")
          findings.mistake(
            at,
            'must be one schema in draft 2020-12: for a list by position write "prefixItems"',
          );
        else if (value.length === 0) wrong("a schema or a list of at least one");
        checkItems(value, at, findings);
      } else if (!isSchema(value)) wrong("a schema (an object or a boolean)");
      return;
    case "schemaMap":
    case "namesMap":
    case "schemaOrNamesMap":
      if (!isRecord(value))
        wrong(shape === "namesMap" ? "an object of lists of names" : "an object of schemas");
      else checkMap(value, shape, at, findings);
      return;
    case "type":
      checkType(value, at, findings);
      return;
    case "names":
      if (value === true || value === false) {
        findings.fault(
          at,
          `must be a list of names that stands on the object: put the member's name into "required" of the object that has it`,
        );
      } else checkNames(value, at, findings);
      return;
    case "values":
      if (!Array.isArray(value)) wrong("a list of values");
      else if (keyword === "enum" && value.length === 0)
        findings.mistake(at, "is empty, so no value is ever accepted");
      return;
    case "string":
      if (typeof value !== "string") wrong("a string");
      else if (keyword.endsWith("nchor") && !/^[A-Za-z_][-\w.]*$/.test(value))
        wrong("a name of letters, digits, '-', '_' and '.'");
      return;
    case "pattern":
      if (typeof value !== "string") wrong("a string");
      else checkPattern(value, at, findings);
      return;
    case "boolean":
      if (typeof value !== "boolean") wrong("true or false");
      return;
    case "number":
    case "positive":
      checkNumber(keyword, value, { shape, at, schema }, findings);
      return;
    case "count":
      if (typeof value !== "number" || !Number.isInteger(value) || value < 0)
        wrong("a whole number of 0 or more");
      return;
    case "any":
      return;
  }
}

function checkNumber(
  keyword: string,
  value: unknown,
  { shape, at, schema }: { shape: KeywordShape; at: Path; schema: JsonSchemaObject },
  findings: Findings,
): void {
  if (typeof value === "boolean" && keyword.startsWith("exclusive")) {
    const plain = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
    const bound = schema[plain];
    const right = value
      ? `write ${quoted(keyword)}: ${typeof bound === "number" ? bound : "<the bound>"} instead of ${quoted(plain)}`
      : "leave it out";
    findings.fault(at, `must be a number, not a boolean (that was draft-04): ${right}`);
  } else if (typeof value !== "number") {
    findings.fault(at, `must be a number, not ${kind(value)}`);
  } else if (shape === "positive" && value <= 0) {
    findings.fault(at, `must be greater than 0, not ${value}`);
  }
}

/** ajv nests its code once for every property; with many more the stack of the compiler ends. */
const PROPERTY_LIMIT = 1_000;

function checkMap(
  map: Readonly<Record<string, unknown>>,
  shape: KeywordShape,
  at: Path,
  findings: Findings,
): void {
  const count = Object.keys(map).length;
  if (count > PROPERTY_LIMIT && at.at(-1) === "properties") {
    findings.fault(at, `declares ${count} members: at most ${PROPERTY_LIMIT} are accepted`);
    return;
  }
  for (const [name, member] of Object.entries(map)) {
    const place = [...at, name];
    if (shape === "namesMap" || (shape === "schemaOrNamesMap" && Array.isArray(member)))
      checkNames(member, place, findings);
    else if (!isSchema(member)) {
      const isMisplaced = at.at(-1) === "properties" && keywordShape(name, "2020-12") !== undefined;
      const hint = isMisplaced
        ? `; ${quoted(name)} stands inside of "properties": move it out, beside "properties"`
        : "";
      findings.fault(place, `must be a schema (an object or a boolean), not ${kind(member)}${hint}`);
    }
    if (at.at(-1) === "patternProperties") checkPattern(name, place, findings);
  }
}

function checkNames(value: unknown, at: Path, findings: Findings): void {
  if (!Array.isArray(value) || !value.every((name) => typeof name === "string")) {
    findings.fault(at, `must be a list of names, not ${kind(value)}`);
  } else if (new Set(value).size < value.length) {
    findings.mistake(at, "names a member twice");
  }
}

function checkType(value: unknown, at: Path, findings: Findings): void {
  const names: unknown[] = Array.isArray(value) ? value : [value];
  if (names.length === 0) findings.fault(at, "must name at least one type");
  for (const [index, name] of names.entries()) {
    if ((jsonTypes as readonly unknown[]).includes(name)) continue;
    const place = Array.isArray(value) ? [...at, index] : at;
    if (typeof name !== "string") {
      findings.fault(place, `must be the name of a type, not ${kind(name)}`);
    } else if (/^any$/i.test(name)) {
      findings.fault(
        place,
        `names no type of JSON Schema: ${quoted(name)}; leave "type" out, and any value is accepted`,
      );
    } else {
      const right = rightType(name) ?? nearest(name, jsonTypes)[0];
      const hint = right === undefined ? `the types are ${jsonTypes.join(", ")}` : `write ${quoted(right)}`;
      findings.fault(place, `names no type of JSON Schema: ${quoted(name)}; ${hint}`);
    }
  }
  if (new Set(names).size < names.length) findings.mistake(at, "names a type twice");
}

function checkPattern(pattern: string, at: Path, findings: Findings): void {
  const matcher = patternOf(pattern);
  if (!matcher) {
    findings.fault(at, `is not a regular expression: ${valueText(pattern)}`);
  } else if (matcher.dangerous) {
    findings.mistake(
      at,
      "may take exponential time: it repeats a group that repeats or chooses inside, and look-around or back-references keep it from a linear engine",
      "pattern_dangerous",
    );
  }
}

function checkItems(items: readonly unknown[], at: Path, findings: Findings): void {
  for (const [index, item] of items.entries()) {
    if (!isSchema(item))
      findings.fault([...at, index], `must be a schema (an object or a boolean), not ${kind(item)}`);
  }
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isRecord(value);
}

function kind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? `the string ${quoted(value)}` : valueText(value);
}
