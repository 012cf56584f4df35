import { nearest } from "@silo/errors/nearest";
import type { ExplainContext, Place } from "./explain-context.js";
import { isFormat } from "./formats.js";
import { sameJson } from "./json-equality.js";
import type { JsonSchemaObject } from "./json-schema.js";
import { patternOf } from "./compile-pattern.js";
import { codePoints, receivedOf, type Problem } from "./problem.js";
import { isOfType, typeOf, type SchemaSummary } from "./schema-summary.js";

/** The problem of a value whose type, or which itself, is none of those wanted; `undefined` where it is one. */
export function explainTop(value: unknown, summary: SchemaSummary, place: Place): Problem | undefined {
  const { types, values, format } = summary;
  const common = { path: [...place.path], ...omittable(value, place) };
  if (types && types.length > 0 && !isOfType(value, types)) {
    if (typeof value === "string" && standsFor(value, types)) {
      return { ...common, keyword: "stringified", expected: types, received: withoutEcho(value) };
    }
    return {
      ...common,
      keyword: "type",
      expected: types,
      received: receivedOf(value),
      ...(values ? { allowed: values } : {}),
      ...(format !== undefined ? { format } : {}),
    };
  }
  if (values && values.length > 0 && !values.some((allowed) => sameJson(allowed, value))) {
    const near = typeof value === "string" ? nearestValue(value, values) : undefined;
    return {
      ...common,
      keyword: values.length === 1 ? "const" : "enum",
      expected: values.length === 1 ? values[0] : values,
      received: receivedOf(value),
      ...(near !== undefined ? { nearest: near } : {}),
    };
  }
  return undefined;
}

/** Among how many values the nearest is looked for. */
const NEAREST_LIMIT = 1_000;

/** What is written for "nothing", where nothing at all is meant. */
const words: ReadonlySet<unknown> = new Set([null, "", "null", "none", "None", "undefined"]);

function omittable(value: unknown, place: Place): { optional?: true } {
  return place.optional && words.has(value) ? { optional: true } : {};
}

function nearestValue(value: string, values: readonly unknown[]): string | undefined {
  if (values.length > NEAREST_LIMIT) return undefined;
  const texts = values.filter((allowed): allowed is string => typeof allowed === "string");
  return nearest(value, texts)[0];
}

function withoutEcho(text: string): Problem["received"] {
  return { kind: "string", size: codePoints(text) };
}

/** The list or object that a text holds as JSON, where one of the types asks for it. */
export function parsedText(text: string, types: readonly string[]): unknown {
  const start = /^\s*([[{])/.exec(text)?.[1];
  if (start === undefined || !types.includes(start === "[" ? "array" : "object")) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function standsFor(text: string, types: readonly string[]): boolean {
  return parsedText(text, types) !== undefined;
}

/** The limits of a number. */
export function explainNumber(schema: JsonSchemaObject, value: number, place: Place): Problem[] {
  const problems: Problem[] = [];
  const check = (keyword: string, fails: (limit: number) => boolean): void => {
    const limit = schema[keyword];
    if (typeof limit === "number" && fails(limit)) {
      problems.push({ path: [...place.path], keyword, expected: limit, received: receivedOf(value) });
    }
  };
  check("minimum", (limit) => value < limit);
  check("exclusiveMinimum", (limit) => value <= limit);
  check("maximum", (limit) => value > limit);
  check("exclusiveMaximum", (limit) => value >= limit);
  check("multipleOf", (limit) => !Number.isInteger(value / limit));
  return problems;
}

/** The length, the pattern and the format of a text. */
export function explainString(
  schema: JsonSchemaObject,
  value: string,
  place: Place,
  context: ExplainContext,
): Problem[] {
  const problems: Problem[] = [];
  const path = [...place.path];
  const { minLength, maxLength, pattern, format } = schema;
  if (typeof minLength === "number" && value.length < minLength * 2 && codePoints(value) < minLength) {
    problems.push({ path, keyword: "minLength", expected: minLength, received: receivedOf(value) });
  }
  if (typeof maxLength === "number" && value.length > maxLength && codePoints(value) > maxLength) {
    problems.push({ path, keyword: "maxLength", expected: maxLength, received: receivedOf(value) });
  }
  if (typeof pattern === "string") {
    const matcher = patternOf(pattern);
    if (matcher && value.length > matcher.longest) {
      problems.push({ path, keyword: "too_large", expected: matcher.longest, received: withoutEcho(value) });
    } else if (matcher && !matcher.test(value)) {
      problems.push({ path, keyword: "pattern", expected: pattern, received: withoutEcho(value) });
    }
  }
  if (context.assertFormats && typeof format === "string" && !isFormat(format, value)) {
    problems.push({
      path,
      keyword: "format",
      expected: format,
      received: receivedOf(value),
      ...omittable(value, place),
    });
  }
  return problems;
}

/** Whether a text, which is valid where it stands, was meant as the list or the object that it holds as JSON. */
export function isMisplacedText(
  schema: JsonSchemaObject,
  text: string,
  context: ExplainContext,
  place: Place,
): boolean {
  const { types } = context.summary(schema);
  const parsed = parsedText(text, types ?? []);
  return (
    parsed !== undefined && types?.includes(typeOf(parsed)) === true && context.accepts(schema, parsed, place)
  );
}
