import type { RunFailure } from "@silo/artifacts";
import { canonicalJson, jsonCopy, type JsonValue } from "@silo/artifacts/json";
import { describeThrown, InvalidDefinitionError } from "@silo/errors";
import type { AgentAnswer, AgentResultCode } from "@silo/runtime";
import { agentFailure, givenUp } from "@silo/runtime/failure";
import { compileSchema, type JsonSchema } from "@silo/schema-validate";
import { bindUse, useFaults, type Use } from "./bind-use.js";
import { faultFinding, findUnmet, missingDependency, recordFindings } from "./check-flow.js";
import { consult } from "./command.js";
import type { CommandsOf, KnownFunctions } from "./command-kind.js";
import type { FlowFunction } from "./control.js";
import { commandNames, openContext } from "./flow-context.js";
import { isFlowError } from "./flow-error.js";
import { FlowRun, resultCodeOf, type Stop } from "./flow-run.js";
import type {
  ArgumentsOf,
  Caught,
  Flow,
  FlowAgent,
  FlowHooks,
  FlowInput,
  FlowLimits,
  ResultsOf,
  StatedResultsOf,
} from "./types.js";

/** How long the code of a flow may take to come to its end when the run has ended, and its hook too. Milliseconds. */
const unwindMs = 100;
const hookMs = 5_000;

/** What a flow is: see `defineFlow`. */
export interface FlowDefinition<
  Consts,
  Variables,
  Names extends string,
  Args,
  Returns,
  Bodies,
  Handlers,
  Use = unknown,
> {
  name: string;
  /** Semantic version, such as 1.0.0. */
  version: string;
  /** Values that the code reads as `flow.consts.name`. */
  consts?: Consts;
  /** The variables of a conversation with the values that they begin with; JSON. */
  variables?: Variables;
  limits?: FlowLimits;
  hooks?: FlowHooks;
  /** Kinds of commands that call out, by the name that each has in the flow: `flow.api(…)` for `{ api: api(…) }`. */
  use?: Use & KnownFunctions<Use, Names>;
  /** What `flow.call` can call, by name. */
  functions?: { [K in Names]: unknown } & {
    /** JSON Schema of the arguments, one object; without it the function takes none. */
    [K in keyof Args]: {
      args?: Args[K];
      /** What it does, for a model that may call it. */
      description?: string;
    };
  } & {
    /** JSON Schema of the result. With it other functions know its type; `main` knows it without. */
    [K in keyof Returns]: { returns?: Returns[K] };
  } & {
    [K in keyof Bodies]: {
      run: (
        flow: Flow<Consts, Variables, Names, Args, StatedResultsOf<Returns>> & CommandsOf<Use>,
        args: ArgumentsOf<Args, K>,
      ) => Bodies[K];
    };
  } & {
    [K in keyof Handlers]: {
      /** Gets whatever leaves the body. What it returns is what the function gives; the rest of the body is skipped. */
      onError?: (
        flow: Flow<Consts, Variables, Names, Args, StatedResultsOf<Returns>> & CommandsOf<Use>,
        caught: Caught & { args: ArgumentsOf<Args, K> },
      ) => Handlers[K];
    };
  };
  main: (
    flow: Flow<Consts, Variables, Names, Args, ResultsOf<Returns, Bodies, Handlers>> & CommandsOf<Use>,
  ) => Promise<void> | void;
  /** Gets whatever leaves `main`. When it returns, the run ends normally, with the output so far. */
  onError?: (
    flow: Flow<Consts, Variables, Names, Args, ResultsOf<Returns, Bodies, Handlers>> & CommandsOf<Use>,
    caught: Caught,
  ) => Promise<void> | void;
}

/**
 * Makes an agent (contract T6) of commands that have names. An error goes to the `onError` of the command, then to that
 * of the function, then up to that of `main`; a limit, a stop, `ask`, `end`, `fail` and a hook that refuses go past all
 * of them. Throws `InvalidDefinitionError` with all faults of the definition.
 */
export function defineFlow<
  const Consts,
  Variables,
  Args,
  Returns,
  Bodies,
  Handlers,
  Use,
  Names extends string = never,
>(definition: FlowDefinition<Consts, Variables, Names, Args, Returns, Bodies, Handlers, Use>): FlowAgent {
  const parts = definition as unknown as FlowParts;
  requireSound(parts);
  const needs = Object.values(parts.use ?? {}).flatMap((kind) => kind.needs);
  let agentFile: string | undefined;
  return Object.assign((input: FlowInput) => runFlow(parts, { input, agentFile }), {
    prepare: ({ file }: { file: string }): void => {
      agentFile = file;
      const missing = missingDependency(needs, file);
      if (missing) throw missing;
    },
    check: ({ file }: { file: string }) => findUnmet(needs, { file, environment: process.env }),
  });
}

/** A definition without its types. */
interface FlowParts {
  name: string;
  version: string;
  consts?: Record<string, unknown>;
  variables?: Record<string, unknown>;
  limits?: FlowLimits;
  hooks?: FlowHooks;
  use?: Use;
  functions?: Record<string, FlowFunction>;
  main: (flow: Flow) => unknown;
  onError?: (flow: Flow, caught: Caught) => unknown;
}

async function runFlow(
  parts: FlowParts,
  { input, agentFile }: { input: FlowInput; agentFile: string | undefined },
): Promise<AgentAnswer> {
  const { name, version, consts = {}, limits = {}, hooks = {}, functions = {}, use = {} } = parts;
  const variables = jsonCopy(parts.variables ?? {}, "the variables") as { [name: string]: JsonValue };
  const run = new FlowRun(input, { hooks, maxLoopIterations: limits.maxLoopIterations ?? 1000, variables });
  const flow = openContext(run, { consts, functions });
  const close = bindUse(run, { flow, functions, use, agentFile });
  await run.report({ type: "step", path: "main", command: "flow", input: { name, version }, output: null });
  let end: { thrown?: unknown } | undefined;
  const body = runMain(run, flow, parts).then(
    () => void (end = {}),
    (thrown: unknown) => void (end = { thrown }),
  );
  // Code that catches everything may take its time, and code that waits for something else may never see the end.
  await Promise.race([body, run.stopped.catch(() => within(body, unwindMs))]);
  await close();
  const { stop } = run;
  if (stop && stop.kind !== "end") return conclude(run, stop);
  if (!stop && end && "thrown" in end) return failed(run, end.thrown);
  return { output: joined(run.outputs), variables: run.variables };
}

async function runMain(run: FlowRun, flow: Flow, { main, onError }: FlowParts): Promise<void> {
  run.requireGoing();
  const { beforeRun } = run.hooks;
  const { task, tools } = run.input;
  if (beforeRun)
    await consult(run, { name: "beforeRun", path: "hooks.beforeRun" }, () => beforeRun({ task, tools }));
  try {
    await run.enter("main", { what: "The flow" }, () => main(flow));
  } catch (thrown) {
    run.requireGoing();
    if (!onError || !isFlowError(thrown)) throw thrown;
    await run.handle(thrown, { path: "main", onError: (caught) => onError(flow, caught) });
  }
}

/** A run that was stopped. */
async function conclude(run: FlowRun, stop: Exclude<Stop, { kind: "end" }>): Promise<never> {
  switch (stop.kind) {
    case "given_up": {
      const { message, path, resultCode } = stop;
      const end = { path, ...(resultCode && { resultCode }) };
      await tell(run, { ...givenUp(message), ...end });
      await run.report({ type: "end", ...end });
      // It does not come back before the run has ended.
      await Promise.race([run.input.fail?.(message), ended(run)]);
      throw new Error(message);
    }
    case "fault": {
      const { error, path, resultCode } = stop;
      return raise(run, error, { path, resultCode });
    }
    case "ended":
      if (stop.failure && !isPause(stop.failure)) await tell(run, stop.failure);
      throw stop.reason ?? new Error("The run has ended.");
  }
}

function failed(run: FlowRun, thrown: unknown): Promise<never> {
  if (!isFlowError(thrown)) return raise(run, thrown, { path: "main", resultCode: "errorInSilo" });
  return raise(run, thrown, { path: thrown.path, resultCode: resultCodeOf(thrown) });
}

async function raise(
  run: FlowRun,
  thrown: unknown,
  end: { path: string; resultCode: AgentResultCode },
): Promise<never> {
  await tell(run, { ...agentFailure(thrown), ...end });
  await run.report({ type: "end", ...end });
  throw thrown;
}

/** A run that waits for a person, or was stopped by one, has not failed. */
function isPause({ code }: RunFailure): boolean {
  return code === "awaiting_input" || code === "cancelled";
}

/** Tells the flow's own hook, which cannot hide what it is told of. */
async function tell(run: FlowRun, failure: RunFailure): Promise<void> {
  const { onAgentError } = run.hooks;
  if (!onAgentError) return;
  try {
    if (
      !(await within(
        Promise.resolve().then(() => onAgentError(failure)),
        hookMs,
      ))
    )
      throw new Error(`It took longer than ${hookMs} ms.`);
  } catch (cause) {
    const message = `The hook onAgentError failed: ${describeThrown(cause)}`;
    const where = { path: "hooks.onAgentError", resultCode: "errorInHook" } as const;
    await run.report({ type: "failure", code: "hook_failed", message, ...where });
  }
}

function ended({ input: { signal } }: FlowRun): Promise<void> | undefined {
  if (!signal || signal.aborted) return undefined;
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Whether `work` came to its end in time. Rejects as it does. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing, one value as it is, or texts on lines of their own; what is no text stands there as JSON. */
function joined(outputs: readonly JsonValue[]): JsonValue {
  if (outputs.length < 2) return outputs[0] ?? null;
  return outputs.map((one) => (typeof one === "string" ? one : canonicalJson(one, "the output"))).join("\n");
}

function requireSound({ name, version, limits, functions = {}, use = {}, main, variables }: FlowParts): void {
  const messages: string[] = [];
  if (typeof name !== "string" || name.trim() === "")
    messages.push('"name" must be a text that is not empty');
  if (typeof version !== "string" || !/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version))
    messages.push('"version" must be a semantic version such as 1.0.0');
  if (typeof main !== "function") messages.push('"main" must be a function');
  const { maxLoopIterations = 1 } = limits ?? {};
  if (!Number.isInteger(maxLoopIterations) || maxLoopIterations < 1)
    messages.push('"limits.maxLoopIterations" must be a whole number of at least 1');
  try {
    jsonCopy(variables, "the variables");
  } catch (thrown) {
    messages.push(describeThrown(thrown));
  }
  for (const [key, { args, returns, run }] of Object.entries(functions)) {
    const place = `functions.${key}`;
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(key)) messages.push(`"${place}" has no valid name`);
    if (typeof run !== "function") messages.push(`"${place}.run" must be a function`);
    messages.push(
      ...schemaProblems(args, `${place}.args`, "input"),
      ...schemaProblems(returns, `${place}.returns`, "output"),
    );
  }
  for (const member of Object.keys(use))
    if (commandNames.includes(member))
      messages.push(`"use.${member}" has the name of a command that every flow has`);
  const findings = [
    ...messages.map((message) => ({ code: "definition_invalid" as const, message })),
    ...useFaults(use, Object.keys(functions)).map(faultFinding),
  ];
  if (findings.length > 0 && !recordFindings(findings)) throw new InvalidDefinitionError({ findings });
}

function schemaProblems(
  schema: JsonSchema | undefined,
  place: string,
  purpose: "input" | "output",
): string[] {
  if (schema === undefined) return [];
  try {
    compileSchema(schema, { purpose });
    return [];
  } catch (thrown) {
    return [`"${place}": ${describeThrown(thrown)}`];
  }
}
