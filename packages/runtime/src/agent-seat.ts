import type { RunFailure, ToolDescriptor } from "@silo/artifacts";
import { canonicalJson, jsonCopy, type JsonValue } from "@silo/artifacts/json";
import { agentText } from "@silo/errors";
import type { Agent, AgentInput, ToolCallResult } from "./agent.js";
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

/** What an agent does reaches the run through here. */
export interface AgentDesk {
  /** Never rejects: a failed call is a value (contract E1). */
  call(tool: string, received: ReceivedArguments): Promise<ToolCallResult>;
  report(step: JsonValue): void;
  /** The recorded answer; undefined where there is none, and the run has ended. */
  ask(question: string): string | undefined;
  fail(message: string): void;
}

export interface AgentJob {
  task: string;
  tools: ToolDescriptor[];
  desk: AgentDesk;
}

/** How an agent came to its end by itself. */
export type AgentEnd = { output: string } | { failure: RunFailure };

/** Where an agent sits: in this process, or in one of its own. */
export interface AgentSeat {
  /** Lets the agent act until it returns or throws. Never rejects. */
  act(job: AgentJob): Promise<AgentEnd>;
  /** Tells the agent to stop. */
  abort(reason: string): void;
  /** Gives an agent that was told to stop its time to return, once, and then ends it where that is possible. */
  close(): Promise<void>;
}

/** An agent in this process, where a loop that never awaits cannot be stopped. */
export function seatHere(agent: Agent, findProblems: FindProblems): AgentSeat {
  const stop = new AbortController();
  let acting: Promise<unknown> = Promise.resolve();
  let closing: Promise<unknown> | undefined;
  return {
    act: ({ task, tools, desk }) => {
      const input = agentInput(
        { task, tools: structuredClone(tools), signal: stop.signal },
        desk,
        findProblems,
      );
      const ending = act(agent, input);
      acting = ending;
      return ending;
    },
    abort: (reason) => stop.abort(new Error(reason)),
    close: async () => void (await (closing ??= withinTime(acting, graceMs))),
  };
}

/** What an agent is given, with the desk behind it. */
export function agentInput(
  given: Pick<AgentInput, "task" | "tools" | "signal">,
  desk: Omit<AgentDesk, "ask"> & { ask(question: string): string | undefined | Promise<string> },
  findProblems: FindProblems,
): AgentInput {
  return {
    ...given,
    // `async`, so that nothing of it can throw into an agent that does not await.
    callTool: async (name, input) =>
      desk.call(typeof name === "string" ? name : agentText(name), receiveArguments(input, findProblems)),
    report: (step) => desk.report(requireSize(jsonCopy(step, "the reported step"))),
    fail: (message) => {
      desk.fail(requireText(message, "fail(message)"));
      return never();
    },
    ask: async (question) => (await desk.ask(requireText(question, "ask(question)"))) ?? never(),
  };
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
    return { output: readAnswer(await agent(input)) };
  } catch (thrown) {
    return { failure: agentFailure(thrown) };
  }
}

function readAnswer(returned: unknown): string {
  if (returned === undefined || returned === null) return "";
  if (typeof returned !== "object" || Array.isArray(returned)) {
    throw new TypeError(`The agent must return { output }; it returned ${nameKind(returned)}.`);
  }
  const { output } = returned as { output?: unknown };
  if (output === undefined || output === null) return "";
  const text = typeof output === "string" ? output : canonicalJson(output, "the agent's output");
  if (text.length <= maxAnswer) return text;
  throw new RangeError(`The agent's output has ${text.length} characters; at most ${maxAnswer} are taken.`);
}
