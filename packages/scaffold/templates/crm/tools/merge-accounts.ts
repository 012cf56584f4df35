import { s, toolError } from "@silo/runtime";
import { contactWith } from "../companies.js";
import { openDealIds } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { find, moveActivities } from "../records.js";
import { type Account, accountSchema, type State } from "../state.js";

export const mergeAccounts = defineTool({
  name: "merge_accounts",
  description:
    "Merges an account that is in the CRM twice into the one that remains: its contacts, deals and activities move there, and it is gone for good. What is known about the remaining account stays as it is.",
  inputSchema: s.object({
    survivorId: s.string({ description: "The account that remains, such as ACC-001" }),
    duplicateId: s.string({ description: "The account that is merged into it, such as ACC-002" }),
  }),
  outputSchema: s.object({
    account: accountSchema,
    movedContactIds: s.array(s.string()),
    movedOpportunityIds: s.array(s.string()),
  }),
  permissions: ["crm.merge"],
  effect: "write",
  run(state, { survivorId, duplicateId }) {
    const survivor = find(state, "accounts", survivorId);
    const duplicate = find(state, "accounts", duplicateId);
    requireMergeable(state, survivor, duplicate);

    const contacts = inIdOrder(state.contacts).filter(({ accountId }) => accountId === duplicateId);
    const deals = inIdOrder(state.opportunities).filter(({ accountId }) => accountId === duplicateId);
    for (const record of [...contacts, ...deals]) record.accountId = survivorId;
    for (const contact of Object.values(state.contacts)) {
      const linked = contact.secondaryAccountIds.map((id) => (id === duplicateId ? survivorId : id));
      contact.secondaryAccountIds = [...new Set(linked)].filter((id) => id !== contact.accountId);
    }
    for (const { conversion } of Object.values(state.leads))
      if (conversion?.accountId === duplicateId) conversion.accountId = survivorId;
    moveActivities(state, { from: duplicateId, to: survivorId });
    delete state.accounts[duplicateId];
    return {
      account: survivor,
      movedContactIds: contacts.map(({ id }) => id),
      movedOpportunityIds: deals.map(({ id }) => id),
    };
  },
});

function requireMergeable(state: State, survivor: Account, duplicate: Account): void {
  if (survivor.id === duplicate.id) {
    throw toolError(
      "invalid_input",
      `"survivorId" and "duplicateId" are both ${survivor.id}; give two accounts.`,
    );
  }
  if (survivor.domain.toLowerCase() !== duplicate.domain.toLowerCase()) {
    throw toolError(
      "conflict",
      `${survivor.id} uses the mail domain ${survivor.domain}, and ${duplicate.id} uses ${duplicate.domain}: only accounts of one company are merged.`,
    );
  }
  const open = openDealIds(state, { accountId: duplicate.id });
  if (open.length > 0) {
    throw toolError(
      "invalid_state",
      `Account ${duplicate.id} has open opportunities (${open.join(", ")}). An account is only merged away without any: give them accountId ${survivor.id} with update_opportunity first.`,
    );
  }
  for (const contact of inIdOrder(state.contacts)) {
    if (contact.accountId !== duplicate.id) continue;
    const twin = contactWith(state, { email: contact.email, accountId: survivor.id });
    if (twin === undefined) continue;
    throw toolError(
      "conflict",
      `${twin.id} of ${survivor.id} and ${contact.id} of ${duplicate.id} are one person, with the address ${twin.email}. Merge the two with merge_contacts first.`,
    );
  }
}
