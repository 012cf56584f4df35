import { defineFlow, s } from "@silo/flow";

const flow = defineFlow({
  name: "order-status",
  version: "1.0.0",
  consts: { support: "support@example.com" },
  functions: {
    lookupOrder: {
      args: s.object({ orderId: s.string() }),
      run: (flow, { orderId }) =>
        flow.tool<{ status: string }>("orders", { tool: "get_order", input: { orderId } }),
      onError: (flow, { args, exc }) => {
        flow.log(`Order lookup failed for ${args.orderId}: ${exc.message}`);
        return { status: "unknown" };
      },
    },
  },
  async main(flow) {
    const { status } = await flow.call("lookupOrder", { orderId: "O-1" });
    const forecast = await flow.step("forecast", () => Promise.reject(new Error("no network")), {
      onError: () => "no forecast",
    });
    flow.output(`Your order is ${status}, with ${forecast}. Questions: ${flow.consts.support}`);
  },
});

// A test needs no more than this; `silo run --agent ./flow.ts` gives the rest.
const { output } = await flow({
  task: "Where is my order?",
  tools: [],
  callTool: async (name) => ({
    isError: true,
    output: { code: "not_found", message: `${name}: no such order.` },
  }),
  report: (event) => "type" in event && console.log(event.type, event.path),
});
console.log(output);

export default flow;
