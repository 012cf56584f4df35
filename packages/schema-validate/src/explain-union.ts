import type { ExplainContext, Place } from "./explain-context.js";
import { nearest } from "@silo/errors/nearest";
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
  const costs = chosen.indexes.map((index, at) =>
    cost(sets[at] ?? [], value, branches[index] ?? true, context),
  );
  const best = sets[costs.indexOf(Math.min(...costs))];
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
  const costs = picked.map((branch) =>
    cost(context.problemsOf(branch, value, place), value, branch, context),
  );
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

/** The members of an object schema that are closed to a list of values. */
function closedMembers(schema: JsonSchema, context: ExplainContext): Map<string, readonly unknown[]> {
  const closed = new Map<string, readonly unknown[]>();
  for (const [name, member] of membersOf(schema, context)) {
    const { values } = context.summary(member);
    if (values) closed.set(name, values);
  }
  return closed;
}

/** The members that an object schema declares, itself, through references and through `allOf`. */
function membersOf(schema: JsonSchema, context: ExplainContext, depth = 0): Map<string, JsonSchema> {
  const members = new Map<string, JsonSchema>();
  if (typeof schema === "boolean" || depth > 10) return members;
  const properties = own(schema, "properties");
  if (isRecord(properties)) {
    for (const [name, member] of Object.entries(properties)) members.set(name, member as JsonSchema);
  }
  const reference = own(schema, "$ref");
  const target = typeof reference === "string" ? context.references.resolve(schema, reference) : undefined;
  for (const part of [...(target !== undefined ? [target] : []), ...listOf(schema, "allOf")]) {
    for (const [name, member] of membersOf(part, context, depth + 1)) {
      if (!members.has(name)) members.set(name, member);
    }
  }
  return members;
}

/** Names of which one is to be given; those of a list only together. */
type Alternatives = (string | string[])[];

/** The names, where each branch lacks nothing but members of this very object. */
function onlyMissing(sets: readonly Problem[][], place: Place): Alternatives | undefined {
  const isMissing = ({ keyword, path, nearest: written }: Problem): boolean =>
    keyword === "required" && written === undefined && path.length === place.path.length + 1;
  if (!sets.every((problems) => problems.length > 0 && problems.every(isMissing))) return undefined;
  return alternatives(sets.map((problems) => problems.map(({ path }) => String(path.at(-1)))));
}

/** The names, where the branches say nothing but which members are required. */
function alternativeNames(branches: readonly JsonSchema[]): Alternatives | undefined {
  const sets: string[][] = [];
  for (const branch of branches) {
    const required = typeof branch === "object" ? own(branch, "required") : undefined;
    if (!Array.isArray(required) || required.length === 0) return undefined;
    sets.push(required.map(String));
  }
  return alternatives(sets);
}

/** Nothing where two alternatives are the same, which then does not tell them apart. */
function alternatives(sets: readonly string[][]): Alternatives | undefined {
  const keys = new Set(sets.map((names) => JSON.stringify([...names].sort())));
  if (keys.size < 2 || keys.size < sets.length) return undefined;
  return sets.map((names) => (names.length === 1 && names[0] !== undefined ? names[0] : names));
}

/** How far a value is from a branch: what the branch knows of it counts most, then what is wrong with it. */
function cost(
  problems: readonly Problem[],
  value: unknown,
  branch: JsonSchema,
  context: ExplainContext,
): number {
  let sum = 0;
  for (const { keyword, nearest: written } of problems) {
    // A member that came under another name is nearly there.
    if (keyword === "required") sum += written === undefined ? 1 : -1;
    else sum += keyword === "undeclared" ? 1.5 : keyword === "type" ? 2.5 : 2;
  }
  if (!isRecord(value)) return sum;
  const members = membersOf(branch, context);
  return sum - 3 * Object.keys(value).filter((name) => members.has(name)).length;
}
