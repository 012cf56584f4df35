import type { AgentAnswer, AgentReport, ToolCallResult } from "@silo/runtime";
import type { FlowAgent, FlowInput } from "../types.js";

/** What a run of a flow came to, without Silo around it. */
export interface Outcome {
  answer?: AgentAnswer | undefined;
  thrown?: unknown;
  /** What the flow gave to `fail`, and asked. */
  failed: string[];
  asked: string[];
  calls: { tool: string; input: unknown; path: string | undefined }[];
  reports: AgentReport[];
}

export type Tools = Record<string, (input: never) => ToolCallResult | Promise<ToolCallResult>>;

/** A flow with a plain `callTool`, as a test of an author's would call it. */
export async function play(
  flow: FlowAgent,
  tools: Tools = {},
  more: Partial<FlowInput> = {},
): Promise<Outcome> {
  const outcome: Outcome = { failed: [], asked: [], calls: [], reports: [] };
  const stop = new AbortController();
  const input: FlowInput = {
    task: "The task",
    tools: [],
    callTool: async (tool, given, from) => {
      outcome.calls.push({ tool, input: given, path: from?.path });
      const run = tools[tool];
      if (!run) return { isError: true, output: { code: "tool_not_found", message: `No ${tool}.` } };
      return run(given as never);
    },
    signal: stop.signal,
    report: (report) => void outcome.reports.push(structuredClone(report)),
    fail: (message) => {
      outcome.failed.push(message);
      stop.abort(new Error(message));
      return new Promise(() => undefined);
    },
    ask: (question) => {
      outcome.asked.push(question);
      // As a run does: the question ends it.
      queueMicrotask(() => stop.abort(new Error(question)));
      return new Promise(() => undefined);
    },
    ...more,
  };
  try {
    outcome.answer = await flow(input);
  } catch (thrown) {
    outcome.thrown = thrown;
  }
  return outcome;
}

/** The paths of what was reported of a type, with the command where it is a step: `tool main.orders`. */
export function pathsOf(reports: readonly AgentReport[], type: "step" | "failure"): string[] {
  return reports.flatMap((report) =>
    "type" in report && report.type === type
      ? [report.type === "step" ? `${report.command} ${report.path}` : report.path]
      : [],
  );
}

export const refused = (code: string, message: string): ToolCallResult => ({
  isError: true,
  output: { code, message },
});
