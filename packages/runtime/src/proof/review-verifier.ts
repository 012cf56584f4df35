import { canonicalJson, type CheckRecord } from "@silo/artifacts";
import { grade, type SiloVerifier } from "@silo/verify";
import { withKeyOrder, type KeyOrder } from "./key-order.js";
import type { Observation } from "./proved-run.js";
import type { Grading } from "./watched-environment.js";

/** In which orders of keys the final and the initial state are graded again. The first is enough for most faults. */
const keyOrders: [final: KeyOrder | undefined, initial: KeyOrder | undefined][] = [
  ["reversed", undefined],
  [undefined, "reversed"],
  [1, 2],
  [3, 4],
];

/**
 * Whether a verifier hangs on the order of keys, which no run promises, and, where `isThorough`, whether it changes
 * what it is given. `checks` is what it found with the states as they were; none where it gave no grade.
 */
export async function reviewVerifier(
  verifier: SiloVerifier,
  { grading, checks, isThorough }: { grading: Grading; checks: readonly CheckRecord[]; isThorough: boolean },
): Promise<Observation[]> {
  const place = `verifiers.${verifier.id}`;
  const observations: Observation[] = [];
  if (isThorough && (await changesItsInput(verifier, grading)))
    observations.push({ kind: "verifier_mutates", place, detail: "" });
  const returned = await settled(grading.returned);
  if (hasNoRequiredCheck(returned)) observations.push({ kind: "no_required_check", place, detail: "" });
  if (checks.length === 0) return observations;
  const gradeAgain = (orders: Orders): Promise<readonly CheckRecord[] | undefined> =>
    gradeInOrder(verifier, grading, orders);
  const labels = new Set<string>();
  for (const [final, initial] of isThorough ? keyOrders : keyOrders.slice(0, 1)) {
    for (const label of differences(checks, await gradeAgain({ final, initial }))) labels.add(label);
  }
  // A verifier that judges in another way each time does not hang on the order: that is found by running again.
  if (labels.size === 0 || differences(checks, await gradeAgain({})).length > 0) return observations;
  return [...observations, ...[...labels].map((detail) => ({ kind: "key_order" as const, place, detail }))];
}

interface Orders {
  final?: KeyOrder | undefined;
  initial?: KeyOrder | undefined;
}

async function settled(value: unknown): Promise<unknown> {
  try {
    return await value;
  } catch {
    return undefined;
  }
}

/** It would be refused in any case; this is to say so in words of its own. */
function hasNoRequiredCheck(returned: unknown): boolean {
  const isCheck = (item: unknown): boolean =>
    typeof (item as { label?: unknown } | null)?.label === "string" &&
    (item as { required?: unknown }).required === false;
  return Array.isArray(returned) && returned.length > 0 && returned.every(isCheck);
}

/** On copies that are not frozen, because what is frozen hides what a verifier tries to do behind an exception. */
async function changesItsInput(
  verifier: SiloVerifier,
  { final, initial, context }: Grading,
): Promise<boolean> {
  const given = structuredClone({ final, initial, context });
  const text = (): string => canonicalJson(given, "what the verifier was given");
  const before = text();
  await settled(Promise.resolve().then(() => verifier.check(given.final, given.initial, given.context)));
  try {
    return text() !== before;
  } catch {
    // It put something there that JSON cannot hold.
    return true;
  }
}

async function gradeInOrder(
  verifier: SiloVerifier,
  { final, initial, context }: Grading,
  orders: Orders,
): Promise<readonly CheckRecord[] | undefined> {
  const inOrder = (state: unknown, order: KeyOrder | undefined): unknown =>
    order === undefined ? state : withKeyOrder(state, order);
  try {
    const states = {
      finalState: inOrder(final, orders.final),
      initialState: inOrder(initial, orders.initial),
    };
    return (await grade({ verifier, ...states, context })).checks;
  } catch {
    return undefined;
  }
}

/** Labels of the checks that were judged in another way. */
function differences(checks: readonly CheckRecord[], found: readonly CheckRecord[] | undefined): string[] {
  if (found?.length !== checks.length) return ["the verifier as a whole"];
  return checks.flatMap((check, index) => {
    const other = found[index];
    return other?.label === check.label && other.passed === check.passed ? [] : [check.label];
  });
}
