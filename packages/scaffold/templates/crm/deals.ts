import { toolError } from "@silo/runtime";
import { today } from "./clock.js";
import { find } from "./records.js";
import type { Opportunity, State } from "./state.js";

const dayMs = 24 * 60 * 60 * 1000;

/** How the deal stands: open, won or lost, by its stage. */
export function outcomeOf(state: State, deal: Opportunity): "open" | "won" | "lost" {
  return find(state, "stages", deal.stageId).outcome;
}

/** When somebody last did something about the deal; null for never. Tasks that are still to do do not count. */
export function lastActivityAt(state: State, deal: Opportunity): string | null {
  const times = Object.values(state.activities)
    .filter((activity) => activity.relatedToId === deal.id)
    .flatMap(({ completedAt }) => completedAt ?? []);
  return times.length === 0 ? null : times.reduce((latest, time) => (time > latest ? time : latest));
}

/** An open deal is stale when nothing has been done about it, since it was opened, for `staleAfterDays`. */
export function isStale(state: State, deal: Opportunity): boolean {
  if (outcomeOf(state, deal) !== "open") return false;
  const quietSince = lastActivityAt(state, deal) ?? deal.createdOn;
  return Date.parse(state.now) - Date.parse(quietSince) > state.staleAfterDays * dayMs;
}

/** An open deal is overdue when the day on which it should have closed is past. */
export function isOverdue(state: State, deal: Opportunity): boolean {
  return outcomeOf(state, deal) === "open" && deal.closeDate < today(state);
}

/** Refuses a close date in the past: an open deal can only close today or later. */
export function requireUpcoming(state: State, closeDate: string): void {
  if (closeDate >= today(state)) return;
  throw toolError(
    "invalid_input",
    `The close date ${closeDate} is past; today is ${today(state)}. Give today or a later day.`,
  );
}
