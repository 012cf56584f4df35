import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

interface Message {
  role: string;
  content: string | null;
}

/** What a request to a model has, as far as a script looks at it. */
export interface ModelRequest {
  messages: Message[];
  tools?: { function: { name: string } }[];
}

/** What the model says: a text, or one call. */
export type Said = string | { name: string; arguments: object };

/** A server of chat completions whose model says what `say` gives. Ends with the test. */
export async function startTalker(
  say: (request: ModelRequest) => Said,
): Promise<{ url: string; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      const said = say(JSON.parse(text) as ModelRequest);
      const message =
        typeof said === "string"
          ? { content: said }
          : {
              content: null,
              tool_calls: [
                {
                  id: `call_${keys.length}`,
                  type: "function",
                  function: { name: said.name, arguments: JSON.stringify(said.arguments) },
                },
              ],
            };
      const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }];
      const usage = { prompt_tokens: 10, completion_tokens: 5 };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: "1", model: "tiny", created: 0, choices, usage }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, keys };
}
