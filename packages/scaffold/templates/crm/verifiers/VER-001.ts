import { check, defineVerifier, otherChanges } from "@silo/runtime";
import { addedIds, fits, idsIn, listed } from "../changes.js";
import { noCallRefused } from "../refused-calls.js";
import type { State } from "../state.js";

const leadId = "LEAD-004";

// What the instruction asks for and the world cannot know.
const agreed = {
  name: "Fjord Maritime Group - Beacon Marine",
  stageId: "discovery",
  closeDate: "2026-11-30",
};

export const ver001 = defineVerifier<State>({
  id: "VER-001",
  taskId: "TASK-001",
  name: "Qualified lead converted into an account, a contact and a deal",
  check(final, initial, context) {
    const before = initial.leads[leadId];
    if (before === undefined) throw new Error(`The world has no lead ${leadId}.`);
    const lead = final.leads[leadId];
    const made = {
      accounts: addedIds(initial.accounts, final.accounts),
      contacts: addedIds(initial.contacts, final.contacts),
      opportunities: addedIds(initial.opportunities, final.opportunities),
    };
    const account = final.accounts[made.accounts[0] ?? ""];
    const contact = final.contacts[made.contacts[0] ?? ""];
    const deal = final.opportunities[made.opportunities[0] ?? ""];

    const wanted = {
      conversion: { accountId: account?.id, contactId: contact?.id, opportunityId: deal?.id },
      account: { name: before.company, ownerId: before.ownerId },
      contact: { name: before.name, email: before.email, accountId: account?.id },
      deal: {
        ...agreed,
        amount: before.estimatedValue,
        accountId: account?.id,
        contactId: contact?.id,
        ownerId: before.ownerId,
        leadId,
      },
    };
    const named = idsIn(context.agentOutput, "OPP");
    // Conversion may make these records and set these two members of the lead: all else is to be as it was.
    const changed = otherChanges(initial, final, { ...made, leads: { [leadId]: ["status", "conversion"] } });
    return [
      check(
        "The lead is converted, and points to what it became",
        made.accounts.length * made.contacts.length * made.opportunities.length === 1 &&
          lead?.status === "converted" &&
          fits(lead.conversion, wanted.conversion),
        `${leadId} is ${lead?.status ?? "gone"}; it became ${JSON.stringify(lead?.conversion ?? null)}.`,
      ),
      check(
        "One account was made for the lead's company",
        made.accounts.length === 1 && fits(account, wanted.account),
        found(made.accounts, account, wanted.account),
      ),
      check(
        "One contact was made for the person, at that account",
        made.contacts.length === 1 && fits(contact, wanted.contact),
        found(made.contacts, contact, wanted.contact),
      ),
      check(
        "One deal was opened, as agreed",
        made.opportunities.length === 1 && fits(deal, wanted.deal),
        found(made.opportunities, deal, wanted.deal),
      ),
      check("Nothing else changed", changed.length === 0, `Other changes: ${listed(changed)}.`),
      check(
        "The answer names the new deal",
        deal !== undefined && named.length === 1 && named[0] === deal.id,
        `The answer names ${listed(named)}; new is ${listed(made.opportunities)}.`,
      ),
      noCallRefused(context),
    ];
  },
});

function found(ids: string[], record: object | undefined, wanted: object): string {
  const actual = Object.entries(record ?? {}).filter(([key]) => key in wanted);
  return `New: ${listed(ids)}. ${JSON.stringify(Object.fromEntries(actual))}, wanted ${JSON.stringify(wanted)}.`;
}
