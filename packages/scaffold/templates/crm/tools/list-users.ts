import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { holdsText, inIdOrder, matching, pageFrom, pageOf, pagingInput } from "../listing.js";
import { hasLeft } from "../records.js";
import { userRoles, userSchema } from "../state.js";

export const listUsers = defineTool({
  name: "list_users",
  description: "Lists the people of the sales team by id, including those who have left, one page at a time.",
  inputSchema: s.object({
    query: s.optional(s.string({ minLength: 1, description: "Part of the name or the email address" })),
    role: s.optional(s.enumeration(userRoles)),
    active: s.optional(
      s.boolean({ description: "true: only people who still work here; false: only those who left" }),
    ),
    ...pagingInput,
  }),
  outputSchema: pageOf(userSchema),
  effect: "read",
  run(state, { query, role, active, ...paging }) {
    const users = matching(inIdOrder(state.users), { role }).filter(
      (user) =>
        holdsText([user.name, user.email], query) &&
        (active === undefined || hasLeft(state, user) !== active),
    );
    return pageFrom(users, paging);
  },
});
