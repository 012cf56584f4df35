import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { findOpenTask } from "../records.js";
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
    const task = findOpenTask(state, activityId);
    task.completedAt = state.now;
    return task;
  },
});
