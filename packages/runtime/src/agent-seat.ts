import type { AgentStep, RunFailure, ToolDescriptor } from "@silo/artifacts";
import { canonicalJson, jsonCopy, type JsonValue } from "@silo/artifacts/json";
import { agentText } from "@silo/errors";
import type { Agent, AgentInput, Conversation, ToolCallResult } from "./agent.js";
import { agentFailure } from "./failure.js";
import { nameKind } from "./name-kind.js";
import { receiveArguments, type FindProblems, type ReceivedArguments } from "./receive-arguments.js";
import { withinTime } from "./within-time.js";

/** How long an agent that was told to stop may take to return, milliseconds. What it does then no longer counts. */
export const graceMs = 250;

/** How many characters an agent's answer may have. */
const maxAnswer = 10_485_760;

/** How many characters a reported step may have as JSON, and a question or a message of `fail`. */
const maxStep = 8_000_000;
const maxText = 100_000;
const maxPath = 2_000;

/** What an agent does reaches the run through here. */
export interface AgentDesk {
  /** Never rejects: a failed call is a value (contract E1). */
  call(tool: string, received: ReceivedArguments, path?: string): Promise<ToolCallResult>;
  report(report: JsonValue): void | Promise<void>;
  /** The recorded answer; undefined where there is none, and the run has ended. */
  ask(question: string): string | undefined;
  fail(message: string): void;
}

export interface AgentJob {
  task: string;
  tools: ToolDescriptor[];
  /** What had finished before the question, where the run goes on after one. */
  recorded: readonly AgentStep[];
  conversation: Conversation | undefined;
  desk: AgentDesk;
}

/** How an agent came to its end by itself. */
export type AgentEnd = { output: string; variables?: Variables } | { failure: RunFailure };

/** What an agent leaves in its conversation. */
export type Variables = Conversation["variables"];

/** Why an agent has to stop: in words, and what is recorded of it where the run failed. */
export interface StopReason {
  reason: string;
  failure?: RunFailure | undefined;
}

/** Where an agent sits: in this process, or in one of its own. */
export interface AgentSeat {
  /** Lets the agent act until it returns or throws. Never rejects. */
  act(job: AgentJob): Promise<AgentEnd>;
  /** Tells the agent to stop. */
  abort(reason: StopReason): void;
  /** Gives an agent that was told to stop its time to return, once, and then ends it where that is possible. */
  close(): Promise<void>;
}

/** An agent in this process, where a loop that never awaits cannot be stopped. */
export function seatHere(agent: Agent, findProblems: FindProblems): AgentSeat {
  const stop = new AbortController();
  let acting: Promise<unknown> = Promise.resolve();
  let closing: Promise<unknown> | undefined;
  return {
    act: ({ desk, ...given }) => {
      const input = agentInput({ ...structuredClone(given), signal: stop.signal }, desk, findProblems);
      const ending = act(agent, input);
      acting = ending;
      return ending;
    },
    abort: (reason) => stop.abort(abortReason(reason)),
    close: async () => void (await (closing ??= withinTime(acting, graceMs))),
  };
}

/** What the signal of an agent says. */
export function abortReason({ reason, failure }: StopReason): Error {
  return Object.assign(new Error(reason), failure && { failure });
}

/** What an agent is given, with the desk behind it. */
export function agentInput(
  given: Pick<AgentInput, "task" | "tools" | "signal" | "recorded" | "conversation">,
  desk: Omit<AgentDesk, "ask"> & { ask(question: string): string | undefined | Promise<string> },
  findProblems: FindProblems,
): AgentInput {
  return {
    ...given,
    // `async`, so that nothing of it can throw into an agent that does not await.
    callTool: async (name, input, from) =>
      desk.call(
        typeof name === "string" ? name : agentText(name),
        receiveArguments(input, findProblems),
        pathOf(from),
      ),
    report: (step) => Promise.resolve(desk.report(requireSize(jsonCopy(step, "the reported step")))),
    fail: (message) => {
      desk.fail(requireText(message, "fail(message)"));
      return never();
    },
    ask: async (question) => (await desk.ask(requireText(question, "ask(question)"))) ?? never(),
  };
}

function pathOf(from: { path?: unknown } | null | undefined): string | undefined {
  const path = from?.path;
  return typeof path === "string" && path !== "" ? path.slice(0, maxPath) : undefined;
}

function requireSize(step: JsonValue): JsonValue {
  const size = JSON.stringify(step).length;
  if (size <= maxStep) return step;
  throw new RangeError(`The reported step has ${size} characters of JSON; at most ${maxStep} are taken.`);
}

function requireText(text: unknown, where: string): string {
  if (typeof text === "string" && text.trim() !== "") {
    if (text.length <= maxText) return text;
    throw new RangeError(`${where} takes at most ${maxText} characters, received ${text.length}`);
  }
  throw new TypeError(`${where} takes a text that is not empty, received ${agentText(text, { max: 40 })}`);
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Runs the agent and reads its answer (contract T6). */
export async function act(agent: Agent, input: AgentInput): Promise<AgentEnd> {
  try {
    return readAnswer(await agent(input));
  } catch (thrown) {
    return { failure: agentFailure(thrown) };
  }
}

function readAnswer(returned: unknown): { output: string; variables?: Variables } {
  if (returned === undefined || returned === null) return { output: "" };
  if (typeof returned !== "object" || Array.isArray(returned)) {
    throw new TypeError(`The agent must return { output }; it returned ${nameKind(returned)}.`);
  }
  const { output, variables } = returned as { output?: unknown; variables?: unknown };
  const text = output === undefined || output === null ? "" : readOutput(output);
  return variables === undefined ? { output: text } : { output: text, variables: readVariables(variables) };
}

function readOutput(output: unknown): string {
  const text = typeof output === "string" ? output : canonicalJson(output, "the agent's output");
  if (text.length <= maxAnswer) return text;
  throw new RangeError(`The agent's output has ${text.length} characters; at most ${maxAnswer} are taken.`);
}

function readVariables(given: unknown): Variables {
  const variables = jsonCopy(given, "the agent's variables");
  if (typeof variables !== "object" || variables === null || Array.isArray(variables))
    throw new TypeError(`The agent's variables must be an object; they are ${nameKind(given)}.`);
  const { length } = JSON.stringify(variables);
  if (length <= maxStep) return variables;
  throw new RangeError(
    `The agent's variables have ${length} characters of JSON; at most ${maxStep} are taken.`,
  );
}
