import { modelStepSchema, stepErrorSchema, type RunFailure, type TraceEventBody } from "@silo/artifacts";
import type { JsonValue } from "@silo/artifacts/json";
import { compileSchema, describeProblems, s, type Infer, type Schema } from "@silo/schema-validate";
import { agentResultCodes } from "./agent.js";
import { agentFailure, failureInAgent, type LimitReason } from "./failure.js";
import type { RunLimits } from "./limits.js";
import type { PastEvent } from "./recorded-run.js";
import type { Trace } from "./trace.js";

const resultCode = s.optional(s.enumeration(agentResultCodes));
const stepReport = s.object({
  type: s.literal("step"),
  path: s.string(),
  command: s.string(),
  input: s.json(),
  output: s.json(),
  error: s.optional(stepErrorSchema),
});
const failureReport = s.object({
  type: s.literal("failure"),
  code: s.string(),
  message: s.string(),
  path: s.string(),
  resultCode,
});
const endReport = s.object({ type: s.literal("end"), path: s.string(), resultCode });

/** What `report` takes beside a turn of the model, by its type. */
const kinds = { step: stepReport, failure: failureReport, end: endReport } as const;

export interface AgentReportsOptions {
  trace: Trace;
  limits: RunLimits;
  /** Ends the run, at a limit or because what was reported is nothing. */
  onLimit: (reason: LimitReason) => void;
  onInvalid: (failure: RunFailure) => void;
}

/** What an agent tells of itself: it goes into the trace, counts for the limits, and says where an end comes from. */
export class AgentReports {
  readonly #options: AgentReportsOptions;
  /** Steps and failures that a resumed run has behind it, and that its agent may tell of again. */
  readonly #past = new Set<string>();
  #tokens = 0;
  #costUsd = 0;
  #end: Infer<typeof endReport> | undefined;

  constructor(options: AgentReportsOptions) {
    this.#options = options;
  }

  take(given: JsonValue): void {
    const kind =
      typeof given === "object" && given !== null && !Array.isArray(given) ? given["type"] : undefined;
    if (kind === undefined) {
      if (this.#isValid(modelStepSchema, given)) this.#turn(given as Infer<typeof modelStepSchema>);
    } else if (kind === "step") {
      if (this.#isValid(stepReport, given)) this.#add(given as Infer<typeof stepReport>);
    } else if (kind === "failure") {
      if (!this.#isValid(failureReport, given)) return;
      const { type, ...failure } = given as Infer<typeof failureReport>;
      this.#add({ type, failure: failureInAgent(failure) });
    } else if (kind === "end") {
      if (this.#isValid(endReport, given)) this.#end = given as Infer<typeof endReport>;
    } else {
      const names = Object.keys(kinds).join(", ");
      this.#refuse(
        `Invalid report(step): "type" must be one of ${names}, or left out for a turn of the model.`,
      );
    }
  }

  /** What a resumed run has behind it, calls apart. */
  repeat(event: Exclude<PastEvent, { type: "call" }>): void {
    if (event.type === "model_step") return this.#turn(event.step);
    this.#add(event);
    this.#past.add(keyOf(event));
  }

  /** An end that the agent made, with what it said of where that comes from. */
  placed(failure: RunFailure): RunFailure {
    if (!this.#end) return failure;
    const { path, resultCode: code = failure.resultCode } = this.#end;
    return { ...failure, path, resultCode: code };
  }

  /** The end that was told of did not come: the question had an answer. */
  goOn(): void {
    this.#end = undefined;
  }

  #add(event: TraceEventBody & { type: "step" | "failure" }): void {
    if (!this.#past.has(keyOf(event))) this.#options.trace.add(event);
  }

  #turn(step: Infer<typeof modelStepSchema>): void {
    const { trace, limits, onLimit } = this.#options;
    trace.add({ type: "model_step", step });
    this.#tokens += (step.inputTokens ?? 0) + (step.outputTokens ?? 0);
    this.#costUsd += step.costUsd ?? 0;
    if (this.#costUsd > (limits.maxCostUsd ?? Infinity)) onLimit("cost_limit");
    else if (this.#tokens > (limits.maxTokens ?? Infinity)) onLimit("token_limit");
  }

  #isValid<T>(schema: Schema<T>, given: JsonValue): boolean {
    const problems = compileSchema(schema, { purpose: "data" }).check(given);
    if (problems.length === 0) return true;
    this.#refuse(describeProblems(problems, { subject: { file: "report(step)" } }));
    return false;
  }

  #refuse(problem: string): void {
    this.#options.onInvalid(agentFailure(new TypeError(problem)));
  }
}

function keyOf(
  event: { type: "step"; path: string; command: string } | { type: "failure"; failure: RunFailure },
): string {
  return event.type === "step" ? `${event.command} ${event.path}` : `failure ${event.failure.path}`;
}
