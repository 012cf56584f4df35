import { readFileSync } from "node:fs";
import { defineFlow, s } from "@silo/flow";

export default defineFlow({
  name: "send-parcel",
  version: "1.0.0",
  variables: { parcels: 0, address: "" },
  hooks: {
    beforeCommand: ({ command, path, input }) => {
      if (command === "tool" && JSON.stringify(input).includes("delete"))
        return { refuse: `Nothing is deleted here (${path}).` };
      return undefined;
    },
    onAgentError: ({ resultCode, message, path }) => console.error(`${resultCode} at ${path}: ${message}`),
  },
  functions: {
    send: {
      args: s.object({ to: s.string() }),
      async run(flow, { to }) {
        const { label, weight } = await flow.parallel("prepare", {
          label: () =>
            flow.step("print", () => readFileSync("label.txt", "utf8"), { onError: () => "no label" }),
          weight: () => flow.tool<number>("weigh", { tool: "weigh_parcel" }),
        });
        await flow.tool("send", { tool: "send_parcel", input: { to, label, weight } });
      },
    },
  },
  async main(flow) {
    if (flow.variables.address === "") flow.set("address", await flow.ask("address", "Where does it go?"));
    await flow.call("send", { to: flow.variables.address });
    flow.set("parcels", flow.variables.parcels + 1);
    flow.output(`Sent ${flow.variables.parcels} so far.`);
  },
});
