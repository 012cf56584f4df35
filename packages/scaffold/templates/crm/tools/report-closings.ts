import { s } from "@silo/runtime";
import { requirePeriod } from "../clock.js";
import { outcomeOf } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { requireKnown } from "../records.js";
import { periodInput } from "../listing.js";

export const reportClosings = defineTool({
  name: "report_closings",
  description:
    "Reports how many deals were closed as won and as lost in a period, and the share of the won ones.",
  inputSchema: s.object({
    ...periodInput,
    ownerId: s.optional(s.string({ description: "Only deals of this user" })),
  }),
  outputSchema: s.object({
    won: s.integer(),
    lost: s.integer(),
    winRate: s.nullable(s.number(), { description: "Percent, to one decimal; null if none was closed" }),
  }),
  effect: "read",
  run(state, { from, to, ownerId }) {
    requirePeriod(from, to);
    requireKnown(state, { users: ownerId });
    const outcomes = Object.values(state.opportunities)
      .filter((deal) => ownerId === undefined || deal.ownerId === ownerId)
      .filter(({ closeDate }) => from <= closeDate && closeDate <= to)
      .map((deal) => outcomeOf(state, deal));
    const won = outcomes.filter((outcome) => outcome === "won").length;
    const lost = outcomes.filter((outcome) => outcome === "lost").length;
    return { won, lost, winRate: won + lost === 0 ? null : Math.round((won / (won + lost)) * 1000) / 10 };
  },
});
