import type { AgentStep, ToolDescriptor, RunFailure } from "@silo/artifacts";
import type { JsonValue } from "@silo/artifacts/json";
import type { Problem } from "@silo/schema-validate";
import type { StopReason } from "../agent-seat.js";
import type { Conversation, ToolCallResult } from "../agent.js";

/** Where a bundled module lies, and which file of the author's it was made of. */
export interface BundlePlace {
  path: string;
  file: string;
}

/** From the run to the process of an agent. */
export type ToAgent =
  | ({ type: "load"; timeoutMs: number } & BundlePlace)
  /** Load it, and say what is wrong with it; it does not act. */
  | ({ type: "inspect"; timeoutMs: number } & BundlePlace)
  | ({ type: "start" } & AgentStart)
  | { type: "result"; id: number; result: ToolCallResult }
  | { type: "answer"; id: number; answer: string }
  | { type: "reported"; id: number }
  | ({ type: "abort" } & StopReason);

/** What an agent is given, as data. */
export interface AgentStart {
  task: string;
  tools: ToolDescriptor[];
  recorded: readonly AgentStep[];
  conversation?: Conversation | undefined;
}

/** From the process of an agent to the run. */
export type FromAgent =
  | { type: "ready" }
  | { type: "loaded" }
  | { type: "refused"; error: WireFault }
  /** Without findings where the agent cannot be asked. */
  | { type: "inspected"; findings?: JsonValue[] | undefined }
  | { type: "call"; id: number; tool: string; received: WireArguments; path?: string | undefined }
  | { type: "report"; id: number; step: JsonValue }
  | { type: "ask"; id: number; question: string }
  | { type: "fail"; message: string }
  | { type: "done"; output: string; variables?: JsonValue }
  | ({ type: "crash" } & Pick<RunFailure, "message" | "personMessage">);

/** Arguments of a call: what was given, or how it is described where JSON cannot hold it; nothing where nothing was. */
export type WireArguments = { given: JsonValue } | { text: JsonValue; problems: readonly Problem[] } | object;

/** From the run to the process of a world: each is answered under its number. */
export interface ToWorld {
  id: number;
  method: string;
  params: unknown;
}

/** From the process of a world to the run. `noticed` comes before the answer: the process is not in a loop. */
export type FromWorld =
  | { type: "ready" }
  | { id: number; noticed: true }
  | { id: number; value: unknown }
  | { id: number; fault: WireFault };

/** An error as it crosses from one process to another. */
export interface WireFault {
  /** Set for a fault of the world. */
  place?: string;
  /** Set for an error of Silo's own: its wire form. */
  error?: JsonValue;
  reason: string;
  /** For the author; causes included. */
  stack: string;
}
