import { pairCalls, type TraceEvent } from "@silo/artifacts";
import type { JsonValue } from "@silo/artifacts/json";
import { isSameJson } from "./is-same-json.js";

/** What an agent did in a run that is taken up again, in its order (contract T6). */
export interface RecordedRun {
  runId: string;
  steps: readonly RecordedStep[];
}

export type RecordedStep =
  | { kind: "call"; tool: string; input: JsonValue; result?: { output: JsonValue; isError: boolean } }
  | { kind: "ask"; question: string; answer: string };

/** Reads the trace of a run that ended with `question`, which now has an answer. */
export function readRecordedRun(
  runId: string,
  trace: readonly TraceEvent[],
  { question, answer }: { question: string; answer: string },
): RecordedRun {
  const steps: RecordedStep[] = [];
  const results = new Map(pairCalls(trace).map(({ call, result }) => [call.callId, result]));
  for (const event of trace) {
    if (event.type === "tool_call") {
      const { tool, input, callId } = event;
      const result = results.get(callId);
      const gave = result && { result: { output: result.output as JsonValue, isError: result.isError } };
      steps.push({ kind: "call", tool, input: input as JsonValue, ...gave });
    } else if (event.type === "step" && event.command === "ask") {
      steps.push({ kind: "ask", question: String(event.input), answer: String(event.output) });
    }
  }
  return { runId, steps: [...steps, { kind: "ask", question, answer }] };
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
