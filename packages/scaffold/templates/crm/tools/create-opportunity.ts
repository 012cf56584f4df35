import { s } from "@silo/runtime";
import { today } from "../clock.js";
import { findOpenStage, requireContactOf, requireUpcoming } from "../deals.js";
import { defineTool } from "../define-tool.js";
import { findActiveUser, nextId, requireKnown } from "../records.js";
import { type Opportunity, opportunitySchema } from "../state.js";

export const createOpportunity = defineTool({
  name: "create_opportunity",
  description:
    "Opens a new opportunity (deal) with an account. The first deal of a lead is opened by convert_lead instead.",
  inputSchema: s.object({
    name: s.string({ minLength: 1, description: "Name of the deal" }),
    accountId: s.string({ description: "Such as ACC-001" }),
    contactId: s.optional(s.string({ description: "A contact who acts for the account" })),
    ownerId: s.string({ description: "Id of the active user who is to own the deal" }),
    stageId: s.optional(
      s.string({ description: "An open stage of list_stages; the first one unless given" }),
    ),
    amount: s.integer({ minimum: 0, description: "In the currency of get_settings, whole units" }),
    closeDate: s.string({ format: "date", description: "Expected close, today or later" }),
    productId: s.string({ description: "The product that is sold, such as PRD-001" }),
  }),
  outputSchema: opportunitySchema,
  effect: "write",
  run(state, { contactId = null, stageId, ...given }) {
    const { name, accountId, ownerId, amount, closeDate, productId } = given;
    requireKnown(state, { accounts: accountId, products: productId });
    requireContactOf(state, { contactId, accountId });
    findActiveUser(state, ownerId);
    requireUpcoming(state, closeDate);
    const stage = findOpenStage(state, stageId);
    const id = nextId(state, "opportunities");
    const opportunity: Opportunity = {
      ...{ id, name, accountId, contactId, ownerId, stageId: stage.id, amount, closeDate, productId },
      ...{ leadId: null, lossReason: null, createdOn: today(state) },
    };
    state.opportunities[id] = opportunity;
    return opportunity;
  },
});
