import { s } from "@silo/runtime";
import { isOverdue, isStale, lastActivityAt } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { find } from "../records.js";
import { opportunitySchema, stageSchema } from "../state.js";

export const getOpportunity = defineTool({
  name: "get_opportunity",
  description:
    "Shows one opportunity (deal) with its stage, its last activity, and whether it is overdue or stale.",
  inputSchema: s.object({ opportunityId: s.string({ description: "Such as OPP-001" }) }),
  outputSchema: s.object({
    opportunity: opportunitySchema,
    stage: stageSchema,
    lastActivityAt: s.nullable(s.string({ format: "date-time" })),
    overdue: s.boolean(),
    stale: s.boolean(),
  }),
  effect: "read",
  run(state, { opportunityId }) {
    const opportunity = find(state, "opportunities", opportunityId);
    return {
      opportunity,
      stage: find(state, "stages", opportunity.stageId),
      lastActivityAt: lastActivityAt(state, opportunity),
      overdue: isOverdue(state, opportunity),
      stale: isStale(state, opportunity),
    };
  },
});
