import { s, toolError } from "@silo/runtime";
import { openDealIds } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { find, requireKnown } from "../records.js";
import { contactSchema } from "../state.js";

export const unlinkContact = defineTool({
  name: "unlink_contact",
  description: "Takes away one of the further accounts that a contact acts for. The main one stays.",
  inputSchema: s.object({
    contactId: s.string({ description: "Such as CON-001" }),
    accountId: s.string({ description: "A further account of the contact, such as ACC-001" }),
  }),
  outputSchema: contactSchema,
  effect: "write",
  run(state, { contactId, accountId }) {
    const contact = find(state, "contacts", contactId);
    requireKnown(state, { accounts: accountId });
    if (contact.accountId === accountId) {
      throw toolError(
        "invalid_state",
        `${contact.name} (${contactId}) mainly works for ${accountId}. Make another account the main one with link_contact first.`,
      );
    }
    if (!contact.secondaryAccountIds.includes(accountId)) {
      throw toolError("conflict", `${contact.name} (${contactId}) does not act for ${accountId}.`);
    }
    const open = openDealIds(state, { accountId, contactId });
    if (open.length > 0) {
      throw toolError(
        "invalid_state",
        `${contact.name} (${contactId}) is the contact of open opportunities of ${accountId} (${open.join(", ")}). Give them another contact with update_opportunity first.`,
      );
    }
    contact.secondaryAccountIds = contact.secondaryAccountIds.filter((id) => id !== accountId);
    return contact;
  },
});
