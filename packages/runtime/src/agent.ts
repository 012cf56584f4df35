import type { ModelStep, ToolDescriptor } from "@silo/artifacts";

/** What a tool call gives to an agent: a failed call is a value that the agent can act on (contract E1). */
export interface ToolCallResult {
  output: unknown;
  /** True for a failed call; `output` is then `{ code, message }`. */
  isError?: boolean;
}

/** What an agent is given (contract T6): never state, entities, verifiers or the reward. */
export interface AgentInput {
  /** The task's instruction. */
  task: string;
  tools: ToolDescriptor[];
  /** Never rejects because a call failed; calls made at the same time are run one after the other. */
  callTool: (name: string, input: unknown) => Promise<ToolCallResult>;
  /** Aborts when the run ends at a limit or is cancelled; `reason` says why. */
  signal: AbortSignal;
  /** Tells of a turn of the model: the trace keeps it, and its tokens and cost count for the limits (contract T8). */
  report: (step: ModelStep) => void;
  /** Ends the run as `agent_failed`, with a message for the person who waits. It does not come back. */
  fail: (message: string) => Promise<never>;
  /**
   * Ends the run as `awaiting_input`. When the run is resumed with an answer, the agent runs again, makes the same
   * calls, and gets the answer here.
   */
  ask: (question: string) => Promise<string>;
}

/** An agent: any function that acts through `callTool` and returns its answer (contract T6). */
export type Agent = (input: AgentInput) => Promise<{ output: unknown }>;
