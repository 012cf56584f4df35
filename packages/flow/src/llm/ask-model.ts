import { setTimeout as sleep } from "node:timers/promises";
import type { JsonValue } from "@silo/artifacts/json";
import type { ChatMessage, ModelTurn, OfferedTool } from "./chat.js";
import { boundedFetch } from "./bounded-fetch.js";
import { answerFault, modelFailure, readFault, type Fault } from "./model-failure.js";
import type { OpenAICompatible, Part, Prompt } from "./provider.js";
import { readAnswer, readStream, type Answer } from "./read-answer.js";
import { retryDelay } from "./retry-delay.js";
import type { ModelSettings } from "./profile.js";

/** What the model is asked. */
export interface ModelRequest {
  messages: readonly ChatMessage[];
  tools: readonly OfferedTool[];
  /** The form that the answer must have; sent where the profile says that the endpoint knows such. */
  answer?: { [keyword: string]: JsonValue } | undefined;
}

/**
 * Asks the model for one turn. Connection failures and what the vendor calls passing are tried again, as the vendor
 * says, as long as `timeoutMs` lasts. Throws a `ModelFailure`, and the reason of `signal` where that aborts.
 */
export async function askModel(
  library: OpenAICompatible,
  settings: ModelSettings,
  { signal, ...request }: ModelRequest & { signal: AbortSignal },
): Promise<ModelTurn> {
  const { timeoutMs, maxRetries } = settings;
  const until = performance.now() + timeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askOnce(library, settings, { ...request, signal: either });
    if ("answer" in outcome) return { ...readTurn(outcome.answer, settings), attempts: attempt };
    signal.throwIfAborted();
    const { fault } = outcome;
    const fail = (reason?: string): Error => modelFailure(fault, { settings, attempts: attempt, reason });
    if (timeout.aborted)
      throw modelFailure({ kind: "timeout", isRetryable: false }, { settings, attempts: attempt });
    const wait = retryDelay(fault, { attempt, now: Date.now() });
    if (wait === undefined || attempt > maxRetries) throw fail();
    if (performance.now() + wait >= until)
      throw fail(`the wait of ${Math.ceil(wait)} ms until the next try is longer than its time limit allows`);
    await sleep(wait, undefined, { signal: either }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

type Outcome = { answer: Answer } | { fault: Fault };

async function askOnce(
  library: OpenAICompatible,
  settings: ModelSettings,
  { messages, tools, answer, signal }: ModelRequest & { signal: AbortSignal },
): Promise<Outcome> {
  const { baseUrl, model, headers, body, isStreamed, knowsSchemas } = settings;
  const { chatModel } = library.createOpenAICompatible({
    name: providerName,
    baseURL: baseUrl,
    headers,
    includeUsage: true,
    supportsStructuredOutputs: knowsSchemas,
    fetch: boundedFetch,
    transformRequestBody: (given) => ({ ...given, ...body }),
  });
  const call = {
    prompt: messages.map(toPromptMessage),
    tools: tools.map((tool) => ({ type: "function" as const, ...tool })),
    ...(answer && knowsSchemas ? { responseFormat: { type: "json" as const, schema: answer } } : {}),
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
    abortSignal: signal,
  };
  try {
    const to = chatModel(model);
    const read = isStreamed
      ? await readStream(await to.doStream(call))
      : readAnswer(await to.doGenerate(call));
    return { answer: read };
  } catch (thrown) {
    return { fault: readFault(thrown) };
  }
}

const providerName = "silo";

/** What is no whole answer is an error: a text that is cut off in the middle says something else. */
function readTurn({ finish, ...turn }: Answer, settings: ModelSettings): Omit<ModelTurn, "attempts"> {
  if (finish === "length" || finish === "content-filter")
    throw answerFault(finish, { settings, text: turn.text });
  const used = new Set<string>();
  const calls = turn.calls.map((call, index) => {
    // Some servers number the calls of every turn alike, or give no numbers at all.
    const id = call.id === "" || used.has(call.id) ? `${call.id || "call"}_${index}` : call.id;
    used.add(id);
    return { ...call, id };
  });
  return concealed({ ...turn, calls, model: turn.model ?? settings.model }, settings);
}

function toPromptMessage(message: ChatMessage): Prompt[number] {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.text };
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant":
      return { role: "assistant", content: assistantParts(message) };
    case "tool":
      return {
        role: "tool",
        content: message.results.map(({ id, name, text }) => ({
          type: "tool-result",
          toolCallId: id,
          toolName: name,
          output: { type: "text", value: text },
        })),
      };
  }
}

function assistantParts({ text, reasoning, calls }: Extract<ChatMessage, { role: "assistant" }>): Part[] {
  return [
    ...(reasoning === undefined ? [] : [{ type: "reasoning" as const, text: reasoning }]),
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...calls.map(({ id, name, arguments: given, signature }) => ({
      type: "tool-call" as const,
      toolCallId: id,
      toolName: name,
      input: objectOf(given),
      ...(signature === undefined ? {} : { providerOptions: { google: { thoughtSignature: signature } } }),
    })),
  ];
}

/** Endpoints read the arguments of earlier calls, and many refuse what is no object. What was wrong stands in the result. */
function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** An endpoint may repeat what it was sent, and all that it says is recorded. */
function concealed(
  { text, reasoning, calls, ...rest }: Omit<ModelTurn, "attempts">,
  { conceal }: ModelSettings,
): Omit<ModelTurn, "attempts"> {
  return {
    ...rest,
    text: conceal(text),
    ...(reasoning === undefined ? {} : { reasoning: conceal(reasoning) }),
    calls: calls.map((call) => ({ ...call, name: conceal(call.name), arguments: conceal(call.arguments) })),
  };
}
