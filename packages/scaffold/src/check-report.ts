import type { ValidationReport, Verdict } from "@silo/artifacts";

/** One run that a proof shows: doing nothing, or the solution. */
export interface ProofRun {
  verdict: Verdict;
  /** Null where the run was not graded. */
  reward: number | null;
  /** Tool calls made. */
  calls: number;
}

/** What became of the mutants of a solution. All but `notRun` add up to those that were run. */
export interface MutantCounts {
  /** Judged as failed, as they must be. */
  failed: number;
  /** Passed although they end in another world or another answer. */
  survived: number;
  /** Passed, and the task waives that. */
  waived: number;
  /** Ended in the same world with the same answer: neither for nor against the verifier. */
  equivalent: number;
  /** Nobody can say. */
  ungraded: number;
  /** Left out, because there are more than a proof runs. */
  notRun: number;
}

/** One check over all runs of a proof. */
export interface ProofCheck {
  label: string;
  required: boolean;
  /** In how many of the graded runs it passed, and failed. */
  passed: number;
  failed: number;
}

/** The proof of one task (contract S7). */
export interface TaskProof {
  task: string;
  /** No finding of level error is about this task. */
  ok: boolean;
  /** An agent that does nothing; null where it could not be run. */
  noop: ProofRun | null;
  /** Null where there is none that could be run. */
  solution: ProofRun | null;
  mutants: MutantCounts;
  /** Names of the mutants that passed and are not waived. */
  survivors: string[];
  /** In the order in which the verifier gives them. */
  checks: ProofCheck[];
}

/** The report of `check`: that of `validate`, with more findings, and the proof of each task. */
export interface ProofReport extends ValidationReport {
  /** In the order of the tasks' ids; empty where the environment itself is wrong. */
  proofs: TaskProof[];
}

export const noMutants: MutantCounts = {
  failed: 0,
  survived: 0,
  waived: 0,
  equivalent: 0,
  ungraded: 0,
  notRun: 0,
};
