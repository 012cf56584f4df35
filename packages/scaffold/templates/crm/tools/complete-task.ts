import { s, toolError } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { find } from "../records.js";
import { activitySchema } from "../state.js";

export const completeTask = defineTool({
  name: "complete_task",
  description: "Marks a task as done now.",
  inputSchema: s.object({
    activityId: s.string({ description: "Id of an activity of type task, such as ACT-003" }),
  }),
  outputSchema: activitySchema,
  effect: "write",
  run(state, { activityId }) {
    const task = find(state, "activities", activityId);
    if (task.type !== "task") {
      throw toolError(
        "invalid_state",
        `Activity ${activityId} is a ${task.type}, not a task; only tasks are completed.`,
      );
    }
    if (task.completedAt !== null) {
      throw toolError("invalid_state", `Task ${activityId} was completed at ${task.completedAt} already.`);
    }
    task.completedAt = state.now;
    return task;
  },
});
