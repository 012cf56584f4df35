import { s, toolError } from "@silo/runtime";
import { toUtc } from "../clock.js";
import { defineTool } from "../define-tool.js";
import { findActiveUser, nextId, requireRelated } from "../records.js";
import { type Activity, activitySchema } from "../state.js";

export const logActivity = defineTool({
  name: "log_activity",
  description:
    "Records a call, email, meeting or note that has happened. For something that is still to do use create_task.",
  inputSchema: s.object({
    type: s.enumeration(["call", "email", "meeting", "note"]),
    subject: s.string({ minLength: 1, description: "What it was about, in one line" }),
    relatedToId: s.string({ description: "Id of the account, contact, lead or opportunity" }),
    ownerId: s.string({ description: "Id of the user whose activity it was" }),
    occurredAt: s.optional(
      s.string({ format: "date-time", description: "Not in the future; now unless given" }),
    ),
  }),
  outputSchema: activitySchema,
  effect: "write",
  run(state, { type, subject, relatedToId, ownerId, occurredAt = state.now }) {
    requireRelated(state, relatedToId);
    findActiveUser(state, ownerId);
    const completedAt = toUtc(occurredAt);
    if (completedAt > state.now) {
      throw toolError(
        "invalid_input",
        `"occurredAt" is ${completedAt}, in the future; it is ${state.now} now. For something to do use create_task.`,
      );
    }
    const id = nextId(state, "activities");
    const activity: Activity = { id, type, subject, relatedToId, ownerId, dueDate: null, completedAt };
    state.activities[id] = activity;
    return activity;
  },
});
