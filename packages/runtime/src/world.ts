import type { JsonValue, RunFailure, StateChanges, StateDiff, ToolDescriptor } from "@silo/artifacts";
import type { ToolFault } from "@silo/errors";
import type { Grade, VerifierContext } from "@silo/verify";
import type { ReceivedArguments } from "./receive-arguments.js";

/** What a run must know of a verifier that it never sees itself. */
export interface VerifierFacts {
  id: string;
  taskId: string;
  name: string;
  /** SHA-256 in hex of its declaration and its code. */
  hash: string;
}

export interface WorldOptions {
  verifierId: string;
  grants: readonly string[];
  /** How long one call may take, milliseconds; off unless set. */
  toolTimeoutMs?: number | undefined;
  /** How long making the world may take, milliseconds. */
  loadTimeoutMs: number;
  /** How long the verifier may take, milliseconds. */
  verifierTimeoutMs: number;
  /** Whether `freeze` also tells what was and what is in each place that differs. */
  isDescribed?: boolean | undefined;
}

/** How a frozen world differs from its beginning; with `changes` where `isDescribed` asked for them. */
export interface FrozenWorld extends StateDiff {
  changes?: StateChanges;
}

/** An environment that was loaded somewhere: in this process, or in one of its own. */
export interface WorldSource {
  verifiers: readonly VerifierFacts[];
  /**
   * Makes the fresh world of one run (contract T7). Throws `WorldFault` where the author's code breaks or makes a state
   * that cannot be recorded, and `tool_invalid` where a tool is malformed.
   */
  open(options: WorldOptions): Promise<World>;
  /** Lets go of it; a process of its own is ended. */
  close(): Promise<void>;
}

/** The fresh world of one run, with its tools and its verifier. */
export interface World {
  descriptors: ToolDescriptor[];
  /**
   * One call; the next one must wait for it. Throws `WorldFault` where the environment broke in a way that ends the run,
   * and where the world was frozen before the call had ended: then the call was undone.
   */
  perform(tool: string, received: ReceivedArguments): Promise<CallAnswer>;
  /**
   * Takes the state as it is, without what an unfinished call did: nothing that happens later counts. Gives how it
   * differs from the initial one. Throws `WorldFault`.
   */
  freeze(): Promise<FrozenWorld>;
  /** Hands a failure to the environment's `onAgentError`; gives what that threw, in words. */
  tell(failure: RunFailure): Promise<string | undefined>;
  /** Runs the verifier on the frozen state. Throws `verifier_failed` or `verifier_timeout` (contract G2). */
  grade(context: VerifierContext): Promise<Grade>;
}

/** What became of one call; all of it is JSON. */
export interface CallAnswer {
  output: JsonValue;
  isError: boolean;
  /** `collection.id` for entities, else the field. */
  changed: string[];
  /** For the trace and the author, never for the agent. */
  fault?: ToolFault | undefined;
  /** The error that a handler answered with `output` in its place. */
  handled?: HandledError | undefined;
}

export interface HandledError {
  code: string;
  message: string;
}
