import type { CompiledSchema } from "./compile-schema.js";
import { parsedText } from "./explain-scalar.js";
import { pathText } from "./message-text.js";
import type { PathSegment, Problem } from "./problem.js";

/** One thing that a repair did. */
export interface RepairChange {
  /** Where, in the value as it was after the changes before this one. */
  readonly path: PathSegment[];
  /** `unwrapped`: the object around was taken off; `parsed`: a text became what it holds as JSON; `removed`: a `null` for an optional member. */
  readonly kind: "unwrapped" | "parsed" | "removed";
  /** What was done, in one sentence. */
  readonly message: string;
}

/** What became of a value. Where it is still not valid, it is the value as it came, with its own problems. */
export interface Repair {
  readonly value: unknown;
  readonly changes: readonly RepairChange[];
  readonly problems: readonly Problem[];
}

const ROUND_LIMIT = 8;

/**
 * Undoes mistakes that models typically make and that leave no doubt about what was meant: a list, an object, a number
 * or a boolean sent as text, arguments wrapped in one more object, `null` for a member that may be left out. Nothing is
 * renamed, dropped or guessed, and a number must come back as the very text it was. Works on a copy, says what it did,
 * and checks the result. Nothing in Silo calls this by itself.
 */
export function repairArguments(value: unknown, schema: CompiledSchema): Repair {
  const original = schema.check(value);
  const changes: RepairChange[] = [];
  let repaired = value;
  let problems = original;
  for (let round = 0; round < ROUND_LIMIT && problems.length > 0; round++) {
    const before = changes.length;
    for (const problem of problems) {
      const step = repairOne(repaired, problem);
      if (!step) continue;
      repaired = step.value;
      changes.push(step.change);
      // What follows was said of another value.
      if (step.change.kind === "unwrapped") break;
    }
    if (changes.length === before) break;
    problems = schema.check(repaired);
  }
  return problems.length === 0
    ? { value: repaired, changes, problems }
    : { value, changes: [], problems: original };
}

function repairOne(value: unknown, problem: Problem): { value: unknown; change: RepairChange } | undefined {
  const { path, keyword, expected, optional } = problem;
  const given = valueAt(value, path);
  const place = path.length === 0 ? "the arguments" : `"${pathText(path)}"`;
  if (keyword === "wrapped") {
    return {
      value: given,
      change: { path, kind: "unwrapped", message: `took the arguments out of ${place}` },
    };
  }
  if (optional && (given === null || given === "null")) {
    const change: RepairChange = { path, kind: "removed", message: `left out ${place}, which was null` };
    return { value: withoutAt(value, path), change };
  }
  if (
    (keyword !== "type" && keyword !== "stringified") ||
    typeof given !== "string" ||
    !Array.isArray(expected)
  )
    return undefined;
  const parsed = parseFaithfully(given, expected as string[]);
  if (parsed === undefined) return undefined;
  return {
    value: withAt(value, path, parsed),
    change: { path, kind: "parsed", message: `read ${place} as JSON instead of text` },
  };
}

/** What a text holds as JSON, where that is of a wanted type and says exactly the same. */
function parseFaithfully(text: string, types: readonly string[]): unknown {
  const structure = parsedText(text, types);
  if (structure !== undefined) return structure;
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  const number = Number(text);
  if (!Number.isFinite(number) || String(number) !== text) return undefined;
  return types.includes("number") || (types.includes("integer") && Number.isSafeInteger(number))
    ? number
    : undefined;
}

function valueAt(value: unknown, path: readonly PathSegment[]): unknown {
  let at = value;
  for (const segment of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = (at as Record<PathSegment, unknown>)[segment];
  }
  return at;
}

function withAt(value: unknown, path: readonly PathSegment[], by: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return by;
  const inner = withAt((value as Record<PathSegment, unknown>)[first], rest, by);
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === first ? inner : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]: [string, unknown]) => [
      name,
      name === first ? inner : member,
    ]),
  );
}

function withoutAt(value: unknown, path: readonly PathSegment[]): unknown {
  const parent = path.slice(0, -1);
  const object = Object.entries(valueAt(value, parent) as object).filter(([name]) => name !== path.at(-1));
  return withAt(value, parent, Object.fromEntries(object));
}
