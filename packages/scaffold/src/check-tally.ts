import type { ProvedRun } from "@silo/runtime";
import type { ProofCheck } from "./check-report.js";

/** How often each check of a verifier passed and failed, over the graded runs of a proof. */
export class CheckTally {
  readonly #checks = new Map<string, ProofCheck>();

  add({ checks }: Pick<ProvedRun, "checks">): void {
    for (const { label, required, passed } of checks) {
      const key = `${required}\0${label}`;
      const known = this.#checks.get(key) ?? { label, required, passed: 0, failed: 0 };
      this.#checks.set(key, known);
      known[passed ? "passed" : "failed"] += 1;
    }
  }

  /** In the order in which they first came. */
  checks(): ProofCheck[] {
    return [...this.#checks.values()];
  }
}
