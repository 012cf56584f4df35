import { s } from "@silo/runtime";
import { userId } from "../arguments.js";
import { defineTool } from "../define-tool.js";
import { findUser } from "../records.js";
import { userSchema } from "../state.js";

export const getUserDetails = defineTool({
  name: "get_user_details",
  description: "Shows a customer: address, payment methods and order ids.",
  inputSchema: s.object({ user_id: userId }),
  outputSchema: userSchema,
  effect: "read",
  run(state, { user_id }) {
    return findUser(state, user_id);
  },
});
