import { nearest } from "@silo/errors/nearest";
import { childPlace, PROBLEM_LIMIT, type ExplainContext, type Place } from "./explain-context.js";
import { chooseBranches } from "./explain-union.js";
import { isRecord, own, type JsonSchema, type JsonSchemaObject } from "./json-schema.js";
import { patternOf } from "./compile-pattern.js";
import { receivedOf, type Problem } from "./problem.js";
import { listOf } from "./schema-summary.js";

/** Of how many undeclared members of one object the nearest name is looked for. */
const NEAREST_LIMIT = 40;

/** What the schemas that apply to one object say of its members. */
export interface Level {
  /** Declared by name. */
  readonly names: Set<string>;
  readonly required: Set<string>;
  /** Of those in the value: which a schema has looked at. */
  readonly evaluated: Set<string>;
  all: boolean;
  /** The schemas that were read. */
  readonly seen: Set<JsonSchema>;
}

/** Reads `properties`, `patternProperties` and what opens a level, of this schema and of those that apply with it. */
export function readLevel(schema: JsonSchema, value: object, place: Place, context: ExplainContext): Level {
  const level: Level = {
    names: new Set(),
    required: new Set(),
    evaluated: new Set(),
    all: false,
    seen: new Set(),
  };
  add(schema, value, place, context, level);
  return level;
}

function add(schema: JsonSchema, value: object, place: Place, context: ExplainContext, level: Level): void {
  if (typeof schema === "boolean" || level.seen.has(schema) || !context.step(place)) return;
  level.seen.add(schema);
  const deeper: Place = { ...place, inPlace: place.inPlace + 1 };
  const properties = own(schema, "properties");
  if (isRecord(properties)) {
    for (const name of Object.keys(properties)) {
      level.names.add(name);
      level.evaluated.add(name);
    }
  }
  for (const name of requiredNames(schema)) level.required.add(name);
  const patterns = own(schema, "patternProperties");
  if (isRecord(patterns)) {
    for (const pattern of Object.keys(patterns)) {
      const matcher = patternOf(pattern);
      for (const name of Object.keys(value)) if (matcher?.test(name)) level.evaluated.add(name);
    }
  }
  if (own(schema, "additionalProperties") !== undefined) level.all = true;
  for (const target of targets(schema, context)) add(target, value, deeper, context, level);
  for (const part of listOf(schema, "allOf")) add(part, value, deeper, context, level);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = listOf(schema, keyword);
    if (branches.length === 0) continue;
    const valid = branches.filter((branch) => context.accepts(branch, value, deeper));
    const chosen = valid.length > 0 ? valid : chooseBranches(branches, value, deeper, context);
    for (const branch of chosen) add(branch, value, deeper, context, level);
  }
  const condition = own(schema, "if") as JsonSchema | undefined;
  if (condition !== undefined) {
    const holds = context.accepts(condition, value, deeper);
    if (holds) add(condition, value, deeper, context, level);
    const branch = own(schema, holds ? "then" : "else") as JsonSchema | undefined;
    if (branch !== undefined) add(branch, value, deeper, context, level);
  }
  const dependents = own(schema, "dependentSchemas");
  if (isRecord(dependents)) {
    for (const [name, dependent] of Object.entries(dependents)) {
      if (Object.hasOwn(value, name)) add(dependent as JsonSchema, value, deeper, context, level);
    }
  }
}

/** Where `$ref` and `$dynamicRef` of a schema lead. */
export function targets(schema: JsonSchemaObject, context: ExplainContext): JsonSchema[] {
  const found: JsonSchema[] = [];
  for (const keyword of ["$ref", "$dynamicRef"]) {
    const reference = own(schema, keyword);
    if (typeof reference !== "string") continue;
    const target = context.references.resolve(schema, reference);
    if (target !== undefined) found.push(target);
  }
  return found;
}

/** The names that a schema itself requires. */
export function requiredNames(schema: JsonSchemaObject): string[] {
  const required = own(schema, "required");
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [];
}

/** The members of a value that no schema at this level knows. */
export function explainUndeclared(
  schema: JsonSchemaObject,
  value: Readonly<Record<string, unknown>>,
  place: Place,
  context: ExplainContext,
): Problem[] {
  const closedAlone = own(schema, "additionalProperties") === false;
  if (!closedAlone && own(schema, "unevaluatedProperties") !== false) return [];
  const level = closedAlone ? ownLevel(schema, value) : readLevel(schema, value, place, context);
  if (level.all) return [];
  const names = [...level.names];
  const unused = names.filter((name) => !Object.hasOwn(value, name));
  const written = own(schema, "patternProperties");
  const patterns = isRecord(written) ? Object.keys(written) : [];
  const problems: Problem[] = [];
  for (const name of Object.keys(value)) {
    if (level.evaluated.has(name)) continue;
    if (problems.length > PROBLEM_LIMIT) break;
    const near = problems.length < NEAREST_LIMIT ? nearest(name, unused)[0] : undefined;
    problems.push({
      path: childPlace(place, name, false).path as Problem["path"],
      keyword: "undeclared",
      expected: names,
      received: receivedOf(value[name]),
      ...(near !== undefined ? { nearest: near } : {}),
      ...(names.length === 0 && patterns.length > 0 ? { patterns } : {}),
    });
  }
  return problems;
}

function ownLevel(schema: JsonSchemaObject, value: object): Level {
  const properties = own(schema, "properties");
  const names = new Set(isRecord(properties) ? Object.keys(properties) : []);
  const evaluated = new Set(names);
  const patterns = own(schema, "patternProperties");
  if (isRecord(patterns)) {
    for (const pattern of Object.keys(patterns)) {
      const matcher = patternOf(pattern);
      for (const name of Object.keys(value)) if (matcher?.test(name)) evaluated.add(name);
    }
  }
  return { names, required: new Set(requiredNames(schema)), evaluated, all: false, seen: new Set() };
}
