import { nearest } from "@silo/errors/nearest";
import { textOrJsonKeyword } from "./ajv-engine.js";
import {
  childPlace,
  ExplainContext,
  PROBLEM_LIMIT,
  rootPlace,
  type ExplainInput,
  type Place,
} from "./explain-context.js";
import { explainUndeclared, readLevel, requiredNames, targets } from "./explain-level.js";
import { explainNumber, explainString, explainTop, isMisplacedText, parsedText } from "./explain-scalar.js";
import { explainUnion } from "./explain-union.js";
import { firstDuplicate } from "./json-equality.js";
import { isRecord, own, type JsonSchema, type JsonSchemaObject } from "./json-schema.js";
import { patternOf } from "./compile-pattern.js";
import { receivedOf, type PathSegment, type Problem } from "./problem.js";
import { listOf } from "./schema-summary.js";

/**
 * All problems of a value that ajv has refused, in a stable order. ajv says whether; this says what, in a bounded
 * number of steps: it looks at the schema and the value side by side, and in a union at the branch most nearly meant.
 */
export function explainValue(schema: JsonSchema, value: unknown, input: ExplainInput): Problem[] {
  const context = new ExplainContext(input, visit);
  return bounded(dedupe(visit(schema, value, rootPlace, context)), context);
}

/**
 * As {@link explainValue}, for the arguments or the output of a tool: names the members of the object that should have
 * come, and tells arguments that are wrapped in one more object.
 */
export function explainCall(schema: JsonSchema, value: unknown, input: ExplainInput): Problem[] {
  const context = new ExplainContext(input, visit);
  const problems = bounded(dedupe(visit(schema, value, rootPlace, context)), context);
  if (!isRecord(value)) {
    const members = [...readLevel(schema, {}, rootPlace, context).names];
    const isKind = ({ path, keyword }: Problem): boolean =>
      path.length === 0 && (keyword === "type" || keyword === "stringified");
    return problems.map((problem) =>
      isKind(problem) && members.length > 0 ? { ...problem, members } : problem,
    );
  }
  return explainWrapped(schema, value, context) ?? problems;
}

/** A call that is wrapped whole has a name, an id and the like beside the arguments, and not much more. */
const WRAPPER_MEMBERS = 8;

/** Arguments that stand one level too deep: no member is one of those declared, and one holds some that are. */
function explainWrapped(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  context: ExplainContext,
): Problem[] | undefined {
  if (Object.keys(value).length > WRAPPER_MEMBERS) return undefined;
  const { names } = readLevel(schema, value, rootPlace, context);
  if (names.size === 0 || Object.keys(value).some((name) => names.has(name))) return undefined;
  const wrappers = Object.entries(value).filter(([, member]) => {
    const inner = typeof member === "string" ? parsedText(member, ["object"]) : member;
    if (!isRecord(inner)) return false;
    const inside = Object.keys(inner);
    const known = inside.filter((name) => names.has(name)).length;
    return known > 0 && known * 2 >= inside.length;
  });
  const [wrapper] = wrappers;
  if (wrappers.length !== 1 || !wrapper) return undefined;
  return [{ path: [wrapper[0]], keyword: "wrapped", expected: [...names], received: receivedOf(wrapper[1]) }];
}

function bounded(problems: Problem[], context: ExplainContext): Problem[] {
  if (problems.length <= PROBLEM_LIMIT && !context.exhausted) return problems;
  const kept = problems.slice(0, PROBLEM_LIMIT);
  const last = kept.pop();
  return last ? [...kept, { ...last, more: true }] : [];
}

/** Whether a text that stands where a list or an object may stand too holds such a one that the schema accepts. */
export function standsForJson(schema: JsonSchema, text: string, input: ExplainInput): boolean {
  if (typeof schema === "boolean") return false;
  return isMisplacedText(schema, text, new ExplainContext(input, visit), rootPlace);
}

function dedupe(problems: Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ path, keyword, expected }) => {
    // Two schemas that close one object disagree on the accepted names; the first to speak is the more exact one.
    const key = JSON.stringify(keyword === "undeclared" ? [path, keyword] : [path, keyword, expected]);
    return !seen.has(key) && seen.add(key);
  });
}

function visit(schema: JsonSchema, value: unknown, place: Place, context: ExplainContext): Problem[] {
  if (schema === true || !context.step(place)) return [];
  if (schema === false) {
    return [{ path: [...place.path], keyword: "false", expected: null, received: receivedOf(value) }];
  }
  const top = explainTop(value, context.summary(schema), place);
  if (top) return [top];
  if (typeof value === "number")
    return [...explainNumber(schema, value, place), ...inPlace(schema, value, place, context)];
  if (typeof value === "string") {
    if (Object.hasOwn(schema, textOrJsonKeyword) && isMisplacedText(schema, value, context, place)) {
      const { types } = context.summary(schema);
      const expected = types?.filter((type) => type === "array" || type === "object") ?? [];
      return [{ path: [...place.path], keyword: "stringified", expected, received: { kind: "string" } }];
    }
    return [...explainString(schema, value, place, context), ...inPlace(schema, value, place, context)];
  }
  if (Array.isArray(value))
    return [...explainList(schema, value, place, context), ...inPlace(schema, value, place, context)];
  if (isRecord(value)) return explainObject(schema, value, place, context);
  return inPlace(schema, value, place, context);
}

function explainObject(
  schema: JsonSchemaObject,
  value: Readonly<Record<string, unknown>>,
  place: Place,
  context: ExplainContext,
): Problem[] {
  const required = new Set([...place.required, ...requiredNames(schema)]);
  const properties = own(schema, "properties");
  const here: Place = {
    ...place,
    required,
    members: isRecord(properties) ? [...place.members, properties] : place.members,
  };
  const problems = [
    ...explainRequired(schema, value, here, context),
    ...(own(schema, "additionalProperties") === false
      ? explainUndeclared(schema, value, place, context)
      : []),
    ...explainCounts(schema, Object.keys(value).length, place, ["minProperties", "maxProperties"], value),
  ];
  const combined = inPlace(schema, value, here, context);
  const late =
    own(schema, "unevaluatedProperties") === false && own(schema, "additionalProperties") !== false
      ? explainUndeclared(schema, value, here, context)
      : [];
  const [above, below] = split([...combined], place.path.length + 1);
  return [...problems, ...above, ...late, ...explainMembers(schema, value, here, context), ...below];
}

/** Problems of this level (by the length of their path) before those of deeper levels. */
function split(problems: Problem[], length: number): [Problem[], Problem[]] {
  const isAbove = (problem: Problem): boolean =>
    problem.path.length < length ||
    (problem.path.length === length && /^(required|undeclared)$/.test(problem.keyword));
  return [problems.filter(isAbove), problems.filter((problem) => !isAbove(problem))];
}

function missing(member: JsonSchema, path: PathSegment[], context: ExplainContext): Problem {
  const { types, values, format } = context.summary(member);
  return {
    path,
    keyword: "required",
    expected: types ?? [],
    received: { kind: "nothing" },
    ...(values ? { allowed: values } : {}),
    ...(format !== undefined ? { format } : {}),
  };
}

/** Among how many members of an open object the misspelled name of a missing one is looked for. */
const STRAY_LIMIT = 50;

function explainRequired(
  schema: JsonSchemaObject,
  value: Readonly<Record<string, unknown>>,
  place: Place,
  context: ExplainContext,
): Problem[] {
  const properties = own(schema, "properties");
  const member = (name: string): JsonSchema => {
    const declaring = place.members.findLast((members) => Object.hasOwn(members, name));
    return (declaring ? own(declaring, name) : true) as JsonSchema;
  };
  // Where any other member is accepted, a misspelled one is no problem of its own: it is named beside the missing one.
  const isOpen =
    (own(schema, "additionalProperties") ?? false) !== false || Object.hasOwn(schema, "patternProperties");
  const given = isOpen ? Object.keys(value) : [];
  const strays =
    given.length > STRAY_LIMIT
      ? []
      : given.filter((name) => !isRecord(properties) || !Object.hasOwn(properties, name));
  const problems: Problem[] = [];
  for (const name of requiredNames(schema)) {
    if (Object.hasOwn(value, name)) continue;
    const problem = missing(member(name), [...place.path, name], context);
    const written = isOpen ? nearest(name, strays)[0] : undefined;
    problems.push(written === undefined ? problem : { ...problem, nearest: written });
  }
  for (const keyword of ["dependentRequired", "dependencies"]) {
    const dependents = own(schema, keyword);
    if (!isRecord(dependents)) continue;
    for (const [name, wanted] of Object.entries(dependents)) {
      if (!Object.hasOwn(value, name) || !Array.isArray(wanted)) continue;
      for (const needed of wanted as string[]) {
        if (Object.hasOwn(value, needed)) continue;
        const problem = missing(member(needed), [...place.path, needed], context);
        problems.push({ ...problem, keyword: "dependentRequired", other: name });
      }
    }
  }
  return problems;
}

function explainCounts(
  schema: JsonSchemaObject,
  size: number,
  place: Place,
  [minimum, maximum]: readonly [string, string],
  value: unknown,
): Problem[] {
  const least = own(schema, minimum);
  const most = own(schema, maximum);
  const received = { ...receivedOf(value), size };
  const problems: Problem[] = [];
  if (typeof least === "number" && size < least) {
    problems.push({ path: [...place.path], keyword: minimum, expected: least, received });
  }
  if (typeof most === "number" && size > most) {
    problems.push({ path: [...place.path], keyword: maximum, expected: most, received });
  }
  return problems;
}

function explainMembers(
  schema: JsonSchemaObject,
  value: Readonly<Record<string, unknown>>,
  place: Place,
  context: ExplainContext,
): Problem[] {
  const problems: Problem[] = [];
  const names = own(schema, "propertyNames") as JsonSchema | undefined;
  if (names !== undefined) {
    for (const name of Object.keys(value)) {
      if (problems.length > PROBLEM_LIMIT || context.exhausted) break;
      for (const problem of visit(names, name, childPlace(place, name, false), context)) {
        problems.push({ ...problem, keyword: "propertyNames", other: problem.keyword });
      }
    }
  }
  const properties = own(schema, "properties");
  const known = isRecord(properties) ? properties : {};
  const patterns = own(schema, "patternProperties");
  const matchers = isRecord(patterns)
    ? Object.entries(patterns).map(([pattern, member]) => ({
        matcher: patternOf(pattern),
        member: member as JsonSchema,
      }))
    : [];
  const additional = own(schema, "additionalProperties") as JsonSchema | undefined;
  for (const [name, member] of Object.entries(known)) {
    if (!Object.hasOwn(value, name)) continue;
    const child = childPlace(place, name, !place.required.has(name));
    append(problems, visit(member as JsonSchema, value[name], child, context));
  }
  if (matchers.length === 0 && typeof additional !== "object") return problems;
  for (const name of Object.keys(value)) {
    if (problems.length > PROBLEM_LIMIT || context.exhausted) break;
    const child = childPlace(place, name, !place.required.has(name));
    let matched = Object.hasOwn(known, name);
    for (const { matcher, member } of matchers) {
      if (!matcher?.test(name)) continue;
      matched = true;
      append(problems, visit(member, value[name], child, context));
    }
    if (!matched && typeof additional === "object")
      append(problems, visit(additional, value[name], child, context));
  }
  return problems;
}

function append(problems: Problem[], more: readonly Problem[]): void {
  for (const problem of more) problems.push(problem);
}

function explainList(
  schema: JsonSchemaObject,
  value: readonly unknown[],
  place: Place,
  context: ExplainContext,
): Problem[] {
  const problems = explainCounts(schema, value.length, place, ["minItems", "maxItems"], value);
  if (own(schema, "uniqueItems") === true) {
    const places = firstDuplicate(value);
    if (places) {
      problems.push({
        path: [...place.path, places[1]],
        keyword: "uniqueItems",
        expected: true,
        received: receivedOf(value[places[1]]),
        other: places[0],
      });
    }
  }
  const items = own(schema, "items");
  const tuple = Array.isArray(items) ? (items as JsonSchema[]) : listOf(schema, "prefixItems");
  const rest = (Array.isArray(items) ? own(schema, "additionalItems") : items) as JsonSchema | undefined;
  for (const [index, item] of value.entries()) {
    if (problems.length > PROBLEM_LIMIT || context.exhausted) break;
    const member = index < tuple.length ? tuple[index] : rest;
    if (member === undefined || member === true) continue;
    append(problems, visit(member, item, childPlace(place, index, false), context));
  }
  const contains = own(schema, "contains") as JsonSchema | undefined;
  if (contains !== undefined) {
    const least = own(schema, "minContains") ?? 1;
    const most = own(schema, "maxContains");
    const count = value.filter((item, index) =>
      context.accepts(contains, item, childPlace(place, index, false)),
    ).length;
    const received = { kind: "array" as const, size: count };
    if (typeof least === "number" && count < least) {
      problems.push({ path: [...place.path], keyword: "contains", expected: least, received });
    }
    if (typeof most === "number" && count > most) {
      problems.push({ path: [...place.path], keyword: "maxContains", expected: most, received });
    }
  }
  return problems;
}

/** What the schemas say that apply to the same value: references, combinations, conditions. */
function inPlace(schema: JsonSchemaObject, value: unknown, place: Place, context: ExplainContext): Problem[] {
  const deeper: Place = { ...place, inPlace: place.inPlace + 1 };
  const problems: Problem[] = [];
  for (const target of targets(schema, context)) append(problems, visit(target, value, deeper, context));
  for (const part of listOf(schema, "allOf")) append(problems, visit(part, value, deeper, context));
  const condition = own(schema, "if") as JsonSchema | undefined;
  if (condition !== undefined) {
    const branch = own(schema, context.accepts(condition, value, deeper) ? "then" : "else") as
      JsonSchema | undefined;
    if (branch !== undefined) append(problems, visit(branch, value, deeper, context));
  }
  for (const keyword of ["dependentSchemas", "dependencies"]) {
    const dependents = own(schema, keyword);
    if (!isRecord(dependents) || !isRecord(value)) continue;
    for (const [name, dependent] of Object.entries(dependents)) {
      if (Array.isArray(dependent) || !Object.hasOwn(value, name)) continue;
      append(problems, visit(dependent as JsonSchema, value, deeper, context));
    }
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = listOf(schema, keyword);
    if (branches.length > 0) append(problems, explainUnion(keyword, branches, value, place, context));
  }
  const forbidden = own(schema, "not") as JsonSchema | undefined;
  if (forbidden !== undefined && context.accepts(forbidden, value, deeper)) {
    const names = typeof forbidden === "object" ? requiredNames(forbidden) : [];
    const { values } = context.summary(forbidden);
    const problem = { path: [...place.path], keyword: "not", received: receivedOf(value) };
    problems.push(
      values ? { ...problem, expected: values } : { ...problem, expected: names, other: "members" },
    );
  }
  return problems;
}
