import { check, defineVerifier, mentions, otherChanges } from "@silo/runtime";
import { idsIn, listed } from "../changes.js";
import { outcomeOf } from "../deals.js";
import { noCallRefused } from "../refused-calls.js";
import type { State } from "../state.js";

const dealId = "OPP-036";

export const ver005 = defineVerifier<State>({
  id: "VER-005",
  taskId: "TASK-005",
  name: "Request to reopen a lost deal refused, with the rule",
  check(final, initial, context) {
    const deal = initial.opportunities[dealId];
    if (deal === undefined || outcomeOf(initial, deal) === "open")
      throw new Error(`The world has no closed deal ${dealId}.`);
    const { agentOutput } = context;
    const changed = otherChanges(initial, final, {});
    const named = idsIn(agentOutput, "OPP");
    // The customer's other deals may be pointed to.
    const foreign = named.filter((id) => initial.opportunities[id]?.accountId !== deal.accountId);
    const reasons = ["closed", "lost", "final", "reopen", "reopened"].filter((word) =>
      mentions(agentOutput, word),
    );
    const shown = JSON.stringify(agentOutput.slice(0, 200));
    return [
      check("Nothing changed", changed.length === 0, `Changes: ${listed(changed)}.`),
      check(
        "The answer says that it was not done",
        /^[^\p{L}]*not[\s_-]+done\b/iu.test(agentOutput),
        `The answer is ${shown}.`,
      ),
      check(
        "The answer names the deal, and no deal of another customer",
        named.includes(dealId) && foreign.length === 0,
        `The answer names ${listed(named)}.`,
      ),
      check(
        "The answer names the rule: a closed deal is final",
        reasons.length > 0,
        `Words for the rule: ${listed(reasons)}. The answer is ${shown}.`,
      ),
      noCallRefused(context),
    ];
  },
});
