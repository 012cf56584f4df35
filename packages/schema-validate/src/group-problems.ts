import { joinPath, segmentText } from "./message-text.js";
import type { PathSegment, Problem } from "./problem.js";

/** Problems that differ only in the index of an item, as one. */
export interface ProblemGroup {
  /** The first of them. */
  readonly problem: Problem;
  /** Where, with ranges of indexes: `rows.0..9.id`. Empty at the root. */
  readonly path: string;
  readonly count: number;
  /** True where all of them received the same. */
  readonly echo: boolean;
  /** After the last undeclared member of an object: the accepted names. */
  names?: readonly string[];
}

interface Draft {
  readonly problem: Problem;
  /** Names as they are; indexes as the set of those that the group has. */
  readonly segments: (string | number[])[];
  count: number;
  echo: boolean;
}

/** Joins equal problems of many items, the innermost index first; keeps the order of the first of each group. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  let drafts = problems.map((problem): Draft => ({
    problem,
    segments: problem.path.map((segment) => (typeof segment === "number" ? [segment] : segment)),
    count: 1,
    echo: true,
  }));
  const depth = problems.reduce((most, { path }) => Math.max(most, path.length), 0);
  for (let position = depth - 1; position >= 0; position--) drafts = joinAt(drafts, position);
  const groups = drafts.map((draft): ProblemGroup => ({
    problem: draft.problem,
    path: joinPath(
      draft.segments.map((segment) =>
        typeof segment === "string" ? segmentText(segment) : rangesText(segment),
      ),
    ),
    count: draft.count,
    echo: draft.echo,
  }));
  nameAccepted(groups);
  return groups;
}

function joinAt(drafts: readonly Draft[], position: number): Draft[] {
  const joined = new Map<string, Draft>();
  const result: Draft[] = [];
  for (const draft of drafts) {
    const indexes = draft.segments[position];
    if (!Array.isArray(indexes)) {
      result.push(draft);
      continue;
    }
    const { keyword, expected, allowed, optional, nearest, received, other } = draft.problem;
    const rest = draft.segments.map((segment, at) => (at === position ? "" : segment));
    const key = JSON.stringify([
      rest,
      keyword,
      expected,
      allowed,
      optional,
      nearest,
      received.kind,
      typeof other === "string" ? other : null,
    ]);
    const known = joined.get(key);
    if (!known) {
      joined.set(key, draft);
      result.push(draft);
      continue;
    }
    (known.segments[position] as number[]).push(...indexes);
    known.count += draft.count;
    known.echo &&= draft.echo && sameReceived(known.problem, draft.problem);
  }
  return result;
}

function sameReceived(left: Problem, right: Problem): boolean {
  return left.received.value === right.received.value && left.received.size === right.received.size;
}

/** `0..9`, `0,2,5..7`. */
function rangesText(indexes: readonly number[]): string {
  const sorted = [...new Set(indexes)].sort((left, right) => left - right);
  const ranges: string[] = [];
  for (let at = 0; at < sorted.length; at++) {
    const first = sorted[at] ?? 0;
    let last = first;
    while (sorted[at + 1] === last + 1) last = sorted[++at] ?? last;
    ranges.push(first === last ? String(first) : `${first}..${last}`);
    if (ranges.length === 10 && at + 1 < sorted.length) {
      ranges.push("…");
      break;
    }
  }
  return ranges.join(",");
}

/** The accepted names stand once, after the last undeclared member of the same object. */
function nameAccepted(groups: ProblemGroup[]): void {
  for (const [index, group] of groups.entries()) {
    const names = acceptedNames(group.problem);
    if (!names) continue;
    const next = groups[index + 1];
    const nextNames = next && acceptedNames(next.problem);
    if (next && nextNames && sameLevel(group, next) && nextNames.join("\n") === names.join("\n")) continue;
    group.names = names;
  }
}

function acceptedNames({ keyword, expected, members }: Problem): readonly string[] | undefined {
  if (members) return members;
  return (keyword === "undeclared" || keyword === "wrapped") && Array.isArray(expected)
    ? (expected as string[])
    : undefined;
}

function sameLevel(left: ProblemGroup, right: ProblemGroup): boolean {
  const parent = (path: readonly PathSegment[]): string => JSON.stringify(path.slice(0, -1));
  return parent(left.problem.path) === parent(right.problem.path);
}
