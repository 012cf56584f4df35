import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { holdsText, inIdOrder, matching, pageFrom, pageOf, pagingInput } from "../listing.js";
import { requireKnown } from "../records.js";
import { accountSchema, accountTypes } from "../state.js";

export const listAccounts = defineTool({
  name: "list_accounts",
  description:
    "Lists accounts (companies) by id, one page at a time. Filters narrow the list down; without any, all accounts are listed.",
  inputSchema: s.object({
    query: s.optional(s.string({ minLength: 1, description: "Part of the name or the mail domain" })),
    industry: s.optional(s.string({ description: "Such as logistics, food, manufacturing" })),
    type: s.optional(s.enumeration(accountTypes)),
    ownerId: s.optional(s.string({ description: "Id of the user who owns the account" })),
    ...pagingInput,
  }),
  outputSchema: pageOf(accountSchema),
  effect: "read",
  run(state, { query, industry, type, ownerId, ...paging }) {
    requireKnown(state, { users: ownerId });
    const accounts = matching(inIdOrder(state.accounts), { industry, type, ownerId });
    return pageFrom(
      accounts.filter(({ name, domain }) => holdsText([name, domain], query)),
      paging,
    );
  },
});
