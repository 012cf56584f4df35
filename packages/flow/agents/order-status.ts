import { defineFlow, s } from "@silo/flow";

export default defineFlow({
  name: "order-status",
  version: "1.0.0",
  functions: {
    lookupOrder: {
      args: s.object({ orderId: s.string() }),
      run: (flow, { orderId }) =>
        flow.tool<{ status: string }>("orders", { tool: "get_order", input: { orderId } }),
      onError: () => ({ status: "unknown" }),
    },
  },
  async main(flow) {
    const orderId = await flow.ask("order", "Which order?");
    const { status } = await flow.call("lookupOrder", { orderId });
    flow.output(`It is ${status}.`);
  },
});
