import { s } from "@silo/runtime";
import { address, userId } from "../arguments.js";
import { defineTool } from "../define-tool.js";
import { findUser } from "../records.js";
import { userSchema } from "../state.js";

export const modifyUserAddress = defineTool({
  name: "modify_user_address",
  description: "Replaces the default address of a customer. Returns the customer as they then are.",
  inputSchema: s.object({ user_id: userId, ...address }),
  outputSchema: userSchema,
  effect: "write",
  run(state, { user_id, ...newAddress }) {
    const user = findUser(state, user_id);
    user.address = newAddress;
    return user;
  },
});
