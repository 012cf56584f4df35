import { createRequire } from "node:module";
import type { RunFailure } from "@silo/artifacts";
import type { JsonValue } from "@silo/artifacts/json";
import type * as schemaValidate from "@silo/schema-validate";
import { abortReason, act, agentInput } from "../agent-seat.js";
import type { Agent, ToolCallResult } from "../agent.js";
import { agentFindings, collectDefinitionFindings } from "../agent-about.js";
import { agentFailure } from "../failure.js";
import { importBundle } from "../import-bundle.js";
import { problemFinder } from "../json-problems.js";
import { readAgentModule } from "../read-agent.js";
import type { ReceivedArguments } from "../receive-arguments.js";
import type { AgentStart, BundlePlace, FromAgent, ToAgent, WireArguments } from "./messages.js";
import { openParent } from "./parent.js";
import { toWire } from "./wire-fault.js";

/** The process of one agent in one run: it holds the author's agent, and nothing of the world. */
export function serveAgent(): void {
  const stop = new AbortController();
  const results = new Map<number, (result: ToolCallResult) => void>();
  const answers = new Map<number, (answer: string) => void>();
  const reported = new Map<number, () => void>();
  let agent: Agent | undefined;
  let ids = 0;
  const send = openParent<ToAgent, FromAgent>((message) => {
    switch (message.type) {
      case "load":
        readAgentModule(message.file, () => importBundle(message, message)).then(
          (loaded) => {
            agent = loaded;
            send({ type: "loaded" });
          },
          (thrown: unknown) => send({ type: "refused", error: toWire(thrown) }),
        );
        break;
      case "inspect":
        inspect(message).then(
          (findings) => send({ type: "inspected", findings }),
          (thrown: unknown) => send({ type: "refused", error: toWire(thrown) }),
        );
        break;
      case "start":
        void start(message);
        break;
      case "result":
        results.get(message.id)?.(message.result);
        results.delete(message.id);
        break;
      case "answer":
        answers.get(message.id)?.(message.answer);
        break;
      case "reported":
        reported.get(message.id)?.();
        reported.delete(message.id);
        break;
      case "abort":
        stop.abort(abortReason(message));
        break;
    }
  });
  const start = async ({ task, tools, recorded, conversation }: AgentStart): Promise<void> => {
    const desk = {
      call: (tool: string, received: ReceivedArguments, path?: string) =>
        new Promise<ToolCallResult>((resolve) => {
          results.set(++ids, resolve);
          send({ type: "call", id: ids, tool, received: toWireArguments(received), path });
        }),
      report: (step: Extract<FromAgent, { type: "report" }>["step"]) =>
        new Promise<void>((resolve) => {
          reported.set(++ids, resolve);
          send({ type: "report", id: ids, step });
        }),
      ask: (question: string) =>
        new Promise<string>((resolve) => {
          answers.set(++ids, resolve);
          send({ type: "ask", id: ids, question });
        }),
      fail: (message: string) => send({ type: "fail", message }),
    };
    const end = await act(
      agent as Agent,
      agentInput({ task, tools, signal: stop.signal, recorded, conversation }, desk, findProblems),
    );
    await printed();
    send("output" in end ? { type: "done", ...end } : crash(end.failure));
  };
  // Also a rejection that nothing awaited.
  process.on("uncaughtException", (thrown) => {
    void printed().then(() => send(crash(agentFailure(thrown))));
  });
  send({ type: "ready" });
}

async function inspect(place: BundlePlace & { timeoutMs: number }): Promise<JsonValue[] | undefined> {
  collectDefinitionFindings();
  const agent = await readAgentModule(place.file, () => importBundle(place, place), { isRun: false });
  return agentFindings(agent, place);
}

function crash({ message, personMessage }: RunFailure): FromAgent {
  return { type: "crash", message, personMessage };
}

function toWireArguments({ given, text, problems }: ReceivedArguments): WireArguments {
  if (given !== undefined) return { given };
  return problems ? { text, problems } : {};
}

/** Resolves when what the agent printed has left this process, which is ended as soon as the agent is known to be done. */
async function printed(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
}

const require = createRequire(import.meta.url);

/** Loaded where it is needed: it would cost every agent more than all the rest of this process. */
const findProblems = problemFinder(
  () => (require("@silo/schema-validate") as typeof schemaValidate).compileSchema,
);
