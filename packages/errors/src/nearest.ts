import { distance } from "fastest-levenshtein";

const maxNames = 3;
/** What is longer is compared by its beginning. */
const maxLength = 200;

interface Name {
  /** Words in lower case, taken apart at separators and at capitals. */
  words: string[];
  joined: string;
  sorted: string;
}

function take(name: string): Name {
  const words = name
    .slice(0, maxLength)
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$& ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return { words, joined: words.join(""), sorted: [...words].sort().join("") };
}

/**
 * The candidates most like a name, best first, at most three (hazard C.14). Capitals and separators do not count; then come the
 * same words in another order, then two edits (one for up to four letters, a swap of neighbours being one), then one
 * other word among three or more, then a part of the whole, where only one candidate has it. Nothing that is far, so often
 * none at all; the order is deterministic.
 */
export function nearest(name: string, candidates: Iterable<string>): string[] {
  const wanted = take(name);
  const ranked: { candidate: string; rank: number }[] = [];
  const parts: string[] = [];
  if (wanted.joined === "") return [];
  for (const candidate of new Set(candidates)) {
    const known = take(candidate);
    if (known.joined === "") continue;
    const rank = rankOf(wanted, known);
    if (rank !== undefined) ranked.push({ candidate, rank });
    else if (isPart(wanted.joined, known.joined)) parts.push(candidate);
  }
  if (ranked.length === 0)
    return parts.length === 1 || areMerged(wanted.joined, parts) ? parts.slice(0, maxNames) : [];
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, maxNames).map(({ candidate }) => candidate);
}

function rankOf(wanted: Name, known: Name): number | undefined {
  if (wanted.joined === known.joined) return 0;
  if (wanted.sorted === known.sorted) return 1;
  const edits = Math.min(
    editsBetween(wanted.joined, known.joined),
    editsBetween(wanted.sorted, known.sorted),
  );
  const shorter = Math.min(wanted.joined.length, known.joined.length);
  const longer = Math.max(wanted.joined.length, known.joined.length);
  if (longer > 2 && edits <= (shorter <= 4 ? 1 : 2)) return 1 + edits;
  return differInOneWord(wanted.words, known.words) ? 4 : undefined;
}

function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  const edits = distance(a, b);
  return edits === 2 && isSwap(a, b) ? 1 : edits;
}

/** Whether two neighbouring letters changed places, and nothing else. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function differInOneWord(a: readonly string[], b: readonly string[]): boolean {
  return a.length >= 3 && a.length === b.length && a.filter((word, index) => word !== b[index]).length === 1;
}

/** Whether one contains the other, and the contained one is long enough to mean something. */
function isPart(a: string, b: string): boolean {
  return (a.length >= 4 && b.includes(a)) || (b.length >= 4 && a.includes(b));
}

/** Whether a name consists of nothing but the candidates: several names written as one. */
function areMerged(joined: string, parts: readonly string[]): boolean {
  let rest = joined;
  const known = parts.map((part) => take(part).joined).sort((a, b) => b.length - a.length);
  for (const part of known) rest = rest.replaceAll(part, " ");
  return parts.length > 1 && rest.trim() === "";
}
