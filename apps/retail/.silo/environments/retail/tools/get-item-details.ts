import { s, toolError } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { variantSchema } from "../state.js";

export const getItemDetails = defineTool({
  name: "get_item_details",
  description: "Shows one variant of a product by its item id: options, availability and price.",
  inputSchema: s.object({ item_id: s.string({ description: "Id of the item, not of its product" }) }),
  outputSchema: variantSchema,
  effect: "read",
  run(state, { item_id }) {
    const product = Object.values(state.products).find(({ variants }) => Object.hasOwn(variants, item_id));
    const variant = product?.variants[item_id];
    if (variant === undefined) throw toolError("not_found", "Item not found");
    return variant;
  },
});
