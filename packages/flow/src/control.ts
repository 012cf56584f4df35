import { isConnectionFailure } from "@silo/runtime/failure";
import { compileSchema, describeProblems, type JsonSchema } from "@silo/schema-validate";
import { jsonCopy, type JsonValue } from "@silo/artifacts/json";
import { runCommand } from "./command.js";
import { FlowError, isFlowError, placeOf, toStepError } from "./flow-error.js";
import { asResult, type FlowRun } from "./flow-run.js";
import type { Caught, Flow, Loop } from "./types.js";

/** A function of a flow, without its types. */
export interface FlowFunction {
  description?: string | undefined;
  args?: JsonSchema | undefined;
  returns?: JsonSchema | undefined;
  run: (flow: Flow, args: never) => unknown;
  onError?: ((flow: Flow, caught: Caught & { args: never }) => unknown) | undefined;
}

/** `call`: checks the arguments, runs the function, and lets its handler take what leaves its body. */
export function callFunction(
  run: FlowRun,
  { flow, functions, running }: { flow: Flow; functions: Record<string, FlowFunction>; running: Set<string> },
  name: string,
  args: unknown,
): Promise<JsonValue> {
  const what = `The function ${name}`;
  const perform = async ({ path }: { path: string }): Promise<JsonValue> => {
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
    const refuse = (code: string, problem: string): FlowError => new FlowError(problem, { code, path });
    if (!called) {
      const known = Object.keys(functions).join(", ") || "none";
      throw refuse(
        "function_not_found",
        `There is no function "${name}", called at ${placeOf(path)}; there are: ${known}.`,
      );
    }
    const problem = argumentProblem(called, { name, args });
    if (problem) throw refuse("invalid_arguments", `${problem} It was called at ${placeOf(path)}.`);
    if (running.has(name))
      throw refuse("function_running", `${what} was called at ${placeOf(path)} while it is still running.`);
    running.add(name);
    try {
      return await runFunction(run, called, { flow, what, path, args: args ?? {} });
    } finally {
      running.delete(name);
    }
  };
  return runCommand(run, {
    kind: "call",
    what,
    name,
    input: args,
    perform,
    isMadeOfCommands: true,
  });
}

function argumentProblem(
  { args: schema }: FlowFunction,
  { name, args }: { name: string; args: unknown },
): string {
  const problems = compileSchema(schema ?? noArguments, { purpose: "input" }).check(args);
  return describeProblems(problems, { subject: { tool: name } });
}

const noArguments: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

async function runFunction(
  run: FlowRun,
  called: FlowFunction,
  { flow, what, path, args }: { flow: Flow; what: string; path: string; args: unknown },
): Promise<JsonValue> {
  // A body may change what it was given; the handler sees what came.
  const copy = (): never => jsonCopy(args, "the arguments") as never;
  const { onError } = called;
  try {
    return await run.enter(path, { what, isHandling: run.scope.isHandling }, async () =>
      requireStated(asResult(await called.run(flow, copy()), { what, path }), called, { what, path }),
    );
  } catch (thrown) {
    run.requireGoing();
    if (!onError) throw thrown;
    const handled = await run.handle(thrown as FlowError, {
      path,
      onError: (caught) => onError(flow, { ...caught, args: copy() }),
    });
    return requireStated(handled, called, { what, path });
  }
}

/** What `returns` says of the result. */
function requireStated(
  value: JsonValue,
  { returns }: FlowFunction,
  { what, path }: { what: string; path: string },
): JsonValue {
  if (returns === undefined) return value;
  const problems = compileSchema(returns, { purpose: "output" }).check(value);
  if (problems.length === 0) return value;
  const said = describeProblems(problems, { subject: { output: what } });
  throw new FlowError(`${said} It was called at ${placeOf(path)}.`, { code: "invalid_result", path });
}

/** `parallel`: all branches come to their end; what ends the run goes before what failed. */
export function runParallel<B extends Record<string, () => unknown>>(
  run: FlowRun,
  name: string,
  branches: B,
): Promise<{ [K in keyof B]: Awaited<ReturnType<B[K]>> }> {
  const names = Object.keys(branches);
  const perform = async ({ path, scope }: { path: string; scope: { result: unknown } }): Promise<unknown> => {
    const wrong = names.find((branch) => !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(branch));
    if (wrong !== undefined)
      throw new FlowError(`The branch "${wrong}" of ${placeOf(path)} has no valid name.`, {
        code: "invalid_command",
        path,
      });
    const settled = await Promise.allSettled(
      names.map((branch) =>
        runBranch(run, { path: `${path}.${branch}`, result: scope.result }, branches[branch]!),
      ),
    );
    run.requireGoing();
    const failures = settled.flatMap((one, index) =>
      one.status === "rejected" ? [{ branch: names[index]!, error: one.reason as FlowError }] : [],
    );
    if (failures.length > 0) throw combine(failures, path);
    return Object.fromEntries(
      settled.map((one, index) => [names[index], (one as { value?: unknown }).value]),
    );
  };
  return runCommand(run, {
    kind: "parallel",
    what: "The branches",
    name,
    input: names,
    perform,
    recordedBy: "nobody",
    isMadeOfCommands: true,
  }) as Promise<never>;
}

/** The trace has every branch, also those that failed beside others. */
async function runBranch(
  run: FlowRun,
  { path, result }: { path: string; result: unknown },
  work: () => unknown,
): Promise<unknown> {
  const step = { type: "step", path, command: "branch", input: null, output: null } as const;
  try {
    const value = await run.enter(path, { what: "The branch", result }, work);
    await run.report(step);
    return value;
  } catch (thrown) {
    run.requireGoing();
    if (isFlowError(thrown)) await run.report({ ...step, error: toStepError(thrown, path) });
    throw thrown;
  }
}

function combine(failures: { branch: string; error: FlowError }[], path: string): FlowError {
  const [first] = failures;
  if (first && failures.length === 1) return first.error;
  const said = failures.map(({ branch, error }) => `${branch}: ${error.message}`).join(" ");
  const errors = failures.map(({ error }) => error);
  // Only where every branch lost a service the person is told to try again: see `agentFailure`.
  const cause = errors.every(isConnectionFailure) ? first?.error : new AggregateError(errors, said);
  return new FlowError(`${failures.length} branches of ${placeOf(path)} failed. ${said}`, {
    code: "branches_failed",
    path,
    cause,
  });
}

/** `loop`. */
export function runLoop<Item, T>(run: FlowRun, name: string, loop: Loop<Item, T>): Promise<Awaited<T>[]> {
  const what = "The loop";
  const perform = ({ path, scope }: { path: string; scope: { result: unknown } }): Promise<Awaited<T>[]> => {
    const { result } = scope;
    const results: Awaited<T>[] = [];
    const iterate = async (work: (index: number) => unknown): Promise<void> => {
      const index = results.length;
      await run.enter(`${path}[${index}]`, { what, result }, () => work(index));
    };
    const requireBelow = (): void => {
      if (results.length < run.maxLoopIterations) return;
      const message = `The loop at ${placeOf(path)} reached its limit of ${run.maxLoopIterations} iterations.`;
      throw new FlowError(message, { code: "loop_limit", path });
    };
    // A scope of its own, for commands that the items come from.
    return run.enter(path, { what, result }, async () => {
      if ("over" in loop) {
        for await (const item of loop.over) {
          requireBelow();
          await iterate(async (index) => results.push(await loop.run(item as Awaited<Item>, index)));
        }
        return results;
      }
      for (let goesOn = true; goesOn;) {
        await iterate(async (index) => {
          goesOn = Boolean(await loop.while(index));
          if (!goesOn) return;
          requireBelow();
          results.push(await loop.run(index));
        });
      }
      return results;
    });
  };
  return runCommand<Awaited<T>[]>(run, {
    kind: "loop",
    what,
    name,
    input: null,
    perform,
    recordedBy: "nobody",
    isMadeOfCommands: true,
  });
}
