import { s } from "@silo/runtime";
import { requirePeriod } from "../clock.js";
import { defineTool } from "../define-tool.js";
import { inIdOrder, periodInput } from "../listing.js";
import { activityTypes } from "../state.js";

export const reportActivities = defineTool({
  name: "report_activities",
  description:
    "Reports how many calls, emails, meetings, notes and tasks each person of the sales team completed in a period.",
  inputSchema: s.object(periodInput),
  outputSchema: s.object({
    users: s.array(
      s.object({
        userId: s.string(),
        call: s.integer(),
        email: s.integer(),
        meeting: s.integer(),
        note: s.integer(),
        task: s.integer(),
      }),
    ),
  }),
  effect: "read",
  run(state, { from, to }) {
    requirePeriod(from, to);
    const completed = Object.values(state.activities).filter(({ completedAt }) => {
      const day = completedAt?.slice(0, 10);
      return day !== undefined && from <= day && day <= to;
    });
    const users = inIdOrder(state.users).map(({ id }) => {
      const own = completed.filter(({ ownerId }) => ownerId === id);
      const counts = activityTypes.map((type) => [type, own.filter((one) => one.type === type).length]);
      return { userId: id, ...Object.fromEntries(counts) };
    });
    return { users };
  },
});
