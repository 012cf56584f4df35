import { s, toolError } from "@silo/runtime";
import { today } from "../clock.js";
import { defineTool } from "../define-tool.js";
import { findActiveUser, nextId, requireRelated } from "../records.js";
import { type Activity, activitySchema } from "../state.js";

export const createTask = defineTool({
  name: "create_task",
  description: "Gives a user something to do by a day. For something that has happened use log_activity.",
  inputSchema: s.object({
    subject: s.string({ minLength: 1, description: "What is to be done, in one line" }),
    relatedToId: s.string({ description: "Id of the account, contact, lead or opportunity" }),
    ownerId: s.string({ description: "Id of the active user who is to do it" }),
    dueDate: s.string({ format: "date", description: "Today or later" }),
  }),
  outputSchema: activitySchema,
  effect: "write",
  run(state, { subject, relatedToId, ownerId, dueDate }) {
    requireRelated(state, relatedToId);
    findActiveUser(state, ownerId);
    if (dueDate < today(state)) {
      throw toolError("invalid_input", `"dueDate" is ${dueDate}, which is past; today is ${today(state)}.`);
    }
    const id = nextId(state, "activities");
    const task: Activity = { id, type: "task", subject, relatedToId, ownerId, dueDate, completedAt: null };
    state.activities[id] = task;
    return task;
  },
});
