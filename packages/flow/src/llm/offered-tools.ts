import type { ToolDescriptor } from "@silo/artifacts";
import type { JsonValue } from "@silo/artifacts/json";
import { ToolNotFoundError, toToolErrorValue } from "@silo/errors";
import { nearest } from "@silo/errors/nearest";
import { compileSchema, describeProblems, parseArguments, type JsonSchema } from "@silo/schema-validate";
import type { FlowFunction } from "../control.js";
import { ServiceError } from "../service-error.js";
import type { ModelCall, OfferedTool } from "./chat.js";
import type { PromptTools } from "./prompt.js";

/** What a call of the model came to; a failed one goes back to the model as what it is. */
export type Called = { output: JsonValue } | { error: { code: string; message: string } };

/** How the calls of a model are made. */
export interface ToolHost {
  /** A tool of the environment. */
  callTool(name: string, input: unknown): Promise<Called>;
  /** A function of the flow. An error that leaves it ends the run, so that there is nothing to give to the model. */
  callFunction(name: string, args: unknown): Promise<JsonValue>;
}

/** A tool that is offered, and what a call of it does. */
export interface Offer extends OfferedTool {
  call(given: { text: string }): Promise<Called>;
}

/**
 * The tools that a prompt offers. Throws `request_invalid` where it names one that there is not, or two have one name,
 * and `too_many_tools` beyond `max`.
 */
export function collectOffers(
  { environment, functions: wanted = [] }: PromptTools,
  given: {
    prompt: string;
    max: number;
    tools: readonly ToolDescriptor[];
    functions: Readonly<Record<string, FlowFunction>>;
    /** What else is offered. */
    others: readonly Offer[];
    host: ToolHost;
  },
): Map<string, Offer> {
  const { prompt, max, tools, functions, others, host } = given;
  const offers = new Map<string, Offer>();
  const refuse = (problem: string): never => {
    throw new ServiceError("request_invalid", `The prompt ${prompt} ${problem}.`, { details: { prompt } });
  };
  const add = (offer: Offer): void => {
    if (offers.has(offer.name)) refuse(`offers two tools that are named "${offer.name}"`);
    offers.set(offer.name, offer);
  };
  for (const name of environment === true ? tools.map((tool) => tool.name) : (environment ?? [])) {
    const tool = tools.find((one) => one.name === name);
    if (tool) add(environmentOffer(tool, host));
    else refuse(`offers the tool "${name}", which the environment has not${instead(name, tools)}`);
  }
  for (const name of wanted) {
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (called) add(functionOffer(name, called, host));
    else refuse(`offers the function "${name}", which the flow has not`);
  }
  for (const offer of others) add(offer);
  if (offers.size <= max) return offers;
  throw new ServiceError(
    "too_many_tools",
    `The prompt ${prompt} offers ${offers.size} tools, and its profile allows ${max}.`,
    { details: { prompt, tools: offers.size, max } },
  );
}

function instead(name: string, tools: readonly ToolDescriptor[]): string {
  const [near] = nearest(
    name,
    tools.map((tool) => tool.name),
  );
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}

function environmentOffer({ name, description, inputSchema }: ToolDescriptor, host: ToolHost): Offer {
  return {
    name,
    description,
    inputSchema: inputSchema as OfferedTool["inputSchema"],
    call: ({ text }) => host.callTool(name, argumentsIn(text)),
  };
}

/**
 * The environment looks at the arguments itself, so that every call counts and stands in the trace. It reads a text as
 * the text of arguments, so it gets one as it came where that is no JSON, and where it is JSON of a text.
 */
function argumentsIn(text: string): unknown {
  const parsed = parseArguments(text);
  return parsed.ok && typeof parsed.value !== "string" ? parsed.value : text;
}

const noArguments: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

function functionOffer(
  name: string,
  { args = noArguments, description = "" }: FlowFunction,
  host: ToolHost,
): Offer {
  const compiled = compileSchema(args, { purpose: "input" });
  return {
    name,
    description,
    inputSchema: compiled.schema as OfferedTool["inputSchema"],
    call: async ({ text }) => {
      const parsed = parseArguments(text);
      const problems = parsed.ok ? compiled.check(parsed.value, { parsed: true }) : parsed.problems;
      if (problems.length > 0) return invalid(describeProblems(problems, { subject: { tool: name } }));
      const value = parsed.ok ? parsed.value : undefined;
      return { output: await host.callFunction(name, value ?? undefined) };
    },
  };
}

function invalid(message: string): Called {
  return { error: { code: "invalid_input", message } };
}

/**
 * Makes a call that the model wants. One whose name nobody offered is made where the model was offered the whole
 * environment, which counts it and answers; otherwise nothing of it reaches a tool.
 */
export async function makeCall(
  { name, arguments: text }: ModelCall,
  { offers, isOpen, host }: { offers: ReadonlyMap<string, Offer>; isOpen: boolean; host: ToolHost },
): Promise<Called> {
  const offer = offers.get(name);
  if (offer) return offer.call({ text });
  if (isOpen) await host.callTool(name, argumentsIn(text));
  const available = [...offers.keys()];
  const thrown = new ToolNotFoundError(name, { available, nearest: nearest(name, available) });
  return { error: toToolErrorValue(thrown, { tool: name }).value };
}

/** A result as the model reads it. */
export function resultText(called: Called): string {
  if ("error" in called) return JSON.stringify({ error: called.error });
  return typeof called.output === "string" ? called.output : JSON.stringify(called.output);
}
