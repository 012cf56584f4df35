import type { RunFailure } from "@silo/artifacts";
import type { SiloVerifier } from "@silo/verify";
import type { Tool } from "./tool.js";

/** What the module at an environment's entrypoint exports (contract T5). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Environment<State = any> {
  /** A fresh world; nothing in it is shared with another one. */
  createState(): State;
  bindTools(state: State): Tool<State>[];
  verifiers: SiloVerifier<State>[];
  hooks?: EnvironmentHooks<State>;
}

/** What an environment may have a say in (contract T5). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface EnvironmentHooks<State = any> {
  /**
   * Gets every failed call that the tool's own `onError` did not answer, and what that handler threw. A value goes to the
   * agent in place of the error; undefined leaves the error as it is. The failed call has changed nothing by then.
   */
  onToolError?(error: unknown, call: { tool: string; state: State; input: unknown }): unknown;
  /**
   * Gets the failure of every run that did not end by itself, with its result code, message and path, for alerting
   * (contract T10). It comes after the world was frozen, may take 5 seconds, and changes nothing about the run.
   */
  onAgentError?(failure: RunFailure): unknown;
}
