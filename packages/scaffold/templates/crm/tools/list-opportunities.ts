import { s } from "@silo/runtime";
import { isOverdue, isStale, outcomeOf } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { holdsText, inIdOrder, matching, pageFrom, pageOf, pagingInput } from "../listing.js";
import { requireKnown } from "../records.js";
import { opportunitySchema, stageOutcomes } from "../state.js";

export const listOpportunities = defineTool({
  name: "list_opportunities",
  description:
    "Lists opportunities (deals) by id, one page at a time. Deals in a won or lost stage are closed, all others are open.",
  inputSchema: s.object({
    query: s.optional(s.string({ minLength: 1, description: "Part of the deal's name" })),
    outcome: s.optional(s.enumeration(stageOutcomes)),
    stageId: s.optional(s.string({ description: "Such as proposal; see list_stages" })),
    ownerId: s.optional(s.string({ description: "Id of the user who owns the deal" })),
    accountId: s.optional(s.string()),
    overdue: s.optional(s.boolean({ description: "true: only open deals whose close date is past" })),
    stale: s.optional(
      s.boolean({ description: "true: only open deals about which nothing was done for long" }),
    ),
    ...pagingInput,
  }),
  outputSchema: pageOf(opportunitySchema),
  effect: "read",
  run(state, { query, outcome, stageId, ownerId, accountId, overdue, stale, ...paging }) {
    requireKnown(state, { stages: stageId, users: ownerId, accounts: accountId });
    const deals = matching(inIdOrder(state.opportunities), { stageId, ownerId, accountId }).filter(
      (deal) =>
        holdsText([deal.name], query) &&
        (outcome === undefined || outcomeOf(state, deal) === outcome) &&
        (overdue === undefined || isOverdue(state, deal) === overdue) &&
        (stale === undefined || isStale(state, deal) === stale),
    );
    return pageFrom(deals, paging);
  },
});
