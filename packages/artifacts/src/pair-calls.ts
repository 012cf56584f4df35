import type { TraceEvent, TraceEventOf } from "./trace.js";

/** A tool call of a trace with what it gave; nothing where it had no answer when the run ended. */
export interface PairedCall {
  call: TraceEventOf<"tool_call">;
  result: TraceEventOf<"tool_result"> | undefined;
}

/** The calls of a trace in the order in which they were made, each with its result (contract A1). */
export function pairCalls(events: readonly TraceEvent[]): PairedCall[] {
  const results = new Map(
    events.flatMap((event) => (event.type === "tool_result" ? [[event.callId, event] as const] : [])),
  );
  return events.flatMap((call) =>
    call.type === "tool_call" ? [{ call, result: results.get(call.callId) }] : [],
  );
}
