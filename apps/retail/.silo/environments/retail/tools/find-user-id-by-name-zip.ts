import { s, toolError } from "@silo/runtime";
import { defineTool } from "../define-tool.js";

export const findUserIdByNameZip = defineTool({
  name: "find_user_id_by_name_zip",
  description: "Finds the id of the customer with a name and a postal code.",
  inputSchema: s.object({
    first_name: s.string({ description: "Given name; case does not count" }),
    last_name: s.string({ description: "Family name; case does not count" }),
    zip: s.string({ description: "Postal code as text, such as 12345" }),
  }),
  outputSchema: s.string(),
  effect: "read",
  run(state, { first_name, last_name, zip }) {
    const user = Object.values(state.users).find(
      ({ name, address }) =>
        name.first_name.toLowerCase() === first_name.toLowerCase() &&
        name.last_name.toLowerCase() === last_name.toLowerCase() &&
        address.zip === zip,
    );
    if (user === undefined) throw toolError("not_found", "User not found");
    return user.user_id;
  },
});
