import { s, toolError } from "@silo/runtime";
import { today } from "../clock.js";
import { isSameAddress } from "../companies.js";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { findActiveUser, nextId, requireKnown } from "../records.js";
import { type Lead, leadSchema, leadSources } from "../state.js";

export const createLead = defineTool({
  name: "create_lead",
  description:
    "Enters a person who may become a customer, as a new lead. For a person at an existing account use create_contact.",
  inputSchema: s.object({
    name: s.string({ minLength: 1, description: "Name of the person" }),
    title: s.string({ minLength: 1, description: "What the person does" }),
    company: s.string({ minLength: 1, description: "Name of the company" }),
    email: s.string({ format: "email" }),
    phone: s.optional(s.string({ minLength: 1 })),
    source: s.enumeration(leadSources),
    productId: s.string({ description: "The product that the person asks about, such as PRD-001" }),
    estimatedValue: s.integer({ minimum: 0, description: "What a deal would be worth, whole units" }),
    ownerId: s.string({ description: "Id of the active user who is to own the lead" }),
  }),
  outputSchema: leadSchema,
  effect: "write",
  run(state, { phone = null, ...given }) {
    requireKnown(state, { products: given.productId });
    findActiveUser(state, given.ownerId);
    const known = inIdOrder(state.leads).find(({ email }) => isSameAddress(email, given.email));
    if (known !== undefined) {
      throw toolError(
        "conflict",
        `${known.name} is a lead already: ${known.id}, which is ${known.status}. One person is one lead.`,
      );
    }
    const id = nextId(state, "leads");
    const { name, title, company, email, source, ownerId, productId, estimatedValue } = given;
    const lead: Lead = {
      ...{ id, name, title, company, email, phone, source, status: "new", ownerId, productId },
      ...{ estimatedValue, createdOn: today(state), conversion: null },
    };
    state.leads[id] = lead;
    return lead;
  },
});
