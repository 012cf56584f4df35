import type { JsonValue, TraceEvent } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { nearest } from "@silo/errors/nearest";

/**
 * Arguments that a call must have, among others: objects may have further members at every level, lists must have as
 * many items, each of which is compared in this way.
 */
export type InputPattern = { readonly [name: string]: JsonValue };

/** Calls of one tool: all of them, or those with certain arguments. */
export type CallPattern = string | { readonly tool: string; readonly where?: InputPattern };

/**
 * Whether a call of the tool succeeded (contract G4). A call that failed changed nothing, and does not count; nor does
 * one that had no result when the run ended, or came after it. Throws `usage_error` for a tool that the run did not offer.
 */
export function called(trace: readonly TraceEvent[], tool: string, where: InputPattern = {}): boolean {
  return callsOf(trace, { tool, where }).some(({ succeededAt }) => succeededAt !== undefined);
}

/**
 * Whether no call of the tool was even tried while the run went on (contract G4): a call that was refused, failed or had
 * no result counts as a try. Throws `usage_error` for a tool that the run did not offer.
 */
export function neverCalled(trace: readonly TraceEvent[], tool: string, where: InputPattern = {}): boolean {
  return callsOf(trace, { tool, where }).length === 0;
}

/**
 * Whether both tools were called with success, and every such call of the second was made after a call of the first had
 * given its result (contract G4). Throws `usage_error` for a tool that the run did not offer.
 */
export function calledBefore(trace: readonly TraceEvent[], first: CallPattern, second: CallPattern): boolean {
  // Both are looked up first, so that a misspelled name throws whatever the agent did.
  const [earlier, later] = [callsOf(trace, first), callsOf(trace, second)];
  const next = later.find(({ succeededAt }) => succeededAt !== undefined);
  if (next === undefined) return false;
  return earlier.some(({ succeededAt }) => succeededAt !== undefined && succeededAt < next.madeAt);
}

/** Positions in the trace. */
interface Call {
  madeAt: number;
  succeededAt?: number | undefined;
}

function callsOf(trace: readonly TraceEvent[], pattern: CallPattern): Call[] {
  const { tool, where = {} } = typeof pattern === "string" ? { tool: pattern } : pattern;
  requireOffered(trace, tool);
  const succeeded = new Map<string, number>();
  trace.forEach((event, index) => {
    if (event.type === "tool_result" && !event.isError) succeeded.set(event.callId, index);
  });
  return trace.flatMap((event, madeAt) =>
    event.type === "tool_call" && event.tool === tool && fits(event.input, where)
      ? { madeAt, succeededAt: succeeded.get(event.callId) }
      : [],
  );
}

/** Without this, a misspelled name would always count as never called. */
function requireOffered(trace: readonly TraceEvent[], tool: string): void {
  const start = trace.find((event) => event.type === "run_start");
  if (start === undefined || start.tools.some(({ name }) => name === tool)) return;
  const names = start.tools.map(({ name }) => name);
  const [near] = nearest(tool, names);
  throw siloError("usage_error", {
    problem: `The run offered no tool "${tool}"${near === undefined ? "" : ` (did you mean "${near}"?)`}; its tools are: ${names.join(", ") || "none"}.`,
  });
}

function fits(value: JsonValue | undefined, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return value === wanted;
  if (typeof value !== "object" || value === null || Array.isArray(value) !== Array.isArray(wanted))
    return false;
  if (Array.isArray(wanted) && Array.isArray(value) && value.length !== wanted.length) return false;
  const members = new Map<string, JsonValue>(Object.entries(value));
  return Object.entries(wanted).every(([name, item]) => fits(members.get(name), item));
}
