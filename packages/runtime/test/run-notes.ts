import { traceEventSchema, type TraceEvent } from "@silo/artifacts";
import { expect } from "vitest";
import type { Agent, AgentInput } from "../src/agent.js";
import type { RunLimits } from "../src/limits.js";
import type { RunOutcome } from "../src/run-outcome.js";
import { runTask, type RunTaskOptions } from "../src/run-task.js";
import type { Tool } from "../src/tool.js";
import { notesWorld, task } from "./notes-world.js";

export interface Given {
  tools?: Tool[];
  limits?: Partial<RunLimits>;
  grants?: string[];
  signal?: AbortSignal;
  conversation?: RunTaskOptions["conversation"];
}

/** Does the task of the world of notes. */
export const addB: Agent = async ({ callTool }) => {
  await callTool("add_note", { id: "B", text: "x" });
  return { output: "done" };
};

/** A run of that agent in that world, as far as `more` does not say otherwise. */
export function options(more: Partial<RunTaskOptions> = {}): RunTaskOptions {
  return { environment: notesWorld(), task, agent: addB, ...more };
}

/** Runs an agent in the world of notes, with more tools in it. */
export function runNotes(
  agent: (input: AgentInput) => unknown,
  { tools = [], ...rest }: Given = {},
): Promise<RunOutcome> {
  return runTask({ environment: notesWorld(...tools), task, agent: agent as Agent, ...rest });
}

/** The events of one type. */
export function eventsOf<T extends TraceEvent["type"]>(
  { trace }: RunOutcome,
  type: T,
): Extract<TraceEvent, { type: T }>[] {
  return trace.filter((event): event is Extract<TraceEvent, { type: T }> => event.type === type);
}

/** Every event numbered without gaps, in the order of a run, and valid against the published schema. */
export function expectSound({ trace, result }: RunOutcome): void {
  expect(trace.map(({ seq }) => seq)).toEqual(trace.map((_, index) => index + 1));
  expect(trace[0]?.type).toBe("run_start");
  expect(trace.at(-1)?.type).toBe("verifier_result");
  for (const event of trace) traceEventSchema.parse(event);
  const calls = trace.filter((event) => event.type === "tool_call");
  expect(calls.map((event) => event.type === "tool_call" && event.callId)).toEqual(
    calls.map((_, index) => `call_${index + 1}`),
  );
  expect(calls).toHaveLength(result.toolCalls);
  expect(trace.filter((event) => event.type === "tool_result" && event.isError)).toHaveLength(
    result.toolErrors,
  );
}
