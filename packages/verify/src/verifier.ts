import type { SiloTask, TraceEvent } from "@silo/artifacts";
import { siloError } from "@silo/errors";

/** One check of a verifier (contract G1). `detail` says what was found, for the person who reads the verdict. */
export interface VerifierCheck {
  label: string;
  passed: boolean;
  detail?: string;
  required: boolean;
}

/** What a verifier may look at beside the two states (contract G1, T6). */
export interface VerifierContext {
  /** What the agent returned: a text as it is, anything else as canonical JSON, nothing as "". */
  agentOutput: string;
  task: SiloTask;
  /** The events of the run so far, in order. */
  trace: readonly TraceEvent[];
}

/**
 * Grades the world that a run left (contract G1). `State` is the author's type, and only the author's code knows it:
 * it is `any` where Silo itself holds a verifier.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface SiloVerifier<State = any> {
  id: string;
  taskId: string;
  name: string;
  check(
    finalState: State,
    initialState: State,
    context: VerifierContext,
  ): VerifierCheck[] | Promise<VerifierCheck[]>;
}

/**
 * Declares a verifier (contract G1) and returns it. Both states are frozen copies (G3). Throws
 * `verifier_invalid` with all faults of the declaration.
 */
export function defineVerifier<State>(verifier: SiloVerifier<State>): SiloVerifier<State> {
  const problems = verifierProblems(verifier);
  if (problems.length > 0) {
    const id = typeof verifier?.id === "string" ? verifier.id : "";
    throw siloError("verifier_invalid", { verifierId: id, problems: `${problems.join("; ")}.` });
  }
  return verifier;
}

/** What is wrong with a value that should be a verifier; empty where it is one. */
export function verifierProblems(value: unknown): string[] {
  if (typeof value !== "object" || value === null) {
    return [`must be an object, received ${value === null ? "null" : typeof value}`];
  }
  const verifier = value as Record<string, unknown>;
  const texts = ["id", "taskId", "name"].filter((field) => {
    const text = verifier[field];
    return typeof text !== "string" || text.trim() === "";
  });
  const problems = texts.map((field) => `"${field}" must be a text that is not empty`);
  if (typeof verifier["check"] !== "function") problems.push('"check" must be a function');
  return problems;
}

/** A required check: the run passes when all of these pass (contract G1). */
export function check(label: string, passed: boolean, detail?: string): VerifierCheck {
  return makeCheck(label, { passed, detail, required: true });
}

/** An optional check: it counts for the reward, and not for passing (contract G1). */
export function optional(label: string, passed: boolean, detail?: string): VerifierCheck {
  return makeCheck(label, { passed, detail, required: false });
}

function makeCheck(
  label: string,
  { passed, detail, required }: { passed: boolean; detail: string | undefined; required: boolean },
): VerifierCheck {
  return detail === undefined ? { label, passed, required } : { label, passed, detail, required };
}
