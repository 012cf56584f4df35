import { type Infer, s } from "@silo/schema-validate";

/**
 * A task file, `tasks/<id>.json` (contract A1). `instruction` is the only text that the agent receives;
 * `limits` (times in milliseconds) stand between the defaults and what a caller sets (contract T8).
 */
export const taskSchema = s.object(
  {
    $schema: s.optional(s.string({ description: "The JSON Schema that editors complete this file from" })),
    id: s.string({
      minLength: 1,
      description: "Task id, used on the command line; the file has the same name",
    }),
    title: s.string({ minLength: 1, description: "Short label for listings" }),
    instruction: s.string({ minLength: 1, description: "The only text that the agent receives" }),
    difficulty: s.optional(
      s.enumeration(["easy", "medium", "hard"], { description: "Metadata; Silo does not read it" }),
    ),
    verifierId: s.string({ minLength: 1, description: "Which verifier grades the task" }),
    entities: s.optional(
      s.array(s.string(), { description: "Ids that the task concerns; not shown to the agent" }),
    ),
    notes: s.optional(
      s.string({ description: "For the people who maintain the task; not shown to the agent" }),
    ),
    expectsNoChange: s.optional(
      s.boolean({ description: "The right outcome changes nothing, and the answer is graded" }),
    ),
    waivers: s.optional(
      s.array(
        s.object({
          mutation: s.string({ minLength: 1, description: "The mutation that may pass the verifier" }),
          reason: s.string({ minLength: 1, description: "Why it may" }),
        }),
        { description: "Mutations of the solution that a proof accepts although they pass" },
      ),
    ),
    limits: s.optional(
      s.object({
        maxToolCalls: s.optional(s.integer({ minimum: 1, description: "Tool calls, refused ones included" })),
        timeoutMs: s.optional(
          s.integer({ minimum: 1, description: "Wall clock of the agent, milliseconds" }),
        ),
        toolTimeoutMs: s.optional(s.integer({ minimum: 1, description: "One call, milliseconds" })),
        memoryMb: s.optional(s.integer({ minimum: 1, description: "Memory of the agent's process, MiB" })),
        maxConsecutiveToolErrors: s.optional(
          s.integer({ minimum: 1, description: "Failed tool calls in a row" }),
        ),
        maxTokens: s.optional(
          s.integer({ minimum: 1, description: "Tokens that the agent reports, input and output" }),
        ),
        maxCostUsd: s.optional(
          s.number({ exclusiveMinimum: 0, description: "Cost that the agent reports, US dollars" }),
        ),
        loadTimeoutMs: s.optional(s.integer({ minimum: 1, description: "Loading, milliseconds" })),
        verifierTimeoutMs: s.optional(s.integer({ minimum: 1, description: "Grading, milliseconds" })),
      }),
    ),
  },
  { $id: "urn:silo:task:1", title: "Silo task" },
);

export type SiloTask = Infer<typeof taskSchema>;
