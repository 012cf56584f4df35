import { afterEach } from "vitest";
import { llm } from "../llm/llm.js";
import type { ModelProfile } from "../llm/profile.js";
import type { ModelPrompt } from "../llm/prompt.js";
import type { FlowAgent, FlowInput } from "../types.js";
import { play, type Outcome, type Tools } from "./host.js";
import { startModelServer, type ModelRequest, type Script } from "./model-server.js";

/** The key of every profile here. */
export const secret = "sk-test-4711-geheim";

/** The models of a script, for the tests of a file; a server ends with its test. */
export function scriptedModels() {
  const running: Awaited<ReturnType<typeof startModelServer>>[] = [];
  afterEach(async () => {
    delete process.env["SILO_TEST_KEY"];
    await Promise.all(running.splice(0).map((server) => server.close()));
  });
  return {
    /** A kind whose profile `main` is a server that plays the script. */
    async models<const Prompts extends Record<string, ModelPrompt>>(
      script: Script,
      prompts: Prompts,
      more: Partial<ModelProfile> = {},
    ) {
      const server = await startModelServer(script);
      running.push(server);
      process.env["SILO_TEST_KEY"] = secret;
      const auth = { env: "SILO_TEST_KEY" };
      return llm({ main: { baseUrl: server.url, model: "tiny", auth, timeoutMs: 5_000, ...more } }, prompts);
    },
    /** What the newest server was asked. */
    requests: (): ModelRequest[] => running.at(-1)?.requests ?? [],
    /** What the model was told last. */
    lastMessage: (): string => running.at(-1)?.requests.at(-1)?.body.messages.at(-1)?.content ?? "",
  };
}

const orderTool = {
  name: "get_order",
  description: "One order",
  inputSchema: { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] },
};

/** A world of one tool, whose orders are all sent. */
export const order = { get_order: () => ({ output: { status: "sent" } }) };

/** Runs a flow in it. */
export function run(flow: FlowAgent, tools: Tools = order, more: Partial<FlowInput> = {}): Promise<Outcome> {
  return play(flow, tools, { tools: [orderTool], ...more });
}

/** A call as a model makes it. */
export function called(name: string, given: unknown): { name: string; arguments: string } {
  return { name, arguments: JSON.stringify(given) };
}
