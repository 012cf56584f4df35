import { s, toolError } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { find, findActiveUser } from "../records.js";
import { opportunitySchema } from "../state.js";

export const reassignOpportunity = defineTool({
  name: "reassign_opportunity",
  description:
    "Gives one opportunity, open or closed, to another owner. Its account, contacts and activities keep theirs.",
  inputSchema: s.object({
    opportunityId: s.string({ description: "Such as OPP-001" }),
    ownerId: s.string({ description: "Id of the new owner, an active user" }),
  }),
  outputSchema: opportunitySchema,
  effect: "write",
  run(state, { opportunityId, ownerId }) {
    const deal = find(state, "opportunities", opportunityId);
    const owner = findActiveUser(state, ownerId);
    if (deal.ownerId === ownerId) {
      throw toolError(
        "conflict",
        `Opportunity ${opportunityId} belongs to ${owner.name} (${ownerId}) already.`,
      );
    }
    deal.ownerId = ownerId;
    return deal;
  },
});
