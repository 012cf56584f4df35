import { s, toolError } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { deleteActivitiesAbout, find } from "../records.js";

export const deleteContact = defineTool({
  name: "delete_contact",
  description:
    "Deletes a contact who is in no deal for good, with the activities about the person. For a person who is in the CRM twice use merge_contacts.",
  inputSchema: s.object({ contactId: s.string({ description: "Such as CON-001" }) }),
  outputSchema: s.object({ deletedId: s.string() }),
  permissions: ["crm.delete"],
  effect: "write",
  run(state, { contactId }) {
    const contact = find(state, "contacts", contactId);
    const inUse = [
      ...inIdOrder(state.opportunities).filter((deal) => deal.contactId === contactId),
      ...inIdOrder(state.leads).filter(({ conversion }) => conversion?.contactId === contactId),
    ];
    if (inUse.length > 0) {
      throw toolError(
        "invalid_state",
        `${contact.name} (${contactId}) is the contact of ${inUse.map(({ id }) => id).join(", ")}; only a contact of no opportunity and no lead can be deleted.`,
      );
    }
    deleteActivitiesAbout(state, contactId);
    delete state.contacts[contactId];
    return { deletedId: contactId };
  },
});
