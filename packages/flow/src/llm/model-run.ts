import type { JsonValue } from "@silo/artifacts/json";
import { runCommand } from "../command.js";
import type { KindHost } from "../command-kind.js";
import { callTool } from "../flow-context.js";
import { isFlowError, type FlowError } from "../flow-error.js";
import type { FlowRun } from "../flow-run.js";
import { askModel } from "./ask-model.js";
import type { ChatMessage, ModelTurn } from "./chat.js";
import { converse } from "./converse.js";
import {
  collectOffers,
  makeCall,
  resultText,
  type Called,
  type Offer,
  type ToolHost,
} from "./offered-tools.js";
import { commandName, endRun } from "./model-calls.js";
import { offersOfServers } from "./server-tools.js";
import type { ModelSettings } from "./profile.js";
import { renderPrompt, type ModelPrompt } from "./prompt.js";
import type { OpenAICompatible } from "./provider.js";

interface ModelJob {
  run: FlowRun;
  settings: ModelSettings;
  prompt: ModelPrompt;
  promptName: string;
  variables: { [name: string]: JsonValue };
  load: () => Promise<OpenAICompatible>;
}

/**
 * One command `llm` within its scope: each turn of the model and each of its calls is a command of its own, so that all
 * rules hold for them, and a run that goes on after a question repeats none of them.
 */
export async function runModel(host: KindHost, job: ModelJob): Promise<JsonValue> {
  const { run, settings, prompt, promptName, variables } = job;
  const { environment } = prompt.tools ?? {};
  const tools = toolHost(host, run);
  const messages = renderPrompt(promptName, prompt, variables);
  const others = await offersOfServers(host, { run, profiles: prompt.tools?.mcp ?? [] });
  const offers = collectOffers(prompt.tools ?? {}, {
    prompt: promptName,
    max: settings.maxTools,
    tools: host.flow.tools,
    functions: host.functions,
    others,
    host: tools,
  });
  const offered = { offers, isOpen: environment === true, host: tools };
  return converse(
    {
      ask: (all, fresh) => takeTurn(job, { messages: all, fresh, offers: [...offers.values()] }),
      call: async (call) => resultText(await makeCall(call, offered)),
    },
    { settings, prompt, messages },
  );
}

/** What the model said is recorded, and what was new to it. */
function takeTurn(
  { run, settings, prompt, load }: ModelJob,
  {
    messages,
    fresh,
    offers,
  }: { messages: readonly ChatMessage[]; fresh: readonly ChatMessage[]; offers: readonly Offer[] },
): Promise<ModelTurn> {
  const isFirst = messages.length === fresh.length;
  return runCommand(run, {
    kind: "turn",
    what: "The model",
    name: "turn",
    input: { messages: fresh, ...(isFirst ? { tools: offers.map(({ name }) => name) } : {}) },
    perform: async ({ signal, path }) => {
      const library = await load();
      const startedAt = performance.now();
      const turn = await askModel(library, settings, {
        messages,
        tools: offers.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
        answer: prompt.answer as { [keyword: string]: JsonValue } | undefined,
        signal,
      });
      const { model, inputTokens, outputTokens, text, calls } = turn;
      await run.report({
        model,
        ...(inputTokens === undefined ? {} : { inputTokens }),
        ...(outputTokens === undefined ? {} : { outputTokens }),
        ...costOf(turn, settings),
        durationMs: Math.round(performance.now() - startedAt),
        content: { text, calls: calls.map(({ name, arguments: given }) => ({ name, arguments: given })) },
        path,
      });
      return turn;
    },
  });
}

function costOf(
  { inputTokens = 0, outputTokens = 0 }: ModelTurn,
  { prices }: ModelSettings,
): { costUsd?: number } {
  if (!prices) return {};
  return { costUsd: (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000 };
}

function toolHost({ flow }: KindHost, run: FlowRun): ToolHost {
  return {
    callTool: async (tool, input): Promise<Called> => {
      try {
        const output = await runCommand<JsonValue>(run, {
          kind: "tool",
          what: `The tool ${tool}`,
          name: commandName(tool),
          input: { tool, input },
          recordedBy: "host",
          perform: ({ path }) => callTool(run, { tool, args: input, path }),
        });
        return { output };
      } catch (thrown) {
        run.requireGoing();
        const refused = isFlowError(thrown) ? thrown.output : undefined;
        // A hook that broke is no error of the tool, and not the model's to mend.
        if (refused === undefined) throw thrown;
        return { error: refused as { code: string; message: string } };
      }
    },
    callFunction: async (name, args) => {
      try {
        return (await flow.call(name, args as never)) as JsonValue;
      } catch (thrown) {
        run.requireGoing();
        throw endRun(run, thrown as FlowError);
      }
    },
  };
}
