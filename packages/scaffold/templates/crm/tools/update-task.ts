import { s, toolError } from "@silo/runtime";
import { today } from "../clock.js";
import { defineTool } from "../define-tool.js";
import { findActiveUser, findOpenTask, requireChanges } from "../records.js";
import { activitySchema } from "../state.js";

export const updateTask = defineTool({
  name: "update_task",
  description: "Changes what is to be done, by when or by whom, for a task that is not completed.",
  inputSchema: s.object({
    activityId: s.string({ description: "Id of an activity of type task, such as ACT-003" }),
    subject: s.optional(s.string({ minLength: 1, description: "What is to be done, in one line" })),
    dueDate: s.optional(s.string({ format: "date", description: "Today or later" })),
    ownerId: s.optional(s.string({ description: "Id of the active user who is to do it" })),
  }),
  outputSchema: activitySchema,
  effect: "write",
  run(state, { activityId, ...changes }) {
    const task = findOpenTask(state, activityId);
    requireChanges(changes, "subject, dueDate or ownerId");
    if (changes.ownerId !== undefined) findActiveUser(state, changes.ownerId);
    if (changes.dueDate !== undefined && changes.dueDate < today(state)) {
      throw toolError(
        "invalid_input",
        `"dueDate" is ${changes.dueDate}, which is past; today is ${today(state)}.`,
      );
    }
    return Object.assign(task, changes);
  },
});
