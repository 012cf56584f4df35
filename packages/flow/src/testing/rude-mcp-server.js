// A server of the Model Context Protocol that misbehaves as the names of its tools say. It writes JSON lines by hand.
import { createInterface } from "node:readline";

/** @param {unknown} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...Object(message) })}\n`);
process.stderr.write(`started with ${process.env["SILO_TEST_TOKEN"] ?? "nothing"}\n`);
if (process.argv[2] === "fail") {
  process.stderr.write("no configuration\n");
  process.exitCode = 3;
} else {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (method === "initialize") {
      const { protocolVersion } = params;
      const serverInfo = { name: "rude", version: "1.0.0" };
      return send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
    }
    if (method === "tools/list") {
      const names = ["refuse", "fail", "slow", "exit", "echo"];
      const first = params?.cursor === undefined;
      const tools = (first ? names.slice(0, 3) : names.slice(3)).map((name) => ({
        name,
        inputSchema: { type: "object" },
      }));
      return send({ id, result: { tools, ...(first ? { nextCursor: "2" } : {}) } });
    }
    const text = process.env["SILO_TEST_TOKEN"] ?? "";
    switch (params.name) {
      case "refuse":
        return send({ id, error: { code: params.arguments.code, message: `refused ${text}` } });
      case "fail":
        return send({ id, result: { isError: true, content: [{ type: "text", text: `failed ${text}` }] } });
      case "slow":
        return undefined;
      case "exit":
        process.stderr.write("out of memory\n");
        process.exit(1);
        break;
      default:
        return send({
          id,
          result: { content: [{ type: "text", text }], structuredContent: { [text]: text } },
        });
    }
  });
}
