import { pairCalls, type AgentStep, type TraceEvent, type TraceEventOf } from "@silo/artifacts";
import type { JsonValue } from "@silo/artifacts/json";
import { isSameJson } from "./is-same-json.js";
import { isDescription } from "./recorded-calls.js";

/** What an agent did in a run that is taken up again, in its order (contract T6). */
export interface RecordedRun {
  runId: string;
  /** What the agent must do again, in this order; nothing where there is a history. */
  steps: readonly RecordedStep[];
  /** Of an agent whose calls and questions all have paths: what is done again in its place, before it starts. */
  history?: readonly PastEvent[] | undefined;
}

/** A call of an agent that says where it is made. */
export interface RecordedCall {
  tool: string;
  input: JsonValue;
  path: string;
  result: { output: JsonValue; isError: boolean };
}

/** What a run that is taken up again has behind it. */
export type PastEvent =
  | ({ type: "call" } & RecordedCall)
  | Pick<TraceEventOf<"step">, "type" | keyof AgentStep>
  | Pick<TraceEventOf<"failure">, "type" | "failure">
  | Pick<TraceEventOf<"model_step">, "type" | "step">;

export type RecordedStep =
  | { kind: "call"; tool: string; input: JsonValue; result?: { output: JsonValue; isError: boolean } }
  | { kind: "ask"; question: string; answer: string };

/** The path of what an agent does that has no paths. */
const noPath = "agent";

/** Reads the trace of a run that ended with `question`, asked at `path`, which now has an answer. */
export function readRecordedRun(
  runId: string,
  trace: readonly TraceEvent[],
  { question, answer, path = noPath }: { question: string; answer: string; path?: string },
): RecordedRun {
  if (path !== noPath && hasPaths(trace)) {
    const asked = { type: "step", path, command: "ask", input: question, output: answer } as const;
    return { runId, steps: [], history: [...readHistory(trace), asked] };
  }
  const steps: RecordedStep[] = [];
  const results = new Map(pairCalls(trace).map(({ call, result }) => [call.callId, result]));
  for (const event of trace) {
    if (event.type === "tool_call") {
      const { tool, input, callId } = event;
      const result = results.get(callId);
      const gave = result && { result: { output: result.output as JsonValue, isError: result.isError } };
      steps.push({ kind: "call", tool, input: input as JsonValue, ...gave });
    } else if (event.type === "step" && event.command === "ask" && event.path === noPath) {
      steps.push({ kind: "ask", question: String(event.input), answer: String(event.output) });
    }
  }
  return { runId, steps: [...steps, { kind: "ask", question, answer }] };
}

function hasPaths(trace: readonly TraceEvent[]): boolean {
  return trace.every((event) => {
    if (event.type === "tool_call") return event.path !== undefined;
    return event.type !== "step" || event.command !== "ask" || event.path !== noPath;
  });
}

/** In the order in which it came to its end; calls that had no result are not among it, because they were undone. */
function readHistory(trace: readonly TraceEvent[]): PastEvent[] {
  const calls = new Map(pairCalls(trace).map(({ call }) => [call.callId, call]));
  return trace.flatMap((event): PastEvent[] => {
    switch (event.type) {
      case "tool_result": {
        const call = calls.get(event.callId);
        const input = call?.input as JsonValue;
        if (call?.path === undefined || isDescription(input, event)) return [];
        const { tool, output, isError } = event;
        return [
          { type: "call", tool, input, path: call.path, result: { output: output as JsonValue, isError } },
        ];
      }
      case "step": {
        const { type, path, command, input, output, error } = event;
        return [{ type, path, command, input, output, ...(error && { error }) }];
      }
      case "failure":
        return event.failure.handled ? [{ type: "failure", failure: event.failure }] : [];
      case "model_step":
        return [{ type: "model_step", step: event.step }];
      default:
        return [];
    }
  });
}

/** What the agent of a run with a history is told: every step that is done, calls that gave no error among them. */
export function stepsOf(history: readonly PastEvent[]): AgentStep[] {
  return history.flatMap((event): AgentStep[] => {
    if (event.type === "call") {
      const { path, tool, input, result } = event;
      // How a call failed is for the agent to say, in a step.
      return result.isError ? [] : [{ path, command: "tool", input: { tool, input }, output: result.output }];
    }
    if (event.type !== "step") return [];
    const { path, command, input, output, error } = event;
    return [{ path, command, input, output, ...(error && { error }) }];
  });
}

/** Goes through a recorded run beside an agent that does it again, and says where the two part. */
export class Retracing {
  readonly #run: RecordedRun;
  #next = 0;

  constructor(run: RecordedRun) {
    this.#run = run;
  }

  /** A call that the agent makes: how it differs from the recorded one, or what its result must be. */
  call(tool: string, input: JsonValue): { difference: string } | { expected: RecordedStep | undefined } {
    const expected = this.#take();
    if (!expected) return { expected };
    const isSame = expected.kind === "call" && expected.tool === tool && isSameJson(expected.input, input);
    return isSame
      ? { expected }
      : { difference: this.#part(`called ${describeCall(tool, input)}`, expected) };
  }

  /** A question of the agent: its recorded answer, how it differs, or neither where all that was recorded is done. */
  ask(question: string): { difference: string } | { answer: string | undefined } {
    const expected = this.#take();
    if (!expected) return { answer: undefined };
    if (expected.kind === "ask" && expected.question === question) return { answer: expected.answer };
    return { difference: this.#part(`asked ${JSON.stringify(question)}`, expected) };
  }

  /** How the result of a call differs from the recorded one; undefined where it does not. */
  result(expected: RecordedStep | undefined, output: JsonValue, isError: boolean): string | undefined {
    if (expected?.kind !== "call" || !expected.result) return undefined;
    const { output: before, isError: wasError } = expected.result;
    if (isError === wasError && isSameJson(output, before)) return undefined;
    return `It gave ${shorten(output)}; in run ${this.#run.runId} the same call gave ${shorten(before)}. A run can be resumed only where the same calls give the same results.`;
  }

  #take(): RecordedStep | undefined {
    const step = this.#run.steps[this.#next];
    if (step) this.#next += 1;
    return step;
  }

  #part(what: string, expected: RecordedStep): string {
    const before =
      expected.kind === "call"
        ? `called ${describeCall(expected.tool, expected.input)}`
        : `asked ${JSON.stringify(expected.question)}`;
    return `The resumed agent ${what}, where in run ${this.#run.runId} it ${before} (step ${this.#next}). A resumed agent must do again what it did until its question.`;
  }
}

function describeCall(tool: string, input: JsonValue): string {
  return `${tool} with ${shorten(input)}`;
}

function shorten(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
