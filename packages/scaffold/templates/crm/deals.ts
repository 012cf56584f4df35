import { toolError } from "@silo/runtime";
import { today } from "./clock.js";
import { accountIdsOf } from "./companies.js";
import { inIdOrder } from "./listing.js";
import { find } from "./records.js";
import type { Opportunity, Stage, State } from "./state.js";

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

/** The deal with this id, which must be open: closed deals are final. */
export function findOpenDeal(state: State, opportunityId: string): Opportunity {
  const deal = find(state, "opportunities", opportunityId);
  if (outcomeOf(state, deal) === "open") return deal;
  throw toolError(
    "invalid_state",
    `Opportunity ${opportunityId} is ${find(state, "stages", deal.stageId).name}, not open. Closed deals are final.`,
  );
}

/** The stage with this id, which must be open; the first one where none is given. */
export function findOpenStage(state: State, stageId: string | undefined): Stage {
  const first = Object.values(state.stages).sort((a, b) => a.position - b.position)[0];
  const stage = stageId === undefined && first ? first : find(state, "stages", stageId ?? "");
  if (stage.outcome === "open") return stage;
  throw toolError(
    "invalid_input",
    `${stage.name} is a closed stage; give an open one of list_stages. An open deal is closed with close_opportunity.`,
  );
}

/** Refuses a contact who does not act for the account of the deal. */
export function requireContactOf(
  state: State,
  { contactId, accountId }: { contactId: string | null; accountId: string },
): void {
  if (contactId === null) return;
  const accountIds = accountIdsOf(find(state, "contacts", contactId));
  if (accountIds.includes(accountId)) return;
  throw toolError(
    "conflict",
    `Contact ${contactId} acts for ${accountIds.join(", ")}, not for ${accountId}, the account of the deal. Give a contact of ${accountId}, or let this one act for it with link_contact.`,
  );
}

/** Ids of the open deals of an account, of those with one contact where that is given. */
export function openDealIds(
  state: State,
  { accountId, contactId }: { accountId: string; contactId?: string },
): string[] {
  return inIdOrder(state.opportunities)
    .filter((deal) => deal.accountId === accountId && outcomeOf(state, deal) === "open")
    .filter((deal) => contactId === undefined || deal.contactId === contactId)
    .map(({ id }) => id);
}
