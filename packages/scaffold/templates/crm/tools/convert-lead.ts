import { s, toolError } from "@silo/runtime";
import { today } from "../clock.js";
import { accountsAt, contactWith, domainOf } from "../companies.js";
import { findOpenStage, requireUpcoming } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { find, hasLeft, nextId } from "../records.js";
import {
  type Account,
  accountSchema,
  type Contact,
  contactSchema,
  type Lead,
  leadSchema,
  type Opportunity,
  opportunitySchema,
  type State,
} from "../state.js";

const opportunityInput = s.object(
  {
    name: s.string({ minLength: 1, description: "Name of the deal" }),
    amount: s.integer({ minimum: 0, description: "In the currency of get_settings, whole units" }),
    closeDate: s.string({ format: "date", description: "Expected close, today or later" }),
    stageId: s.optional(
      s.string({ description: "An open stage of list_stages; the first one unless given" }),
    ),
  },
  { description: "The deal to open; without it, none is opened" },
);

export const convertLead = defineTool({
  name: "convert_lead",
  description:
    "Converts a qualified lead: makes an account for its company, a contact for the person, and, if asked for, an opportunity. The lead's owner owns what is made.",
  inputSchema: s.object({
    leadId: s.string({ description: "Such as LEAD-001" }),
    accountId: s.optional(s.string({ description: "An account that exists already, instead of a new one" })),
    opportunity: s.optional(opportunityInput),
  }),
  outputSchema: s.object({
    lead: leadSchema,
    account: accountSchema,
    contact: contactSchema,
    opportunity: s.nullable(opportunitySchema),
  }),
  effect: "write",
  run(state, { leadId, accountId, opportunity: wanted }) {
    const lead = findQualified(state, leadId);
    const owner = find(state, "users", lead.ownerId);
    if (hasLeft(state, owner)) {
      throw toolError(
        "invalid_state",
        `${owner.name} (${owner.id}), who owns ${leadId}, left on ${owner.departedOn}. Give the lead an active owner with update_lead first.`,
      );
    }

    // Everything is checked and made before anything is stored: a refused call changes nothing.
    const account = accountId === undefined ? newAccount(state, lead) : find(state, "accounts", accountId);
    const contact =
      contactWith(state, { email: lead.email, accountId: account.id }) ?? newContact(state, lead, account);
    const opportunity =
      wanted === undefined ? null : newOpportunity(state, { lead, account, contact, ...wanted });

    state.accounts[account.id] = account;
    state.contacts[contact.id] = contact;
    if (opportunity !== null) state.opportunities[opportunity.id] = opportunity;
    lead.status = "converted";
    lead.conversion = {
      accountId: account.id,
      contactId: contact.id,
      opportunityId: opportunity?.id ?? null,
      convertedAt: state.now,
    };
    return { lead, account, contact, opportunity };
  },
});

function findQualified(state: State, leadId: string): Lead {
  const lead = find(state, "leads", leadId);
  if (lead.conversion !== null) {
    throw toolError(
      "invalid_state",
      `Lead ${leadId} is converted (to ${lead.conversion.accountId}), not qualified.`,
    );
  }
  if (lead.status !== "qualified") {
    throw toolError(
      "invalid_state",
      `Lead ${leadId} is ${lead.status}, not qualified. Only a qualified lead converts.`,
    );
  }
  return lead;
}

function newAccount(state: State, lead: Lead): Account {
  const domain = domainOf(lead.email);
  const sameName = (account: Account) => account.name.toLowerCase() === lead.company.toLowerCase();
  const known =
    accountsAt(state, domain).length > 0
      ? accountsAt(state, domain)
      : inIdOrder(state.accounts).filter(sameName);
  if (known[0] !== undefined) {
    const named = known.map(({ id, name }) => `${id} (${name})`).join(" and ");
    throw toolError(
      "conflict",
      `The company of ${lead.id} is in the CRM already: ${named}. Give its accountId, such as "${known[0].id}", to convert the lead into it.`,
    );
  }
  return {
    id: nextId(state, "accounts"),
    name: lead.company,
    industry: null,
    domain,
    country: null,
    type: "prospect",
    employees: null,
    ownerId: lead.ownerId,
    createdOn: today(state),
  };
}

function newContact(state: State, { name, title, email, phone }: Lead, account: Account): Contact {
  return {
    id: nextId(state, "contacts"),
    name,
    title,
    email,
    phone,
    accountId: account.id,
    secondaryAccountIds: [],
  };
}

interface NewOpportunity {
  lead: Lead;
  account: Account;
  contact: Contact;
  name: string;
  amount: number;
  closeDate: string;
  stageId?: string;
}

function newOpportunity(
  state: State,
  { lead, account, contact, stageId, ...terms }: NewOpportunity,
): Opportunity {
  requireUpcoming(state, terms.closeDate);
  const stage = findOpenStage(state, stageId);
  return {
    id: nextId(state, "opportunities"),
    name: terms.name,
    accountId: account.id,
    contactId: contact.id,
    ownerId: lead.ownerId,
    stageId: stage.id,
    amount: terms.amount,
    closeDate: terms.closeDate,
    productId: lead.productId,
    leadId: lead.id,
    lossReason: null,
    createdOn: today(state),
  };
}
