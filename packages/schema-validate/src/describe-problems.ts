import { groupProblems, type ProblemGroup } from "./group-problems.js";
import { listNames, safeText } from "./message-text.js";
import { statement } from "./problem-statement.js";
import type { Problem } from "./problem.js";

/** What the problems are about: a tool's arguments, the output of a tool, or a file. */
export type Subject = { readonly tool: string } | { readonly output: string } | { readonly file: string };

const GROUP_LIMIT = 20;
const BYTE_LIMIT = 4096;

/**
 * All problems in one sentence that a model can act on (contract V2): what is wrong, what came instead, what would be
 * right. At most 20 groups and 4 KiB; the rest is counted. An empty list gives an empty text.
 */
export function describeProblems(
  problems: readonly Problem[],
  { subject }: { readonly subject: Subject },
): string {
  if (problems.length === 0) return "";
  const { lead, noun } = wording(subject);
  const groups = groupProblems(problems);
  const parts: string[] = [];
  let bytes = byteLength(lead) + 80;
  let told = 0;
  for (const group of groups.slice(0, GROUP_LIMIT)) {
    const part = partOf(group, noun);
    if (bytes + byteLength(part) > BYTE_LIMIT) break;
    bytes += byteLength(part) + 2;
    parts.push(part);
    told += group.count;
    if (group.names && group.names.length > 0) {
      const names = `expected one of: ${listNames(group.names)}`;
      if (bytes + byteLength(names) > BYTE_LIMIT) break;
      bytes += byteLength(names) + 2;
      parts.push(names);
    }
  }
  const rest = problems.length - told;
  const more = problems.at(-1)?.more === true;
  if (rest > 0)
    parts.push(`and ${more ? "at least " : ""}${rest} more ${rest === 1 ? "problem" : "problems"}`);
  else if (more) parts.push("and more problems");
  return `${lead}: ${parts.join("; ")}.`;
}

function wording(subject: Subject): { lead: string; noun: string } {
  if ("tool" in subject)
    return { lead: `Invalid arguments for "${safeText(subject.tool, 100)}"`, noun: "parameter" };
  if ("output" in subject)
    return { lead: `Invalid output of "${safeText(subject.output, 100)}"`, noun: "declared field" };
  return { lead: `Invalid ${safeText(subject.file, 200)}`, noun: "known field" };
}

function partOf(group: ProblemGroup, noun: string): string {
  const text = statement(group.problem, { noun, received: true, echo: group.echo });
  return group.path === "" ? text : `"${group.path}" ${text}`;
}

function byteLength(text: string): number {
  return /^[\x00-\x7f]*$/.test(text) ? text.length : new TextEncoder().encode(text).length;
}
