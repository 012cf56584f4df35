import { s } from "@silo/runtime";
import { today } from "../clock.js";
import { requireFreeDomain, requireFreeName } from "../companies.js";
import { defineTool } from "../define-tool.js";
import { findActiveUser, nextId } from "../records.js";
import { type Account, accountSchema, accountTypes } from "../state.js";

export const createAccount = defineTool({
  name: "create_account",
  description:
    "Enters a company as a new account. A lead's company gets its account by convert_lead instead.",
  inputSchema: s.object({
    name: s.string({ minLength: 1, description: "Name of the company" }),
    domain: s.string({ format: "hostname", description: "The company's mail domain" }),
    ownerId: s.string({ description: "Id of the active user who is to own the account" }),
    type: s.optional(s.enumeration(accountTypes, { description: "prospect unless given" })),
    industry: s.optional(s.string({ minLength: 1, description: "Such as logistics, food, manufacturing" })),
    country: s.optional(s.string({ pattern: "^[A-Z]{2}$", description: "ISO 3166 alpha-2, such as GB" })),
    employees: s.optional(s.integer({ minimum: 1 })),
  }),
  outputSchema: accountSchema,
  effect: "write",
  run(state, { name, domain, ownerId, ...given }) {
    requireFreeName(state, name);
    requireFreeDomain(state, domain);
    findActiveUser(state, ownerId);
    const id = nextId(state, "accounts");
    const { type = "prospect", industry = null, country = null, employees = null } = given;
    const createdOn = today(state);
    const account: Account = { id, name, industry, domain, country, type, employees, ownerId, createdOn };
    state.accounts[id] = account;
    return account;
  },
});
