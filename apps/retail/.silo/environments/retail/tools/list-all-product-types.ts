import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";

export const listAllProductTypes = defineTool({
  name: "list_all_product_types",
  description: "Lists all products by name, with their product ids, as one JSON text.",
  inputSchema: s.object({}),
  outputSchema: s.string(),
  effect: "read",
  run(state) {
    const ids = new Map(Object.values(state.products).map(({ name, product_id }) => [name, product_id]));
    const names = [...ids.keys()].sort();
    // Not JSON.stringify of an object: the benchmark's text has spaces, which belong to the result.
    return `{${names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(ids.get(name))}`).join(", ")}}`;
  },
});
