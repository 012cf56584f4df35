import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { inIdOrder, matching, pageFrom, pageOf, pagingInput } from "../listing.js";
import { productSchema } from "../state.js";

export const listProducts = defineTool({
  name: "list_products",
  description: "Lists the products that are sold, with their list prices, by id, one page at a time.",
  inputSchema: s.object({
    family: s.optional(s.enumeration(["platform", "hardware", "service"])),
    ...pagingInput,
  }),
  outputSchema: pageOf(productSchema),
  effect: "read",
  run(state, { family, ...paging }) {
    return pageFrom(matching(inIdOrder(state.products), { family }), paging);
  },
});
