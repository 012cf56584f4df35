import { s, toolError } from "@silo/runtime";
import { findOpenDeal } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { deleteActivitiesAbout } from "../records.js";

export const deleteOpportunity = defineTool({
  name: "delete_opportunity",
  description:
    "Deletes an open opportunity for good, with the activities about it. To keep it on record use close_opportunity with outcome lost.",
  inputSchema: s.object({ opportunityId: s.string({ description: "Such as OPP-001" }) }),
  outputSchema: s.object({ deletedId: s.string() }),
  permissions: ["crm.delete"],
  effect: "write",
  run(state, { opportunityId }) {
    findOpenDeal(state, opportunityId);
    const lead = inIdOrder(state.leads).find(({ conversion }) => conversion?.opportunityId === opportunityId);
    if (lead !== undefined) {
      throw toolError(
        "invalid_state",
        `Opportunity ${opportunityId} is what lead ${lead.id} was converted to, and stays on record with it.`,
      );
    }
    deleteActivitiesAbout(state, opportunityId);
    delete state.opportunities[opportunityId];
    return { deletedId: opportunityId };
  },
});
