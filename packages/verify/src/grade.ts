import { frozenJson, type CheckRecord } from "@silo/artifacts";
import { describeThrown, isSiloError, siloError } from "@silo/errors";
import { deepFreeze } from "./deep-freeze.js";
import type { SiloVerifier, VerifierCheck, VerifierContext } from "./verifier.js";

/** A graded run (contract G1). `reward` is 0 unless every required check passes, then checks passed ÷ checks. */
export interface Grade {
  passed: boolean;
  reward: number;
  checks: CheckRecord[];
  requiredPassed: number;
  requiredTotal: number;
  failedRequired: string[];
  checksPassed: number;
  checksFailed: number;
}

export interface GradeInput {
  verifier: SiloVerifier;
  initialState: unknown;
  finalState: unknown;
  context: VerifierContext;
}

/**
 * Runs the verifier on frozen copies of both states and of the context, and scores its checks (contract G1, G3).
 * Throws `verifier_failed` where the verifier throws, returns something else than checks, or has no required check:
 * such a run is ungraded (G2).
 */
export async function grade({ verifier, initialState, finalState, context }: GradeInput): Promise<Grade> {
  try {
    const initial = frozenCopy(initialState);
    const returned: unknown = await verifier.check(
      frozenCopy(finalState, initial),
      initial,
      frozenCopy(context) as VerifierContext,
    );
    return score(readChecks(returned, verifier));
  } catch (thrown) {
    if (isSiloError(thrown, "verifier_failed")) throw thrown;
    throw ungraded(verifier, `it threw ${describeThrown(thrown)}`, thrown);
  }
}

/** Most states are plain JSON. Their copies share what is the same in both, so that to compare them is cheap. */
function frozenCopy(value: unknown, like?: unknown): unknown {
  return frozenJson(value, like) ?? deepFreeze(structuredClone(value));
}

function score(checks: CheckRecord[]): Grade {
  const required = checks.filter((item) => item.required);
  const failedRequired = required.filter((item) => !item.passed).map((item) => item.label);
  const checksPassed = checks.filter((item) => item.passed).length;
  const passed = failedRequired.length === 0;
  return {
    passed,
    reward: passed ? checksPassed / checks.length : 0,
    checks,
    requiredPassed: required.length - failedRequired.length,
    requiredTotal: required.length,
    failedRequired,
    checksPassed,
    checksFailed: checks.length - checksPassed,
  };
}

function readChecks(returned: unknown, verifier: SiloVerifier): CheckRecord[] {
  if (!Array.isArray(returned)) {
    throw ungraded(verifier, `it returned ${nameKind(returned)}, not an array of checks`);
  }
  // Unlike map, it also visits the holes of an array.
  const checks = Array.from(returned, (item: unknown, index) => readCheck(item, index, verifier));
  if (!checks.some((item) => item.required)) {
    throw ungraded(verifier, "it returned no required check; use check(…) at least once");
  }
  return checks;
}

function readCheck(item: unknown, index: number, verifier: SiloVerifier): CheckRecord {
  const { label, passed, detail, required } = (item ?? {}) as Partial<VerifierCheck>;
  const isCheck =
    typeof label === "string" &&
    typeof passed === "boolean" &&
    typeof required === "boolean" &&
    (detail === undefined || typeof detail === "string");
  if (!isCheck) {
    const reason = `item ${index} of what it returned is no check: make checks with check(label, passed, detail?), passed being true or false`;
    throw ungraded(verifier, reason);
  }
  return { label, passed, detail: detail ?? "", required };
}

function ungraded(verifier: SiloVerifier, reason: string, cause?: unknown): Error {
  return siloError("verifier_failed", { verifierId: verifier.id, reason }, { cause });
}

function nameKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
