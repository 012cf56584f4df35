import { s, toolError } from "@silo/runtime";
import { accountIdsOf } from "../companies.js";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { deleteActivitiesAbout, find } from "../records.js";

export const deleteAccount = defineTool({
  name: "delete_account",
  description:
    "Deletes an account without contacts and opportunities for good, with the activities about it. For a company that is in the CRM twice use merge_accounts.",
  inputSchema: s.object({ accountId: s.string({ description: "Such as ACC-001" }) }),
  outputSchema: s.object({ deletedId: s.string() }),
  permissions: ["crm.delete"],
  effect: "write",
  run(state, { accountId }) {
    find(state, "accounts", accountId);
    const inUse = [
      ...inIdOrder(state.contacts).filter((contact) => accountIdsOf(contact).includes(accountId)),
      ...inIdOrder(state.opportunities).filter((deal) => deal.accountId === accountId),
      ...inIdOrder(state.leads).filter(({ conversion }) => conversion?.accountId === accountId),
    ];
    if (inUse.length > 0) {
      throw toolError(
        "invalid_state",
        `Account ${accountId} still has ${inUse.map(({ id }) => id).join(", ")}; only an account without contacts, opportunities and leads can be deleted.`,
      );
    }
    deleteActivitiesAbout(state, accountId);
    delete state.accounts[accountId];
    return { deletedId: accountId };
  },
});
