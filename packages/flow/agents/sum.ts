import { defineFlow } from "@silo/flow";
import { mcp } from "@silo/flow/mcp";

export default defineFlow({
  name: "sum",
  version: "1.0.0",
  use: {
    mcp: mcp({
      everything: {
        command: "mcp-server-everything",
        tools: ["get-sum"],
        retryableCodes: [-32602],
        toolErrorPrompt: "The tool could not do that:",
      },
    }),
  },
  async main(flow) {
    const sum = await flow.mcp("sum", { profile: "everything", tool: "get-sum", arguments: { a: 2, b: 3 } });
    flow.output(sum.isError ? "No sum." : sum.text);
  },
});
