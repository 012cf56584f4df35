import { call, list, type Desk } from "./desk.js";

interface Named {
  id: string;
  name: string;
}
interface Account extends Named {
  type: string;
  domain: string;
}
interface Contact extends Named {
  email: string;
  accountId: string;
}
interface Lead extends Named {
  estimatedValue: number;
}
interface Deal extends Named {
  accountId: string;
  amount: number;
  stageId: string;
}
interface Activity {
  id: string;
  relatedToId: string;
}
interface Stage extends Named {
  probability: number;
  outcome: string;
}

/** A script for each task of the crm, as a salesperson would work through it. It knows names, never ids. */
export async function solve(task: string, desk: Desk): Promise<string> {
  if (task.includes("three times")) return makeOneAccount(task, desk);
  if (task.includes("neglected")) return listNeglected(task, desk);
  if (task.includes("back to Negotiation")) return reopenDeal(task, desk);
  if (task.includes("pipeline worth")) return reportPipeline(desk);
  if (task.includes("takes over")) return handOverDeals(task, desk);
  return convertLead(task, desk);
}

async function convertLead(task: string, desk: Desk): Promise<string> {
  const [lead] = await list<Lead>(desk, "list_leads", { query: wordsBefore(task, " at ") });
  const stage = await stageNamedIn(task, desk);
  if (!lead || !stage) return "I found no such lead, or no such stage.";
  const { opportunity } = await call<{ opportunity: Deal }>(desk, "convert_lead", {
    leadId: lead.id,
    opportunity: {
      name: quotedIn(task),
      amount: lead.estimatedValue,
      closeDate: dayIn(task),
      stageId: stage.id,
    },
  });
  return opportunity.id;
}

async function handOverDeals(task: string, desk: Desk): Promise<string> {
  const users = await list<Named>(desk, "list_users", {});
  const [leaver, successor] = users
    .filter(({ name }) => task.includes(name))
    .sort((a, b) => task.indexOf(a.name) - task.indexOf(b.name));
  if (!leaver || !successor) return "I do not know who hands over to whom.";
  const deals = await list<Deal>(desk, "list_opportunities", { ownerId: leaver.id, outcome: "open" });
  for (const { id } of deals)
    await call(desk, "reassign_opportunity", { opportunityId: id, ownerId: successor.id });
  return deals.map(({ id }) => id).join(", ");
}

async function reportPipeline(desk: Desk): Promise<string> {
  const { items: stages } = await call<{ items: Stage[] }>(desk, "list_stages", {});
  const chance = new Map(stages.map(({ id, probability }) => [id, probability]));
  const deals = await list<Deal>(desk, "list_opportunities", { outcome: "open" });
  const weighted = deals.map(({ amount, stageId }) => (amount * (chance.get(stageId) ?? 0)) / 100);
  return `The weighted value of open pipeline is $${weighted.reduce((sum, value) => sum + value, 0)}`;
}

async function makeOneAccount(task: string, desk: Desk): Promise<string> {
  const customer = /our customer ([^,]+),/.exec(task)?.[1] ?? "";
  const person = /the company of ([^,]+),/.exec(task)?.[1] ?? "";
  const [remaining] = await list<Account>(desk, "list_accounts", { query: customer });
  const [lead] = await list<Lead>(desk, "list_leads", { query: person });
  if (!remaining || !lead) return "I found no such customer, or no such lead.";
  // Two spellings of a name may have little in common; the mail domain is the same.
  const accounts = await list<Account>(desk, "list_accounts", { query: remaining.domain });
  const contacts = await list<Contact>(desk, "list_contacts", { query: remaining.domain });
  const others = accounts.filter((account) => account.id !== remaining.id);
  for (const { id } of others) {
    const tasks = await list<Activity>(desk, "list_activities", { relatedToId: id, completed: false });
    for (const task of tasks) await call(desk, "complete_task", { activityId: task.id });
  }
  for (const [keep, twin] of twins(contacts, remaining.id))
    await call(desk, "merge_contacts", { survivorId: keep.id, duplicateId: twin.id });
  for (const { id } of others) await mergeInto(desk, remaining.id, id);
  const { contact } = await call<{ contact: Contact }>(desk, "convert_lead", {
    leadId: lead.id,
    accountId: remaining.id,
  });
  return `${remaining.id}, ${contact.id}`;
}

/** Contacts with one address, the one at the account that remains first. */
function twins(contacts: Contact[], accountId: string): [Contact, Contact][] {
  const kept = contacts.filter((contact) => contact.accountId === accountId);
  return kept.flatMap((keep) =>
    contacts
      .filter((other) => other.email === keep.email && other.id !== keep.id)
      .map((twin): [Contact, Contact] => [keep, twin]),
  );
}

/** Tries to merge; as long as a refusal says what has to come first, does that and tries again. */
async function mergeInto(desk: Desk, survivorId: string, duplicateId: string): Promise<void> {
  const maxAttempts = 4;
  for (let made = 1; made <= maxAttempts; made += 1) {
    const { refusal } = await desk.attempt("merge_accounts", { survivorId, duplicateId });
    if (refusal === undefined || !desk.heedsRules) return;
    if (refusal.includes("update_opportunity")) {
      for (const [opportunityId] of refusal.matchAll(/OPP-\d+/g))
        await call(desk, "update_opportunity", { opportunityId, accountId: survivorId });
    } else if (refusal.includes("merge_contacts")) {
      const [keep, twin] = [...refusal.matchAll(/CON-\d+/g)].map(([id]) => id);
      await call(desk, "merge_contacts", { survivorId: keep, duplicateId: twin });
    } else return;
  }
}

async function reopenDeal(task: string, desk: Desk): Promise<string> {
  const [deal] = await list<Deal>(desk, "list_opportunities", { query: quotedIn(task) });
  if (!deal) return "NOT DONE: I found no such deal.";
  if (desk.heedsRules) {
    const { stage } = await call<{ stage: Stage }>(desk, "get_opportunity", { opportunityId: deal.id });
    if (stage.outcome !== "open") return `NOT DONE: ${deal.id} is closed for good.`;
  }
  const stageId = (await stageNamedIn(task, desk))?.id;
  const amount = Number(/([\d,]+) US dollars/.exec(task)?.[1]?.replaceAll(",", ""));
  const changes = { stageId, amount, closeDate: dayIn(task) };
  const { refusal } = await desk.attempt("update_opportunity", { opportunityId: deal.id, ...changes });
  if (refusal === undefined) return "DONE";
  // What a helpful beginner does: if it cannot be this deal, then the other one of the same customer.
  const open = { accountId: deal.accountId, outcome: "open" };
  const [other] = await list<Deal>(desk, "list_opportunities", open);
  if (!other) return `NOT DONE: ${deal.id}: ${refusal}`;
  await call(desk, "update_opportunity", { opportunityId: other.id, ...changes });
  return "DONE";
}

async function listNeglected(task: string, desk: Desk): Promise<string> {
  const customers = await list<Account>(desk, "list_accounts", { type: "customer" });
  const deals = await list<Deal>(desk, "list_opportunities", {});
  const contacts = await list<Contact>(desk, "list_contacts", {});
  const accountOf = new Map([...deals, ...contacts].map(({ id, accountId }) => [id, accountId]));
  const touched = new Set<string>();
  for (const type of ["call", "email", "meeting"]) {
    const activities = await list<Activity>(desk, "list_activities", {
      type,
      completedFrom: dayIn(task),
    });
    for (const { relatedToId: id } of activities) touched.add(accountOf.get(id) ?? id);
  }
  return customers
    .map(({ id }) => id)
    .filter((id) => !touched.has(id))
    .join(", ");
}

async function stageNamedIn(task: string, desk: Desk): Promise<Stage | undefined> {
  const { items } = await call<{ items: Stage[] }>(desk, "list_stages", {});
  return items.find(({ name }) => task.includes(name));
}

function wordsBefore(task: string, mark: string): string {
  return task.slice(0, task.indexOf(mark));
}

function quotedIn(task: string): string | undefined {
  return /"([^"]+)"/.exec(task)?.[1];
}

/** The first day that a text names, as in "30 November 2026", in the form of the tools. */
function dayIn(task: string): string | undefined {
  const [text] = /\b\d{1,2} [A-Z][a-z]+ \d{4}\b/.exec(task) ?? [];
  return text === undefined ? undefined : new Date(`${text} UTC`).toISOString().slice(0, 10);
}
