import { check, defineVerifier, optional, otherChanges } from "@silo/runtime";
import { addedIds, fits, idsIn, listed } from "../changes.js";
import { contactWith } from "../companies.js";
import { refusedCalls } from "../refused-calls.js";
import type { State } from "../state.js";

const survivorId = "ACC-010";
const duplicateId = "ACC-013";
const leadId = "LEAD-007";

export const ver004 = defineVerifier<State>({
  id: "VER-004",
  taskId: "TASK-004",
  name: "Company that was entered three times made one account",
  check(final, initial, { agentOutput, trace }) {
    const before = initial.leads[leadId];
    if (before === undefined) throw new Error(`The world has no lead ${leadId}.`);
    const { merged, contactIds, dealIds } = mergedWorld(initial);
    const openTasks = Object.values(initial.activities).filter(
      ({ type, relatedToId, completedAt }) =>
        type === "task" && relatedToId === duplicateId && completedAt === null,
    );
    const undone = openTasks.filter(({ id }) => !final.activities[id]?.completedAt).map(({ id }) => id);
    const newAccounts = addedIds(initial.accounts, final.accounts);
    const newContacts = addedIds(initial.contacts, final.contacts);
    const newContactId = newContacts[0];
    const person = { name: before.name, email: before.email, accountId: survivorId, secondaryAccountIds: [] };
    const conversion = { accountId: survivorId, contactId: newContactId, opportunityId: null };

    const wrongDeals = dealIds.filter((id) => !isSame(final.opportunities[id], merged.opportunities[id]));
    const wrongContacts = contactIds.filter((id) => !isSame(final.contacts[id], merged.contacts[id]));
    // What the other checks judge may differ here: all else is to be as a merge leaves it.
    const changed = otherChanges(merged, final, {
      accounts: [duplicateId, ...newAccounts],
      opportunities: dealIds,
      contacts: [...contactIds, ...newContacts],
      leads: { [leadId]: ["status", "conversion"] },
      activities: Object.fromEntries(openTasks.map(({ id }) => [id, ["completedAt"]])),
    });
    const refused = refusedCalls(trace);
    return [
      check(
        "The company is one account",
        final.accounts[duplicateId] === undefined && newAccounts.length === 0,
        `${duplicateId} is ${final.accounts[duplicateId] === undefined ? "gone" : "there"}; new accounts: ${listed(newAccounts)}.`,
      ),
      check(
        "The deal of the merged account goes on, at the account that remains",
        dealIds.length > 0 && wrongDeals.length === 0,
        `Wrong: ${listed(wrongDeals.map((id) => JSON.stringify(final.opportunities[id] ?? `${id} is gone`)))}.`,
      ),
      check(
        "The people of the merged account are at the account that remains, each once",
        contactIds.length > 0 && wrongContacts.length === 0,
        `Wrong: ${listed(wrongContacts.map((id) => `${id} (${final.contacts[id]?.accountId ?? "gone"})`))}.`,
      ),
      check(
        "The lead is converted into the account that remains, without a deal",
        newContacts.length === 1 &&
          final.leads[leadId]?.status === "converted" &&
          fits(final.leads[leadId].conversion, conversion) &&
          fits(final.contacts[newContactId ?? ""], person),
        `${leadId} became ${JSON.stringify(final.leads[leadId]?.conversion ?? null)}; new contacts: ${listed(newContacts)}.`,
      ),
      check(
        "The open task about the merged account is done",
        openTasks.length > 0 && undone.length === 0,
        `Not done: ${listed(undone)}.`,
      ),
      check(
        "No activity was lost, and nothing else changed",
        changed.length === 0,
        `Other changes: ${listed(changed)}.`,
      ),
      check(
        "The answer names the account that remains and the new contact",
        namesOnly(agentOutput, { prefix: "ACC", id: survivorId, records: final.accounts }) &&
          namesOnly(agentOutput, { prefix: "CON", id: newContactId, records: final.contacts }),
        `The answer names ${listed([...idsIn(agentOutput, "ACC"), ...idsIn(agentOutput, "CON")])}; new is ${listed(newContacts)}.`,
      ),
      // The rules of merging show in refusals only: to meet some of them is no mistake.
      optional(
        "At most two tool calls were refused",
        refused.length <= 2,
        `Refused calls: ${listed(refused)}.`,
      ),
    ];
  },
});

/** The world as a merge of the two accounts leaves it, with the contacts and deals that it concerns. */
function mergedWorld(initial: State): { merged: State; contactIds: string[]; dealIds: string[] } {
  const merged = structuredClone(initial);
  const ofDuplicate = ({ accountId }: { accountId: string }) => accountId === duplicateId;
  const contacts = Object.values(merged.contacts).filter(ofDuplicate);
  const deals = Object.values(merged.opportunities).filter(ofDuplicate);
  const becomes = new Map([[duplicateId, survivorId]]);
  for (const contact of contacts) {
    const twin = contactWith(merged, { email: contact.email, accountId: survivorId });
    if (twin === undefined) {
      contact.accountId = survivorId;
    } else {
      becomes.set(contact.id, twin.id);
      delete merged.contacts[contact.id];
    }
  }
  for (const deal of deals) {
    deal.accountId = survivorId;
    if (deal.contactId !== null) deal.contactId = becomes.get(deal.contactId) ?? deal.contactId;
  }
  for (const activity of Object.values(merged.activities))
    activity.relatedToId = becomes.get(activity.relatedToId) ?? activity.relatedToId;
  delete merged.accounts[duplicateId];
  return { merged, contactIds: contacts.map(({ id }) => id), dealIds: deals.map(({ id }) => id) };
}

function isSame(record: object | undefined, wanted: object | undefined): boolean {
  return otherChanges({ record: wanted ?? null }, { record: record ?? null }, {}).length === 0;
}

interface Named {
  prefix: string;
  id: string | undefined;
  records: object;
}

/** Whether the answer names this record and no other one that is there; what was merged away may be told of. */
function namesOnly(answer: string, { prefix, id, records }: Named): boolean {
  const there = idsIn(answer, prefix).filter((one) => Object.hasOwn(records, one));
  return there.length === 1 && there[0] === id;
}
