import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { find } from "../records.js";
import { contactSchema } from "../state.js";

export const getContact = defineTool({
  name: "get_contact",
  description: "Shows one contact with the ids of the opportunities in which the person is the contact.",
  inputSchema: s.object({ contactId: s.string({ description: "Such as CON-001" }) }),
  outputSchema: s.object({ contact: contactSchema, opportunityIds: s.array(s.string()) }),
  effect: "read",
  run(state, { contactId }) {
    const contact = find(state, "contacts", contactId);
    const deals = inIdOrder(state.opportunities).filter((deal) => deal.contactId === contactId);
    return { contact, opportunityIds: deals.map(({ id }) => id) };
  },
});
