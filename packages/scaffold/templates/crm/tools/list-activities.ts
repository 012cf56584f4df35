import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { inIdOrder, matching, pageFrom, pageOf, pagingInput } from "../listing.js";
import { requireKnown, requireRelated } from "../records.js";
import { activitySchema, activityTypes } from "../state.js";

export const listActivities = defineTool({
  name: "list_activities",
  description: "Lists calls, emails, meetings, notes and tasks by id, one page at a time.",
  inputSchema: s.object({
    relatedToId: s.optional(s.string({ description: "Id of an account, contact, lead or opportunity" })),
    ownerId: s.optional(s.string({ description: "Id of the user whose activity it is" })),
    type: s.optional(s.enumeration(activityTypes)),
    completed: s.optional(s.boolean({ description: "false: only tasks that are still to do" })),
    dueBefore: s.optional(
      s.string({ format: "date", description: "Only tasks that are due before this day" }),
    ),
    completedFrom: s.optional(
      s.string({ format: "date", description: "Only what was completed on this day (UTC) or later" }),
    ),
    ...pagingInput,
  }),
  outputSchema: pageOf(activitySchema),
  effect: "read",
  run(state, { relatedToId, ownerId, type, completed, dueBefore, completedFrom, ...paging }) {
    requireKnown(state, { users: ownerId });
    if (relatedToId !== undefined) requireRelated(state, relatedToId);
    const activities = matching(inIdOrder(state.activities), { relatedToId, ownerId, type }).filter(
      ({ completedAt, dueDate }) =>
        (completed === undefined || (completedAt !== null) === completed) &&
        (dueBefore === undefined || (dueDate !== null && dueDate < dueBefore)) &&
        (completedFrom === undefined || (completedAt !== null && completedAt >= completedFrom)),
    );
    return pageFrom(activities, paging);
  },
});
