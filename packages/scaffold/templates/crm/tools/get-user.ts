import { s } from "@silo/runtime";
import { outcomeOf } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { find } from "../records.js";
import { userSchema } from "../state.js";

export const getUser = defineTool({
  name: "get_user",
  description: "Shows one person of the sales team with direct reports and how many records the person owns.",
  inputSchema: s.object({ userId: s.string({ description: "Such as USR-001" }) }),
  outputSchema: s.object({
    user: userSchema,
    reportIds: s.array(s.string(), { description: "Users whose manager this person is" }),
    owned: s.object({
      accounts: s.integer(),
      leads: s.integer(),
      openOpportunities: s.integer(),
      closedOpportunities: s.integer(),
    }),
  }),
  effect: "read",
  run(state, { userId }) {
    const user = find(state, "users", userId);
    const isOwned = ({ ownerId }: { ownerId: string }) => ownerId === userId;
    const deals = Object.values(state.opportunities).filter(isOwned);
    const open = deals.filter((deal) => outcomeOf(state, deal) === "open");
    const reports = inIdOrder(state.users).filter(({ managerId }) => managerId === userId);
    return {
      user,
      reportIds: reports.map(({ id }) => id),
      owned: {
        accounts: Object.values(state.accounts).filter(isOwned).length,
        leads: Object.values(state.leads).filter(isOwned).length,
        openOpportunities: open.length,
        closedOpportunities: deals.length - open.length,
      },
    };
  },
});
