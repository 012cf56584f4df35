import type { ExplainContext, Place } from "./explain-context.js";
import { nearest } from "@silo/errors";
import { isRecord, own, type JsonSchema } from "./json-schema.js";
import { sameJson } from "./json-equality.js";
import { receivedOf, type Problem } from "./problem.js";
import { isNever, isOfType, listOf } from "./schema-summary.js";

/** A member that tells the branches of a union apart. */
interface Tag {
  readonly name: string;
  /** For each branch: the values of the tag that choose it. */
  readonly values: readonly (readonly unknown[])[];
  readonly all: readonly unknown[];
}

/** The problems of a value under `anyOf` or `oneOf`: those of the branch that it most nearly meant (contract V2). */
export function explainUnion(
  keyword: "anyOf" | "oneOf",
  written: readonly JsonSchema[],
  value: unknown,
  place: Place,
  context: ExplainContext,
): Problem[] {
  const branches = written.filter((branch) => !isNever(branch));
  const deeper: Place = { ...place, inPlace: place.inPlace + 1 };
  const found = branches.map((branch) => context.problemsOf(branch, value, deeper));
  const valid = found.filter((problems) => problems.length === 0).length;
  const path = [...place.path];
  if (keyword === "anyOf" ? valid > 0 : valid === 1) return [];
  if (valid > 1) {
    const names = alternativeNames(branches);
    return [
      { path, keyword, expected: names ?? 1, received: receivedOf(value), alternatives: branches.length },
    ];
  }
  const chosen = choose(branches, value, deeper, context);
  if ("problems" in chosen) return chosen.problems;
  const sets = chosen.indexes.map((index) => found[index] ?? []);
  const missing = onlyMissing(sets, place);
  if (missing) {
    return [{ path, keyword, expected: missing, received: receivedOf(value), alternatives: sets.length }];
  }
  const best = sets.reduce<Problem[] | undefined>(
    (least, problems) =>
      least === undefined || cost(problems, value) < cost(least, value) ? problems : least,
    undefined,
  );
  if (!best)
    return [{ path, keyword, expected: null, received: receivedOf(value), alternatives: branches.length }];
  if (sets.length === 1) return best;
  return best.map((problem) => ({ alternatives: sets.length, ...problem }));
}

/** The branches that a value may have meant: those of its tag, or of its type. All of them where nothing tells. */
export function chooseBranches(
  branches: readonly JsonSchema[],
  value: unknown,
  place: Place,
  context: ExplainContext,
): JsonSchema[] {
  const chosen = choose(branches, value, place, context);
  const picked = "problems" in chosen ? [] : chosen.indexes.map((index) => branches[index] ?? true);
  if (picked.length === 0) return [...branches];
  if (picked.length === 1) return picked;
  const costs = picked.map((branch) => cost(context.problemsOf(branch, value, place), value));
  const best = picked[costs.indexOf(Math.min(...costs))];
  return best === undefined ? [] : [best];
}

function choose(
  branches: readonly JsonSchema[],
  value: unknown,
  place: Place,
  context: ExplainContext,
): { indexes: number[] } | { problems: Problem[] } {
  let indexes = [...branches.keys()].filter((index) => {
    const { types } = context.summary(branches[index] ?? true);
    return !isNever(branches[index] ?? true) && (!types || isOfType(value, types));
  });
  if (!isRecord(value) || indexes.length < 2) return { indexes };
  const candidates = indexes.map((index) => branches[index] ?? true);
  const tag = findTag(candidates, context);
  if (!tag) return { indexes };
  const path = [...place.path, tag.name];
  if (!Object.hasOwn(value, tag.name)) {
    const { types } = context.summary({ enum: tag.all });
    // Written under another name, perhaps: the branch has looked for that.
    const isTag = (problem: Problem): boolean =>
      problem.keyword === "required" && problem.path.join() === path.join();
    const found = context.problemsOf(candidates[0] ?? true, value, place).find(isTag);
    const missing: Problem = {
      path,
      keyword: "required",
      expected: types ?? [],
      received: { kind: "nothing" },
      allowed: tag.all,
      ...(found?.nearest === undefined ? {} : { nearest: found.nearest }),
    };
    return { problems: [missing, ...strangers(candidates, value, place, context)] };
  }
  const given = value[tag.name];
  const matching = indexes.filter((_, at) => tag.values[at]?.some((allowed) => sameJson(allowed, given)));
  if (matching.length > 0) {
    indexes = matching;
    return { indexes };
  }
  const texts = tag.all.filter((allowed): allowed is string => typeof allowed === "string");
  const near = typeof given === "string" ? nearest(given, texts)[0] : undefined;
  return {
    problems: [
      {
        path,
        keyword: "enum",
        expected: tag.all,
        received: receivedOf(given),
        ...(near !== undefined ? { nearest: near } : {}),
      },
    ],
  };
}

/** The members that no branch would accept. */
function strangers(
  branches: readonly JsonSchema[],
  value: Readonly<Record<string, unknown>>,
  place: Place,
  context: ExplainContext,
): Problem[] {
  const [first, ...others] = branches.map((branch) =>
    context
      .problemsOf(branch, value, place)
      .filter(({ keyword, path }) => keyword === "undeclared" && path.length === place.path.length + 1),
  );
  return (first ?? []).filter((problem) =>
    others.every((problems) => problems.some(({ path }) => path.at(-1) === problem.path.at(-1))),
  );
}

/** The first member that every branch closes to a list of values, no two branches to the same ones. */
function findTag(branches: readonly JsonSchema[], context: ExplainContext): Tag | undefined {
  const maps = branches.map((branch) => closedMembers(branch, context));
  for (const name of maps[0]?.keys() ?? []) {
    const values = maps.map((map) => map.get(name) ?? []);
    if (values.some((list) => list.length === 0)) continue;
    const all = values.flat();
    const distinct = all.filter((value, index) => all.findIndex((other) => sameJson(other, value)) === index);
    if (distinct.length === all.length) return { name, values, all };
  }
  return undefined;
}

/** The members of an object schema that are closed to a list of values, through references and `allOf`. */
function closedMembers(
  schema: JsonSchema,
  context: ExplainContext,
  depth = 0,
): Map<string, readonly unknown[]> {
  const members = new Map<string, readonly unknown[]>();
  if (typeof schema === "boolean" || depth > 10) return members;
  const properties = own(schema, "properties");
  if (isRecord(properties)) {
    for (const [name, member] of Object.entries(properties)) {
      const { values } = context.summary(member as JsonSchema);
      if (values) members.set(name, values);
    }
  }
  const reference = own(schema, "$ref");
  const target = typeof reference === "string" ? context.references.resolve(schema, reference) : undefined;
  for (const part of [...(target !== undefined ? [target] : []), ...listOf(schema, "allOf")]) {
    for (const [name, values] of closedMembers(part, context, depth + 1)) {
      if (!members.has(name)) members.set(name, values);
    }
  }
  return members;
}

/** The names, where each branch lacks nothing but one member of this very object. */
function onlyMissing(sets: readonly Problem[][], place: Place): string[] | undefined {
  if (sets.length < 2) return undefined;
  const names: string[] = [];
  for (const problems of sets) {
    const [only] = problems;
    if (problems.length !== 1 || only?.keyword !== "required" || only.path.length !== place.path.length + 1)
      return undefined;
    const name = String(only.path.at(-1));
    if (!names.includes(name)) names.push(name);
  }
  return names.length > 1 ? names : undefined;
}

/** The names, where the branches say nothing but which member is required. */
function alternativeNames(branches: readonly JsonSchema[]): string[] | undefined {
  const names: string[] = [];
  for (const branch of branches) {
    const required = typeof branch === "object" ? own(branch, "required") : undefined;
    if (!Array.isArray(required) || required.length !== 1) return undefined;
    names.push(String(required[0]));
  }
  return new Set(names).size === names.length ? names : undefined;
}

/** How far a value is from a branch: wrong kinds count most, then names, and what the branch knows counts for it. */
function cost(problems: readonly Problem[], value: unknown): number {
  let sum = 0;
  for (const { keyword } of problems) {
    sum += keyword === "required" ? 1 : keyword === "undeclared" ? 1.5 : keyword === "type" ? 2.5 : 2;
  }
  const undeclared = problems.filter(({ keyword }) => keyword === "undeclared").length;
  return isRecord(value) ? sum - (Object.keys(value).length - undeclared) * 0.01 : sum;
}
