import { s, toolError } from "@silo/runtime";
import { today } from "../clock.js";
import { findOpenDeal } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { opportunitySchema } from "../state.js";

export const closeOpportunity = defineTool({
  name: "close_opportunity",
  description: "Closes an open opportunity as won or lost, for good and with today as its close date.",
  inputSchema: s.object({
    opportunityId: s.string({ description: "Such as OPP-001" }),
    outcome: s.enumeration(["won", "lost"]),
    lossReason: s.optional(
      s.string({ minLength: 1, description: "Required for a lost deal, and only there" }),
    ),
  }),
  outputSchema: opportunitySchema,
  effect: "write",
  run(state, { opportunityId, outcome, lossReason }) {
    const deal = findOpenDeal(state, opportunityId);
    if (outcome === "won" && deal.contactId === null) {
      throw toolError(
        "invalid_state",
        `Opportunity ${opportunityId} has no contact, and a deal is won with a person. Give it a contactId with update_opportunity first.`,
      );
    }
    if ((outcome === "lost") !== (lossReason !== undefined)) {
      throw toolError(
        "invalid_input",
        outcome === "lost"
          ? "A lost deal needs a lossReason."
          : "A lossReason belongs to a lost deal only; leave it out.",
      );
    }
    const stage = inIdOrder(state.stages).find((one) => one.outcome === outcome);
    if (stage === undefined) throw new Error(`The world has no stage for deals that are ${outcome}.`);
    return Object.assign(deal, {
      stageId: stage.id,
      closeDate: today(state),
      lossReason: lossReason ?? null,
    });
  },
});
