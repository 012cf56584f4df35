import { type Infer, s } from "@silo/schema-validate";
import { conversationStartSchema } from "./conversation.js";
import { terminationReasons } from "./result.js";
import { taskSchema } from "./task.js";

/** Version of the form of all four files of a run; a reader refuses another major (contract A1). */
export const formatVersion = "1.0";

/** What a run was given: calls, tokens and errors are counted, times are milliseconds (contract T8). */
export const runConfigSchema = s.object({
  maxToolCalls: s.integer({ minimum: 1 }),
  timeoutMs: s.integer({ minimum: 1 }),
  toolTimeoutMs: s.optional(s.integer({ minimum: 1 })),
  memoryMb: s.optional(s.integer({ minimum: 1 })),
  maxConsecutiveToolErrors: s.optional(s.integer({ minimum: 1 })),
  maxTokens: s.optional(s.integer({ minimum: 1 })),
  maxCostUsd: s.optional(s.number({ exclusiveMinimum: 0 })),
  loadTimeoutMs: s.integer({ minimum: 1 }),
  verifierTimeoutMs: s.integer({ minimum: 1 }),
  agentPath: s.nullable(s.string({ description: "As it was given; null for an agent passed as a function" })),
  grants: s.array(s.string()),
  conversation: s.optional(conversationStartSchema),
});

export type RunConfig = Infer<typeof runConfigSchema>;

/**
 * Why a run did not end by itself (contract T10): `message` is for the developer, `personMessage` for the person who
 * waits for the agent, `path` the place in the run that it came from.
 */
export const failureSchema = s.object({
  code: s.string(),
  resultCode: s.string(),
  message: s.string(),
  personMessage: s.string(),
  path: s.string(),
  callId: s.optional(s.string()),
  handled: s.boolean(),
});

export type RunFailure = Infer<typeof failureSchema>;

/** SHA-256 in hex of what the run was made of, so that two runs can be compared; null where there is no file. */
export const hashesSchema = s.object({
  environment: s.nullable(s.string()),
  task: s.string(),
  verifier: s.string(),
  agent: s.nullable(s.string()),
});

export type RunHashes = Infer<typeof hashesSchema>;

/** `run.json` (contract A1). Times are ISO 8601 in UTC, durations milliseconds. */
export const runSchema = s.object(
  {
    runId: s.string(),
    environment: s.string(),
    taskId: s.string(),
    task: taskSchema,
    verifierId: s.string(),
    verifierName: s.string(),
    config: runConfigSchema,
    startedAt: s.string({ format: "date-time" }),
    finishedAt: s.string({ format: "date-time" }),
    durationMs: s.integer({ minimum: 0 }),
    terminationReason: s.enumeration(terminationReasons),
    toolCallCount: s.integer({ minimum: 0 }),
    formatVersion: s.string(),
    hashes: hashesSchema,
    failure: s.nullable(failureSchema),
  },
  { $id: "urn:silo:run:1", title: "Silo run" },
);

export type RunRecord = Infer<typeof runSchema>;
