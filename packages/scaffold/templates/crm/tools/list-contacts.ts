import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { holdsText, inIdOrder, pageFrom, pageOf, pagingInput } from "../listing.js";
import { requireKnown } from "../records.js";
import { contactSchema } from "../state.js";

export const listContacts = defineTool({
  name: "list_contacts",
  description:
    "Lists contacts (people) by id, one page at a time. A contact who acts for several accounts is found under each of them.",
  inputSchema: s.object({
    query: s.optional(s.string({ minLength: 1, description: "Part of the name or the email address" })),
    accountId: s.optional(s.string({ description: "Such as ACC-001" })),
    ...pagingInput,
  }),
  outputSchema: pageOf(contactSchema),
  effect: "read",
  run(state, { query, accountId, ...paging }) {
    requireKnown(state, { accounts: accountId });
    const contacts = inIdOrder(state.contacts).filter(
      (contact) =>
        holdsText([contact.name, contact.email], query) &&
        (accountId === undefined ||
          contact.accountId === accountId ||
          contact.secondaryAccountIds.includes(accountId)),
    );
    return pageFrom(contacts, paging);
  },
});
