import { s, toolError } from "@silo/runtime";
import { defineTool } from "../define-tool.js";

export const findUserIdByEmail = defineTool({
  name: "find_user_id_by_email",
  description: "Finds the id of the customer with an e-mail address.",
  inputSchema: s.object({
    email: s.string({ description: "Such as someone@example.com; case does not count" }),
  }),
  outputSchema: s.string(),
  effect: "read",
  run(state, { email }) {
    const wanted = email.toLowerCase();
    const user = Object.values(state.users).find((candidate) => candidate.email.toLowerCase() === wanted);
    if (user === undefined) throw toolError("not_found", "User not found");
    return user.user_id;
  },
});
