import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { find } from "../records.js";
import { accountSchema } from "../state.js";

export const getAccount = defineTool({
  name: "get_account",
  description: "Shows one account with the ids of its contacts and opportunities.",
  inputSchema: s.object({ accountId: s.string({ description: "Such as ACC-001" }) }),
  outputSchema: s.object({
    account: accountSchema,
    contactIds: s.array(s.string(), { description: "Contacts that mainly work for the account" }),
    secondaryContactIds: s.array(s.string(), {
      description: "Contacts of other accounts who act for this one too",
    }),
    opportunityIds: s.array(s.string()),
  }),
  effect: "read",
  run(state, { accountId }) {
    const account = find(state, "accounts", accountId);
    const contacts = inIdOrder(state.contacts);
    const opportunities = inIdOrder(state.opportunities);
    return {
      account,
      contactIds: contacts.filter((contact) => contact.accountId === accountId).map(({ id }) => id),
      secondaryContactIds: contacts
        .filter((contact) => contact.secondaryAccountIds.includes(accountId))
        .map(({ id }) => id),
      opportunityIds: opportunities.filter((deal) => deal.accountId === accountId).map(({ id }) => id),
    };
  },
});
