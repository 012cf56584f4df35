import type { CheckRecord, JsonValue, TerminationReason, Verdict } from "@silo/artifacts";

/** One call of a script. */
export interface ScriptCall {
  tool: string;
  input: JsonValue;
}

/** An agent that is known beforehand: its calls in order, then its answer (contract S7). */
export interface Script {
  calls: readonly ScriptCall[];
  answer: string;
}

/** What the author's code did in a run that a world must not do, or that a verifier must not hang on. */
export interface Observation {
  kind:
    | "clock"
    | "randomness"
    | "network"
    | "environment_variable"
    | "read_tool_writes"
    | "verifier_mutates"
    | "key_order"
    | "no_required_check";
  /** `createState`, `bindTools`, `tools.NAME`, `hooks.NAME` or `verifiers.ID`. */
  place: string;
  /** What was used, changed or judged in another way: `Date.now`, `leads.LEAD-004`, the label of a check. */
  detail: string;
  /** During which call, from 1. */
  call?: number;
}

/** A call as a run made it. */
export interface ProvedCall extends ScriptCall {
  isError: boolean;
  /** What a failed call told the agent; empty for one that did not fail. */
  message: string;
}

/** One run of a proof, without its trace (contract S7). */
export interface ProvedRun {
  verdict: Verdict;
  reward: number | null;
  terminationReason: TerminationReason;
  checks: CheckRecord[];
  /** As the verifier read it. */
  answer: string;
  calls: ProvedCall[];
  /** SHA-256 in hex of the final state as canonical JSON; null where the verifier never saw one. */
  world: string | null;
  /** What differs from the initial state. */
  changed: string[];
  /** The final state, where the run was reviewed. */
  state: JsonValue;
  /** What kept the run from being graded. */
  ungradedBy: { code: string; message: string } | null;
  /** Faults of tools, in words. */
  toolFaults: string[];
  observations: Observation[];
}
