import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { findProduct } from "../records.js";
import { productSchema } from "../state.js";

export const getProductDetails = defineTool({
  name: "get_product_details",
  description: "Shows a product with all its variants.",
  inputSchema: s.object({
    product_id: s.string({ description: "Id of the product, not of one of its items" }),
  }),
  outputSchema: productSchema,
  effect: "read",
  run(state, { product_id }) {
    return findProduct(state, product_id);
  },
});
