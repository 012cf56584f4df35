import { s } from "@silo/runtime";
import { findOpenDeal, findOpenStage, requireContactOf, requireUpcoming } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { requireChanges, requireKnown } from "../records.js";
import { type Opportunity, opportunitySchema } from "../state.js";

export const updateOpportunity = defineTool({
  name: "update_opportunity",
  description:
    "Changes the name, stage, amount, close date, account or contact of an open opportunity. For its owner use reassign_opportunity, and to close it close_opportunity.",
  inputSchema: s.object({
    opportunityId: s.string({ description: "Such as OPP-001" }),
    name: s.optional(s.string({ minLength: 1, description: "Name of the deal" })),
    stageId: s.optional(s.string({ description: "An open stage, such as proposal; see list_stages" })),
    amount: s.optional(
      s.integer({ minimum: 0, description: "In the currency of get_settings, whole units" }),
    ),
    closeDate: s.optional(s.string({ format: "date", description: "Expected close, today or later" })),
    accountId: s.optional(s.string({ description: "The account that the deal is with, such as ACC-001" })),
    contactId: s.optional(s.string({ description: "A contact who acts for the deal's account" })),
  }),
  outputSchema: opportunitySchema,
  effect: "write",
  run(state, { opportunityId, ...changes }) {
    const deal = findOpenDeal(state, opportunityId);
    requireChanges(changes, "name, stageId, amount, closeDate, accountId or contactId");
    requireKnown(state, { accounts: changes.accountId, contacts: changes.contactId });
    const changed: Opportunity = { ...deal, ...changes };
    if (changes.stageId !== undefined) findOpenStage(state, changes.stageId);
    if (changes.closeDate !== undefined) requireUpcoming(state, changes.closeDate);
    if (changes.accountId !== undefined || changes.contactId !== undefined) requireContactOf(state, changed);
    return Object.assign(deal, changed);
  },
});
