import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { holdsText, inIdOrder, matching, pageFrom, pageOf, pagingInput } from "../listing.js";
import { requireKnown } from "../records.js";
import { leadSchema, leadStatuses } from "../state.js";

export const listLeads = defineTool({
  name: "list_leads",
  description: "Lists leads (people who may become customers) by id, one page at a time.",
  inputSchema: s.object({
    query: s.optional(s.string({ minLength: 1, description: "Part of the person's or the company's name" })),
    status: s.optional(s.enumeration(leadStatuses)),
    ownerId: s.optional(s.string({ description: "Id of the user who owns the lead" })),
    ...pagingInput,
  }),
  outputSchema: pageOf(leadSchema),
  effect: "read",
  run(state, { query, status, ownerId, ...paging }) {
    requireKnown(state, { users: ownerId });
    const leads = matching(inIdOrder(state.leads), { status, ownerId });
    return pageFrom(
      leads.filter(({ name, company }) => holdsText([name, company], query)),
      paging,
    );
  },
});
