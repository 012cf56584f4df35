import { s, toolError } from "@silo/runtime";
import { accountIdsOf } from "../companies.js";
import { defineTool } from "../define-tool.js";
import { find, requireKnown } from "../records.js";
import { contactSchema } from "../state.js";

export const linkContact = defineTool({
  name: "link_contact",
  description:
    "Lets a contact act for a further account, or makes an account the one that the person mainly works for. The accounts so far stay linked.",
  inputSchema: s.object({
    contactId: s.string({ description: "Such as CON-001" }),
    accountId: s.string({ description: "Such as ACC-001" }),
    main: s.optional(s.boolean({ description: "true: the person now mainly works for it" })),
  }),
  outputSchema: contactSchema,
  effect: "write",
  run(state, { contactId, accountId, main = false }) {
    const contact = find(state, "contacts", contactId);
    requireKnown(state, { accounts: accountId });
    const linked = accountIdsOf(contact);
    if (contact.accountId === accountId || (!main && linked.includes(accountId))) {
      const how = contact.accountId === accountId ? "mainly works for" : "acts for";
      throw toolError("conflict", `${contact.name} (${contactId}) ${how} ${accountId} already.`);
    }
    if (main) contact.accountId = accountId;
    contact.secondaryAccountIds = [...linked.slice(main ? 0 : 1), ...(main ? [] : [accountId])].filter(
      (id) => id !== contact.accountId,
    );
    return contact;
  },
});
