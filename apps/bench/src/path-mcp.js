import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { compareLead } from "./lead-world.js";
import { inputShape } from "./input-shape.js";

/**
 * The same tool behind a client and a server of the MCP TypeScript SDK, in memory.
 * @param {import("./lead-world.js").State} state
 * @returns {Promise<{ call: (input: any) => Promise<{ output: unknown, isError?: boolean }>, close: () => Promise<void> }>}
 */
export async function openMcp(state) {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  server.registerTool(
    "compare_lead",
    { description: "Compare a lead with a stage and an amount", inputSchema: inputShape },
    (input) => ({ content: [{ type: "text", text: JSON.stringify(compareLead(state, input)) }] }),
  );
  const client = new Client({ name: "bench", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    call: async (input) => {
      const { content, isError } = await client.callTool({ name: "compare_lead", arguments: input });
      const text = /** @type {{ text: string }[]} */ (content)[0]?.text ?? "";
      return isError === true ? { output: text, isError } : { output: JSON.parse(text) };
    },
    close: () => client.close(),
  };
}
