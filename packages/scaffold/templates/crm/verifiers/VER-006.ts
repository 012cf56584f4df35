import { check, defineVerifier, otherChanges } from "@silo/runtime";
import { idsIn, listed } from "../changes.js";
import { inIdOrder } from "../listing.js";
import { noCallRefused } from "../refused-calls.js";
import type { State } from "../state.js";

const since = "2026-06-01";
const touches = ["call", "email", "meeting"];

export const ver006 = defineVerifier<State>({
  id: "VER-006",
  taskId: "TASK-006",
  name: "Customers without contact since May reported",
  check(final, initial, context) {
    const expected = quietCustomerIds(initial);
    const named = idsIn(context.agentOutput, "ACC");
    const missing = expected.filter((id) => !named.includes(id));
    const wrong = named.filter((id) => !expected.includes(id));
    const changed = otherChanges(initial, final, {});
    return [
      check(
        "The answer names every customer that nobody was in touch with",
        expected.length > 0 && missing.length === 0,
        `Missing from the answer: ${listed(missing)}.`,
      ),
      check("The answer names no other account", wrong.length === 0, `Wrongly in it: ${listed(wrong)}.`),
      check("Nothing changed", changed.length === 0, `Changes: ${listed(changed)}.`),
      noCallRefused(context),
    ];
  },
});

function quietCustomerIds(state: State): string[] {
  const touched = new Set(
    Object.values(state.activities)
      .filter(
        ({ type, completedAt }) => touches.includes(type) && completedAt !== null && completedAt >= since,
      )
      .map(
        ({ relatedToId: id }) => state.opportunities[id]?.accountId ?? state.contacts[id]?.accountId ?? id,
      ),
  );
  return inIdOrder(state.accounts)
    .filter(({ id, type }) => type === "customer" && !touched.has(id))
    .map(({ id }) => id);
}
