import { formatSample } from "../formats.js";
import type { PathSegment, Problem } from "../problem.js";
import { edit } from "./mutations.js";

/**
 * Does exactly what the problems say, and nothing else, with no knowledge of the schema: what a model would do that
 * believes the message. `undefined` where a problem does not determine its fix (a pattern, for one).
 */
export function applyProblems(
  value: unknown,
  problems: readonly Problem[],
): { readonly value: unknown } | undefined {
  let fixed = value;
  for (const problem of problems) {
    const next = applyOne(fixed, problem);
    if (!next) return undefined;
    fixed = next.value;
  }
  return { value: fixed };
}

function applyOne(value: unknown, problem: Problem): { value: unknown } | undefined {
  const { path, keyword, expected, nearest } = problem;
  const parent = path.slice(0, -1);
  const last = path.at(-1);
  const set = (by: unknown) => ({
    value: last === undefined ? by : edit(value, parent, (part) => put(part, last, by)),
  });
  const remove = () => ({ value: edit(value, parent, (part) => take(part, last ?? "")) });
  switch (keyword) {
    case "required":
    case "dependentRequired":
      return set(sampleOf(problem));
    case "undeclared":
      return remove();
    case "wrapped":
      return { value: at(value, path) };
    case "stringified":
      return set(JSON.parse(String(at(value, path))));
    case "type":
      return problem.optional ? remove() : set(sampleOf(problem));
    case "enum":
      return problem.optional ? remove() : set(nearest ?? (expected as unknown[])[0]);
    case "const":
    case "minimum":
    case "maximum":
      return set(expected);
    case "exclusiveMinimum":
      return set(Number(expected) + 1);
    case "exclusiveMaximum":
      return set(Number(expected) - 1);
    case "format": {
      const sample = formatSample(String(expected));
      return sample === undefined ? undefined : set(sample);
    }
    case "minItems":
      return set(Array.from({ length: Number(expected) }, () => "text"));
    case "anyOf":
    case "oneOf":
    default:
      return undefined;
  }
}

function sampleOf({ expected, allowed, format }: Problem): unknown {
  if (allowed && allowed.length > 0) return allowed[0];
  const [type] = expected as (string | undefined)[];
  if (type === "string" || type === undefined)
    return (format !== undefined ? formatSample(format) : undefined) ?? "text";
  const samples: Record<string, unknown> = {
    number: 1,
    integer: 1,
    boolean: true,
    null: null,
    array: [],
    object: {},
  };
  return samples[type];
}

function at(value: unknown, path: readonly PathSegment[]): unknown {
  return path.reduce((part, segment) => (part as Record<PathSegment, unknown>)[segment], value);
}

function put(part: unknown, segment: PathSegment, by: unknown): unknown {
  if (Array.isArray(part)) return part.map((item: unknown, index) => (index === segment ? by : item));
  return { ...(part as object), [segment]: by };
}

function take(part: unknown, segment: PathSegment): unknown {
  if (Array.isArray(part)) return part.filter((_, index) => index !== segment);
  return Object.fromEntries(Object.entries(part as object).filter(([name]) => name !== segment));
}
