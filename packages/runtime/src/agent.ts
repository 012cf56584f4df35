import type { AgentStep, ModelStep, ToolDescriptor } from "@silo/artifacts";
import type { JsonValue } from "@silo/artifacts/json";

/** What a tool call gives to an agent: a failed call is a value that the agent can act on (contract E1). */
export interface ToolCallResult {
  output: unknown;
  /** True for a failed call; `output` is then `{ code, message }`. */
  isError?: boolean;
  /** True where the run has ended: what the agent does from here on no longer counts. */
  ended?: boolean;
}

/** A step that has finished. A run that goes on after a question gives it back in `recorded`. */
export type StepReport = { type: "step" } & AgentStep;

/** A failure that the agent handled itself: the trace has it, marked so. */
export interface FailureReport {
  type: "failure";
  code: string;
  message: string;
  /** Where in the agent it happened. */
  path: string;
  /** The kind of failure, `errorInAgent` where it is left out. */
  resultCode?: AgentResultCode;
}

/** Where the end comes from that the agent makes next: what it throws, `fail` or `ask`. */
export interface EndReport {
  type: "end";
  path: string;
  /** The kind of failure, where it is none of the usual ones. */
  resultCode?: AgentResultCode;
}

/** The kinds of failure that an agent can tell of itself (contract T10). */
export const agentResultCodes = ["errorInAgent", "errorInHook", "refusedByHook", "errorInSilo"] as const;

export type AgentResultCode = (typeof agentResultCodes)[number];

/** What an agent tells of itself. */
export type AgentReport = ModelStep | StepReport | FailureReport | EndReport;

/** What a conversation has come to: it goes from one successful run to the next. */
export interface Conversation {
  variables: { [name: string]: JsonValue };
  /** What its agents answered, oldest first. */
  outputs: string[];
}

/** What an agent is given (contract T6): never state, entities, verifiers or the reward. */
export interface AgentInput {
  /** The task's instruction. */
  task: string;
  tools: ToolDescriptor[];
  /**
   * Never rejects because a call failed; calls made at the same time are run one after the other. `from` says which step
   * of the agent makes the call: an agent that says so for all calls and questions reads `recorded`.
   */
  callTool: (name: string, input: unknown, from?: { path: string }) => Promise<ToolCallResult>;
  /** Aborts when the run ends at a limit or is cancelled; `reason` says why. */
  signal: AbortSignal;
  /**
   * Tells of a turn of the model: the trace keeps it, and its tokens and cost count for the limits (contract T8). Or of a
   * step, of a failure that was handled, of where an end comes from. Resolves when the run has taken it; where that ended
   * the run, `signal` has aborted by then. Throws where it is too large, or no JSON.
   */
  report: (report: AgentReport) => Promise<void>;
  /** Ends the run as `agent_failed`, with a message for the person who waits. It does not come back. */
  fail: (message: string) => Promise<never>;
  /**
   * Ends the run as `awaiting_input`. When the run is resumed with an answer, the agent runs again, makes the same
   * calls, and gets the answer here.
   */
  ask: (question: string) => Promise<string>;
  /**
   * In a run that goes on after a question: what had finished before it, in its order, where every call and every
   * question had a path. A tool call stands there as a step `tool` with the input `{ tool, input }`, the question
   * with its answer as `ask`. The calls have been made again by now, so the agent must not repeat them (contract T6).
   */
  recorded: readonly AgentStep[];
  /** What the conversation of the run had come to; undefined where the run belongs to none. */
  conversation?: Conversation | undefined;
}

/** What an agent gives back. `variables` go on in the conversation, where the run succeeds and belongs to one. */
export interface AgentAnswer {
  output: unknown;
  variables?: { [name: string]: JsonValue } | undefined;
}

/** An agent: any function that acts through `callTool` and returns its answer (contract T6). */
export type Agent = (input: AgentInput) => Promise<AgentAnswer>;

/** What the function of an agent may have as well. */
export interface AgentPreparation {
  /**
   * Called once where an agent was loaded from a file, before its run. What it throws keeps the run from beginning; a
   * `dependency_missing` stays what it is, anything else is `agent_invalid`.
   */
  prepare?(from: { file: string }): void | Promise<void>;
}
