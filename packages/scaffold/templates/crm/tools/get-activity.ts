import { s } from "@silo/runtime";
import { today } from "../clock.js";
import { defineTool } from "../define-tool.js";
import { find } from "../records.js";
import { activitySchema } from "../state.js";

export const getActivity = defineTool({
  name: "get_activity",
  description: "Shows one activity, and whether it is a task that should have been done before today.",
  inputSchema: s.object({ activityId: s.string({ description: "Such as ACT-001" }) }),
  outputSchema: s.object({ activity: activitySchema, overdue: s.boolean() }),
  effect: "read",
  run(state, { activityId }) {
    const activity = find(state, "activities", activityId);
    const { dueDate, completedAt } = activity;
    return { activity, overdue: dueDate !== null && completedAt === null && dueDate < today(state) };
  },
});
