import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { find } from "../records.js";
import { leadSchema } from "../state.js";

export const getLead = defineTool({
  name: "get_lead",
  description: "Shows one lead, what it became if it was converted, and the ids of the activities about it.",
  inputSchema: s.object({ leadId: s.string({ description: "Such as LEAD-001" }) }),
  outputSchema: s.object({ lead: leadSchema, activityIds: s.array(s.string()) }),
  effect: "read",
  run(state, { leadId }) {
    const lead = find(state, "leads", leadId);
    const activities = inIdOrder(state.activities).filter(({ relatedToId }) => relatedToId === leadId);
    return { lead, activityIds: activities.map(({ id }) => id) };
  },
});
