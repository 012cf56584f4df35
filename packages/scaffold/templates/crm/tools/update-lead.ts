import { s, toolError } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { find, findActiveUser, requireChanges } from "../records.js";
import { leadSchema } from "../state.js";

export const updateLead = defineTool({
  name: "update_lead",
  description:
    "Changes the status, the owner or the estimated value of a lead that is not converted. To convert a lead use convert_lead.",
  inputSchema: s.object({
    leadId: s.string({ description: "Such as LEAD-001" }),
    status: s.optional(s.enumeration(["new", "working", "qualified", "disqualified"])),
    ownerId: s.optional(s.string({ description: "Id of the new owner, an active user" })),
    estimatedValue: s.optional(s.integer({ minimum: 0, description: "What a deal would be worth" })),
  }),
  outputSchema: leadSchema,
  effect: "write",
  run(state, { leadId, ...changes }) {
    const lead = find(state, "leads", leadId);
    if (lead.conversion !== null) {
      throw toolError(
        "invalid_state",
        `Lead ${leadId} is converted (to ${lead.conversion.accountId}) and can no longer be changed.`,
      );
    }
    requireChanges(changes, "status, ownerId or estimatedValue");
    if (changes.ownerId !== undefined) findActiveUser(state, changes.ownerId);
    return Object.assign(lead, changes);
  },
});
