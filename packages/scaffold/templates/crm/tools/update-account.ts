import { s } from "@silo/runtime";
import { requireFreeDomain, requireFreeName } from "../companies.js";
import { defineTool } from "../define-tool.js";
import { find, findActiveUser, requireChanges } from "../records.js";
import { accountSchema, accountTypes } from "../state.js";

export const updateAccount = defineTool({
  name: "update_account",
  description:
    "Changes what is known about an account, its type or its owner. Its contacts and opportunities keep theirs.",
  inputSchema: s.object({
    accountId: s.string({ description: "Such as ACC-001" }),
    name: s.optional(s.string({ minLength: 1 })),
    domain: s.optional(s.string({ format: "hostname", description: "The company's mail domain" })),
    type: s.optional(s.enumeration(accountTypes)),
    industry: s.optional(s.string({ minLength: 1, description: "Such as logistics, food, manufacturing" })),
    country: s.optional(s.string({ pattern: "^[A-Z]{2}$", description: "ISO 3166 alpha-2, such as GB" })),
    employees: s.optional(s.integer({ minimum: 1 })),
    ownerId: s.optional(s.string({ description: "Id of the new owner, an active user" })),
  }),
  outputSchema: accountSchema,
  effect: "write",
  run(state, { accountId, ...changes }) {
    const account = find(state, "accounts", accountId);
    requireChanges(changes, "name, domain, type, industry, country, employees or ownerId");
    if (changes.name !== undefined) requireFreeName(state, changes.name, accountId);
    if (changes.domain !== undefined) requireFreeDomain(state, changes.domain, accountId);
    if (changes.ownerId !== undefined) findActiveUser(state, changes.ownerId);
    return Object.assign(account, changes);
  },
});
