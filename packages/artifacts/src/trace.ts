import { type Infer, s } from "@silo/schema-validate";
import { checkSchema, terminationReasons } from "./result.js";
import { failureSchema, runConfigSchema } from "./run.js";
import { taskSchema } from "./task.js";

const envelope = {
  seq: s.integer({ minimum: 1, description: "Counts from 1 without gaps" }),
  at: s.string({ format: "date-time" }),
};

/** What an agent is told about a tool. */
export const toolDescriptorSchema = s.object({
  name: s.string(),
  description: s.string(),
  inputSchema: s.record(s.json(), { description: "JSON Schema of the arguments" }),
});

export type ToolDescriptor = Infer<typeof toolDescriptorSchema>;

/** A fault of a tool, kept for the author; an agent never sees it (contract E8). */
const faultSchema = s.object({ code: s.string(), message: s.string(), stack: s.optional(s.string()) });

const runStart = s.object({
  seq: envelope.seq,
  type: s.literal("run_start"),
  at: envelope.at,
  runId: s.string(),
  environment: s.string(),
  task: taskSchema,
  config: runConfigSchema,
  tools: s.array(toolDescriptorSchema),
});

const toolCall = s.object({
  seq: envelope.seq,
  type: s.literal("tool_call"),
  at: envelope.at,
  callId: s.string(),
  tool: s.string(),
  input: s.json(),
  path: s.optional(s.string({ description: "The step of the agent that made the call, where it says so" })),
});

const toolResult = s.object({
  seq: envelope.seq,
  type: s.literal("tool_result"),
  at: envelope.at,
  callId: s.string(),
  tool: s.string(),
  output: s.json(),
  durationMs: s.number({ minimum: 0 }),
  isError: s.boolean(),
  changed: s.array(s.string(), { description: "Entities (collection.id) and fields that the call changed" }),
  fault: s.optional(faultSchema),
});

const lateCall = s.object({
  seq: envelope.seq,
  type: s.literal("late_call"),
  at: envelope.at,
  tool: s.string(),
  input: s.json(),
});

/** A turn of the agent's model, as the agent reported it: tokens are counted, cost is in US dollars. */
export const modelStepSchema = s.object({
  model: s.optional(s.string()),
  inputTokens: s.optional(s.integer({ minimum: 0 })),
  outputTokens: s.optional(s.integer({ minimum: 0 })),
  costUsd: s.optional(s.number({ minimum: 0 })),
  durationMs: s.optional(s.number({ minimum: 0 })),
  content: s.optional(s.json({ description: "What the model said" })),
  path: s.optional(s.string({ description: "Where in the agent the turn was" })),
});

/** What an agent reports of a turn of its model (contract T6). */
export type ModelStep = Infer<typeof modelStepSchema>;

const modelStep = s.object({
  seq: envelope.seq,
  type: s.literal("model_step"),
  at: envelope.at,
  step: modelStepSchema,
});

/** What a step failed with. A cause is `{ name, message, code?, cause? }`. */
export const stepErrorSchema = s.object({
  code: s.string(),
  message: s.string(),
  path: s.optional(s.string({ description: "Where it came from, where that is not the step itself" })),
  output: s.optional(s.json()),
  cause: s.optional(s.json()),
});

export type StepError = Infer<typeof stepErrorSchema>;

const stepMembers = {
  path: s.string({ description: "Where in the agent the step is" }),
  command: s.string({ description: "What kind of step it is; `ask` is a question that was answered" }),
  input: s.json(),
  output: s.json(),
  error: s.optional(stepErrorSchema),
};

/** A finished step of an agent, as the agent tells of it: `error` stands where it failed. */
export const stepSchema = s.object(stepMembers);

export type AgentStep = Infer<typeof stepSchema>;

const step = s.object({
  seq: envelope.seq,
  type: s.literal("step"),
  at: envelope.at,
  ...stepMembers,
});

const agentOutput = s.object({
  seq: envelope.seq,
  type: s.literal("agent_output"),
  at: envelope.at,
  output: s.json(),
});

const failure = s.object({
  seq: envelope.seq,
  type: s.literal("failure"),
  at: envelope.at,
  failure: failureSchema,
});

const runEnd = s.object({
  seq: envelope.seq,
  type: s.literal("run_end"),
  at: envelope.at,
  terminationReason: s.enumeration(terminationReasons),
  error: s.nullable(s.string()),
  toolCalls: s.integer({ minimum: 0 }),
  toolErrors: s.integer({ minimum: 0 }),
  durationMs: s.number({ minimum: 0 }),
  inFlight: s.array(s.string(), { description: "Ids of calls that had no result when the run ended" }),
});

const verifierResult = s.object({
  seq: envelope.seq,
  type: s.literal("verifier_result"),
  at: envelope.at,
  verifierId: s.string(),
  passed: s.boolean(),
  reward: s.nullable(s.number({ minimum: 0, maximum: 1 })),
  checks: s.array(checkSchema),
});

/** One line of `trace.jsonl` (contract A1). A reader ignores event types that it does not know. */
export const traceEventSchema = s.union(
  [runStart, toolCall, toolResult, lateCall, modelStep, step, agentOutput, failure, runEnd, verifierResult],
  { $id: "urn:silo:trace-event:1", title: "Silo trace event" },
);

export type TraceEvent = Infer<typeof traceEventSchema>;

/** The event of one type. */
export type TraceEventOf<Type extends TraceEvent["type"]> = Extract<TraceEvent, { type: Type }>;

type WithoutStamp<E> = E extends unknown ? Omit<E, "seq" | "at"> : never;

/** An event before the trace numbers and dates it. */
export type TraceEventBody = WithoutStamp<TraceEvent>;
