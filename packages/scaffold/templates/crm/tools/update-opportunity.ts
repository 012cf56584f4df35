import { s, toolError } from "@silo/runtime";
import { today } from "../clock.js";
import { outcomeOf, requireUpcoming } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { find } from "../records.js";
import { type Opportunity, opportunitySchema, type State } from "../state.js";

export const updateOpportunity = defineTool({
  name: "update_opportunity",
  description:
    "Changes the stage, amount, close date or contact of an open opportunity. Moving it to a won or lost stage closes it for good, with today as its close date.",
  inputSchema: s.object({
    opportunityId: s.string({ description: "Such as OPP-001" }),
    stageId: s.optional(s.string({ description: "Such as proposal; see list_stages" })),
    amount: s.optional(
      s.integer({ minimum: 0, description: "In the currency of get_settings, whole units" }),
    ),
    closeDate: s.optional(s.string({ format: "date", description: "Expected close, today or later" })),
    contactId: s.optional(s.string({ description: "A contact who acts for the deal's account" })),
    lossReason: s.optional(
      s.string({ minLength: 1, description: "Required with a lost stage, and only there" }),
    ),
  }),
  outputSchema: opportunitySchema,
  effect: "write",
  run(state, { opportunityId, ...changes }) {
    const deal = find(state, "opportunities", opportunityId);
    if (outcomeOf(state, deal) !== "open") {
      const stage = find(state, "stages", deal.stageId);
      throw toolError(
        "invalid_state",
        `Opportunity ${opportunityId} is ${stage.name}, not open. Closed deals are final.`,
      );
    }
    if (Object.keys(changes).length === 0) {
      throw toolError("invalid_input", "Nothing to change: give stageId, amount, closeDate or contactId.");
    }
    const changed: Opportunity = { ...deal, ...changes };
    if (changes.contactId !== undefined) requireContactOf(state, changed, changes.contactId);
    const outcome = outcomeOf(state, changed);
    if (outcome !== "open") {
      if (changes.closeDate !== undefined) {
        throw toolError("invalid_input", "A deal closes today: give no closeDate with a won or lost stage.");
      }
      changed.closeDate = today(state);
    }
    if (changes.closeDate !== undefined) requireUpcoming(state, changes.closeDate);
    if (outcome === "won" && changed.contactId === null) {
      throw toolError(
        "invalid_state",
        `Opportunity ${opportunityId} has no contact, and a deal is won with a person. Give contactId as well.`,
      );
    }
    if ((outcome === "lost") !== (changes.lossReason !== undefined)) {
      throw toolError(
        "invalid_input",
        outcome === "lost"
          ? "A lost deal needs a lossReason."
          : "A lossReason belongs to a lost stage only; leave it out.",
      );
    }
    return Object.assign(deal, changed);
  },
});

function requireContactOf(state: State, deal: Opportunity, contactId: string): void {
  const contact = find(state, "contacts", contactId);
  const accountIds = [contact.accountId, ...contact.secondaryAccountIds];
  if (accountIds.includes(deal.accountId)) return;
  throw toolError(
    "conflict",
    `Contact ${contactId} acts for ${accountIds.join(", ")}, not for ${deal.accountId}, the account of ${deal.id}.`,
  );
}
