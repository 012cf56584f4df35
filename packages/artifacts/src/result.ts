import { type Infer, s } from "@silo/schema-validate";

/** How a run ended (contract T9). How it was graded is another thing: see `verdicts`. */
export const terminationReasons = [
  "completed",
  "max_tool_calls",
  "timeout",
  "agent_error",
  "cost_limit",
  "token_limit",
  "tool_error_limit",
  "memory_limit",
  "agent_failed",
  "environment_error",
  "cancelled",
  "awaiting_input",
] as const;

export type TerminationReason = (typeof terminationReasons)[number];

/** `ungraded` is never a zero of the agent's: nobody can say how it did (contract G2). */
export const verdicts = ["passed", "failed", "ungraded"] as const;

export type Verdict = (typeof verdicts)[number];

export const checkSchema = s.object({
  label: s.string(),
  passed: s.boolean(),
  detail: s.string({ description: "Empty where the verifier gave none" }),
  required: s.boolean(),
});

/** One check of a verifier, as it is recorded. */
export type CheckRecord = Infer<typeof checkSchema>;

/**
 * `result.json` (contract A1, A2). It holds no time, id or path: the same behaviour gives the same bytes.
 * `reward` is between 0 and 1, and null where `verdict` is `ungraded`; `error` is one line.
 */
export const resultSchema = s.object(
  {
    passed: s.boolean(),
    reward: s.nullable(s.number({ minimum: 0, maximum: 1 })),
    requiredPassed: s.integer({ minimum: 0 }),
    requiredTotal: s.integer({ minimum: 0 }),
    failedRequired: s.array(s.string(), { description: "Labels of the required checks that failed" }),
    checksPassed: s.integer({ minimum: 0 }),
    checksFailed: s.integer({ minimum: 0 }),
    toolCalls: s.integer({ minimum: 0, description: "Calls made, refused ones included" }),
    toolErrors: s.integer({ minimum: 0 }),
    terminationReason: s.enumeration(terminationReasons),
    agentOutput: s.string({ description: "Text as the agent gave it; anything else as canonical JSON" }),
    error: s.nullable(s.string()),
    checks: s.array(checkSchema),
    verdict: s.enumeration(verdicts),
  },
  { $id: "urn:silo:result:1", title: "Silo result" },
);

export type RunResult = Infer<typeof resultSchema>;
