import { defineFlow, s } from "@silo/flow";
import { api } from "@silo/flow/api";

export default defineFlow({
  name: "order-lookup",
  version: "1.0.0",
  use: { api: api({ orders: { baseUrl: "https://orders.example", paths: ["/orders/{id}"] } }) },
  functions: {
    lookupOrder: {
      args: s.object({ orderId: s.string() }),
      run: async (flow, { orderId }) => {
        const { body } = await flow.api("orders", { profile: "orders", path: `/orders/${orderId}` });
        return body;
      },
      onError: (flow, { exc, args }) => {
        flow.log(`Order lookup failed for ${args.orderId}: ${exc.message}`);
        return "unknown";
      },
    },
  },
  async main(flow) {
    flow.output(await flow.call("lookupOrder", { orderId: "O-1" }));
  },
});
