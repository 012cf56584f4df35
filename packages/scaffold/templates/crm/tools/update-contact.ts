import { s } from "@silo/runtime";
import { requireFreeAddress } from "../companies.js";
import { defineTool } from "../define-tool.js";
import { find, requireChanges } from "../records.js";
import { contactSchema } from "../state.js";

export const updateContact = defineTool({
  name: "update_contact",
  description:
    "Changes the name, title, email address or phone number of a contact. For the accounts that the person acts for use link_contact and unlink_contact.",
  inputSchema: s.object({
    contactId: s.string({ description: "Such as CON-001" }),
    name: s.optional(s.string({ minLength: 1 })),
    title: s.optional(s.string({ minLength: 1 })),
    email: s.optional(s.string({ format: "email" })),
    phone: s.optional(s.string({ minLength: 1 })),
  }),
  outputSchema: contactSchema,
  effect: "write",
  run(state, { contactId, ...changes }) {
    const contact = find(state, "contacts", contactId);
    requireChanges(changes, "name, title, email or phone");
    if (changes.email !== undefined) requireFreeAddress(state, changes.email, contactId);
    return Object.assign(contact, changes);
  },
});
