import { s } from "@silo/runtime";
import { requireFreeAddress } from "../companies.js";
import { defineTool } from "../define-tool.js";
import { nextId, requireKnown } from "../records.js";
import { type Contact, contactSchema } from "../state.js";

export const createContact = defineTool({
  name: "create_contact",
  description: "Enters a person who works for an account as a new contact.",
  inputSchema: s.object({
    name: s.string({ minLength: 1, description: "Name of the person" }),
    title: s.string({ minLength: 1, description: "What the person does" }),
    email: s.string({ format: "email" }),
    phone: s.optional(s.string({ minLength: 1 })),
    accountId: s.string({ description: "The account that the person mainly works for, such as ACC-001" }),
  }),
  outputSchema: contactSchema,
  effect: "write",
  run(state, { name, title, email, phone = null, accountId }) {
    requireKnown(state, { accounts: accountId });
    requireFreeAddress(state, email);
    const id = nextId(state, "contacts");
    const contact: Contact = { id, name, title, email, phone, accountId, secondaryAccountIds: [] };
    state.contacts[id] = contact;
    return contact;
  },
});
