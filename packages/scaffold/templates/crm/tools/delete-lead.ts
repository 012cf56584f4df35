import { s, toolError } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { deleteActivitiesAbout, find } from "../records.js";

export const deleteLead = defineTool({
  name: "delete_lead",
  description:
    "Deletes a lead for good, with the activities about it. To keep it on record use update_lead with status disqualified.",
  inputSchema: s.object({ leadId: s.string({ description: "Such as LEAD-001" }) }),
  outputSchema: s.object({ deletedId: s.string() }),
  permissions: ["crm.delete"],
  effect: "write",
  run(state, { leadId }) {
    const lead = find(state, "leads", leadId);
    if (lead.conversion !== null) {
      throw toolError(
        "invalid_state",
        `Lead ${leadId} is converted (to ${lead.conversion.accountId}); only a lead that is not can be deleted.`,
      );
    }
    deleteActivitiesAbout(state, leadId);
    delete state.leads[leadId];
    return { deletedId: leadId };
  },
});
