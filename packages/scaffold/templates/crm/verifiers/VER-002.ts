import { check, defineVerifier, otherChanges } from "@silo/runtime";
import { idsIn, listed } from "../changes.js";
import { outcomeOf } from "../deals.js";
import { noCallRefused } from "../refused-calls.js";
import type { State } from "../state.js";

const departedRepId = "USR-004";
const newOwnerId = "USR-005";

export const ver002 = defineVerifier<State>({
  id: "VER-002",
  taskId: "TASK-002",
  name: "Departed rep's open deals moved to the new owner",
  check(final, initial, context) {
    const openDealIds = Object.values(initial.opportunities)
      .filter((deal) => deal.ownerId === departedRepId && outcomeOf(initial, deal) === "open")
      .map(({ id }) => id);
    const notMoved = openDealIds.filter((id) => final.opportunities[id]?.ownerId !== newOwnerId);
    // The owner of the deals may change, which the first check judges: all else is to be as it was.
    const owners = Object.fromEntries(openDealIds.map((id) => [id, ["ownerId"]]));
    const changed = otherChanges(initial, final, { opportunities: owners });
    const named = idsIn(context.agentOutput, "OPP");
    const unnamed = openDealIds.filter((id) => !named.includes(id));
    const wronglyNamed = named.filter((id) => !openDealIds.includes(id));
    return [
      check(
        "Every open deal of the departed rep belongs to the new owner",
        openDealIds.length > 0 && notMoved.length === 0,
        `Not moved: ${listed(notMoved.map((id) => `${id} (owner ${final.opportunities[id]?.ownerId ?? "gone"})`))}.`,
      ),
      check("Nothing else changed", changed.length === 0, `Other changes: ${listed(changed)}.`),
      check(
        "The answer names the deals that were to be moved, and no others",
        unnamed.length === 0 && wronglyNamed.length === 0,
        `Missing from the answer: ${listed(unnamed)}. Wrongly in it: ${listed(wronglyNamed)}.`,
      ),
      noCallRefused(context),
    ];
  },
});
