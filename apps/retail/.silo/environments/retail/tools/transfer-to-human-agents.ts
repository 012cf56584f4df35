import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";

export const transferToHumanAgents = defineTool({
  name: "transfer_to_human_agents",
  description: "Hands the conversation over to a human colleague, with a summary.",
  inputSchema: s.object({
    summary: s.string({ description: "What the customer wants, and what has been done so far" }),
  }),
  outputSchema: s.string(),
  // Nothing in the world keeps the summary.
  effect: "read",
  run() {
    return "Transfer successful";
  },
});
