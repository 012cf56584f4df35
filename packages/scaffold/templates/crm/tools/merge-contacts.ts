import { s, toolError } from "@silo/runtime";
import { accountIdsOf, isSameAddress } from "../companies.js";
import { defineTool } from "../define-tool.js";
import { find, moveActivities } from "../records.js";
import { contactSchema } from "../state.js";

export const mergeContacts = defineTool({
  name: "merge_contacts",
  description:
    "Merges a contact that is in the CRM twice into the one that remains: the person keeps its name, title and phone number, acts for the accounts of both, and is the contact of the deals of both. The other one is gone for good.",
  inputSchema: s.object({
    survivorId: s.string({ description: "The contact that remains, such as CON-001" }),
    duplicateId: s.string({ description: "The contact that is merged into it, such as CON-002" }),
  }),
  outputSchema: contactSchema,
  permissions: ["crm.merge"],
  effect: "write",
  run(state, { survivorId, duplicateId }) {
    const survivor = find(state, "contacts", survivorId);
    const duplicate = find(state, "contacts", duplicateId);
    if (survivorId === duplicateId) {
      throw toolError(
        "invalid_input",
        `"survivorId" and "duplicateId" are both ${survivorId}; give two contacts.`,
      );
    }
    if (!isSameAddress(survivor.email, duplicate.email)) {
      throw toolError(
        "conflict",
        `${survivorId} has the address ${survivor.email}, and ${duplicateId} has ${duplicate.email}: only contacts with one address are merged.`,
      );
    }
    const linked = new Set([...survivor.secondaryAccountIds, ...accountIdsOf(duplicate)]);
    survivor.secondaryAccountIds = [...linked].filter((id) => id !== survivor.accountId);
    for (const deal of Object.values(state.opportunities))
      if (deal.contactId === duplicateId) deal.contactId = survivorId;
    for (const { conversion } of Object.values(state.leads))
      if (conversion?.contactId === duplicateId) conversion.contactId = survivorId;
    moveActivities(state, { from: duplicateId, to: survivorId });
    delete state.contacts[duplicateId];
    return survivor;
  },
});
