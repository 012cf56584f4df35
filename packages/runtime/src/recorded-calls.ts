import { pairCalls, type TraceEvent, type TraceEventOf } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import type { JsonValue } from "@silo/artifacts/json";
import type { CallAnswer } from "./world.js";

/** What a call gave: its output, whether that is an error, and the places that it changed. */
export type RecordedAnswer = Pick<CallAnswer, "output" | "isError" | "changed">;

/** One call of a recorded run, with what it gave. */
export interface AnsweredCall {
  callId: string;
  tool: string;
  input: JsonValue;
  answer: RecordedAnswer;
}

/** A recorded run, as far as it can be done again. */
export interface Recording {
  start: TraceEventOf<"run_start">;
  /** Absent where the run was killed. */
  end: TraceEventOf<"run_end"> | undefined;
  /** How the run ended, where it did not by itself. */
  failure: TraceEventOf<"failure">["failure"] | undefined;
  agentOutput: string;
  /** Those that can be made again, in their order. */
  calls: AnsweredCall[];
  /** Ids of those that cannot. */
  skipped: string[];
  /** What a verifier reads: the events until the end of the run. */
  events: TraceEvent[];
}

/** Reads a trace as something to do again. Throws `usage_error` where it has no beginning. */
export function readRecording(trace: readonly TraceEvent[]): Recording {
  const [start] = trace;
  if (start?.type !== "run_start") {
    const problem = "The trace has no beginning, so the run cannot be done again: nobody knows its task.";
    throw siloError("usage_error", { problem });
  }
  const end = trace.find((event) => event.type === "run_end");
  const events = end === undefined ? [...trace] : trace.slice(0, trace.indexOf(end) + 1);
  const failed = events.findLast((event) => event.type === "failure" && !event.failure.handled);
  const answered = events.find((event) => event.type === "agent_output");
  return {
    start,
    end,
    failure: failed?.type === "failure" ? failed.failure : undefined,
    agentOutput: typeof answered?.output === "string" ? answered.output : "",
    ...readCalls(events, start.config.maxToolCalls),
    events,
  };
}

/**
 * Not to be made again are calls that had no answer when the run ended, because they were undone, those beyond the
 * budget, which never came to a tool, and those with arguments that the trace only describes.
 */
function readCalls(
  events: readonly TraceEvent[],
  maxToolCalls: number,
): Pick<Recording, "calls" | "skipped"> {
  const calls: AnsweredCall[] = [];
  const skipped: string[] = [];
  for (const [index, { call, result }] of pairCalls(events).entries()) {
    const { callId, tool, input: given } = call;
    const input = given as JsonValue;
    if (result === undefined || index >= maxToolCalls || isDescription(input, result)) skipped.push(callId);
    else {
      const { output, isError, changed } = result;
      calls.push({ callId, tool, input, answer: { output: output as JsonValue, isError, changed } });
    }
  }
  return { calls, skipped };
}

/**
 * Arguments that JSON cannot hold are recorded as a text with tags, such as `"[NaN]"`. The call was refused and changed
 * nothing; with the text itself it might not be refused.
 */
export function isDescription(input: JsonValue, { isError, output }: TraceEventOf<"tool_result">): boolean {
  if (typeof input !== "string" || !input.includes('"[')) return false;
  return isError && (output as { code?: unknown } | null)?.code === "invalid_input";
}
