import type { AgentStep } from "@silo/artifacts";
import { jsonCopy, type JsonValue } from "@silo/artifacts/json";
import { describeThrown } from "@silo/errors";
import { flowErrorOf, FlowError, fromStepError, placeOf, toStepError } from "./flow-error.js";
import { asResult, type FlowRun, type Scope } from "./flow-run.js";
import type { Caught, Refusal } from "./types.js";

/** One command, whatever it does. */
export interface Command<T> {
  /** What it is called in the trace: `tool`, `step`, … */
  kind: string;
  /** What it is called in messages: `The tool get_order`. */
  what: string;
  /** Unique names are not needed: the second `orders` of a scope has the path `orders#2`. */
  name: string;
  /** For the record, the hook, and for telling whether a resumed flow does the same; must be JSON. */
  input: unknown;
  /**
   * Does the work. It must look after no stop: where the run ends meanwhile, what it gives is dropped, and `signal` has
   * aborted. What it throws becomes a `FlowError` of this path, unless it is one.
   */
  perform: (context: { path: string; signal: AbortSignal; scope: Scope }) => T | Promise<T>;
  /**
   * Who records a success: the flow, where it is left out, or whoever runs the agent. The result is JSON and is given
   * again when the run goes on after a question. `nobody`: the work is then done again.
   */
  recordedBy?: "host" | "nobody";
  /** It consists of commands, which see to the end of the run themselves. */
  isMadeOfCommands?: boolean;
  /** Takes what it fails with; see `CommandOptions`. */
  onError?: ((caught: Caught) => unknown) | undefined;
}

/**
 * Runs a command: this is the one way for all of them, also for those of other entry points. In this order: whether the
 * run goes on at all, the record of a run that is resumed, the hook `beforeCommand`, the work, the record, `onError`.
 * Rejects with the `FlowError` of the command or of its handler, and with what ends the run.
 */
export function runCommand<T>(run: FlowRun, command: Command<T>): Promise<Awaited<T>> {
  const { scope } = run;
  const promise = new Promise<Awaited<T>>((resolve, reject) => {
    carryOut(run, command).then(resolve, (thrown: unknown) => {
      // The end of the run, or of the code around the command, tells of it: nobody needs to have awaited this.
      if (run.stop || scope.isLeft) promise.catch(() => undefined);
      reject(thrown as Error);
    });
  });
  return promise;
}

async function carryOut<T>(run: FlowRun, command: Command<T>): Promise<Awaited<T>> {
  const { scope, path } = run.begin(command.kind, command.name);
  const before = scope.result;
  let free = (): void => undefined;
  scope.busy = { path, done: new Promise((resolve) => (free = resolve)) };
  try {
    const value = await attempt(run, command, { scope, path });
    scope.result = value;
    return value;
  } catch (thrown) {
    run.requireGoing();
    scope.failed = flowErrorOf(thrown, { what: command.what, path });
    throw run.remember(scope.failed, before);
  } finally {
    scope.busy = undefined;
    free();
  }
}

interface Place {
  scope: Scope;
  path: string;
}

async function attempt<T>(run: FlowRun, command: Command<T>, place: Place): Promise<Awaited<T>> {
  const { kind, what, onError } = command;
  const { path, scope } = place;
  const given = readInput(command, path);
  const recorded = takeRecorded(run, { path, command: kind, input: given.input });
  try {
    if (given.error) throw given.error;
    if (recorded && command.recordedBy !== "nobody") {
      run.setAgain(path, { withHandler: command.isMadeOfCommands === true });
      if (recorded.error) throw fromStepError(recorded.error, path);
      return recorded.output as Awaited<T>;
    }
    return await performNew(run, command, {
      ...place,
      input: given.input,
      isRecorded: recorded !== undefined,
    });
  } catch (thrown) {
    run.requireGoing();
    const error = flowErrorOf(thrown, { what, path });
    if (!recorded) {
      const step = { path, command: kind, input: given.input, output: null };
      await run.report({ type: "step", ...step, error: toStepError(error, path) });
      // Whether the run goes on may be open now.
      await run.goingOn();
    }
    if (!onError) throw error;
    run.remember(error, scope.result);
    return (await run.handle(error, { path, onError })) as Awaited<T>;
  }
}

async function performNew<T>(
  run: FlowRun,
  { kind, what, perform, recordedBy, isMadeOfCommands = false }: Command<T>,
  { scope, path, input, isRecorded }: Place & { input: JsonValue; isRecorded: boolean },
): Promise<Awaited<T>> {
  await run.goingOn();
  if (!isRecorded) await askHook(run, { path, command: kind, input });
  const start = async (): Promise<T> => perform({ path, signal: run.signal, scope });
  const value = await (isMadeOfCommands ? start() : run.unlessStopped(run.work(path, start)));
  // A question may have been asked meanwhile in another branch.
  await run.goingOn();
  if (recordedBy === "nobody") {
    if (!isRecorded) await run.report({ type: "step", path, command: kind, input, output: null });
    run.requireGoing();
    return value;
  }
  const output = asResult(value, { what, path });
  if (recordedBy === undefined) await run.report({ type: "step", path, command: kind, input, output });
  run.requireGoing();
  return output as Awaited<T>;
}

/** A command that is done at once: it writes something down. Returns its path. */
export function note(
  run: FlowRun,
  {
    kind,
    input: given,
    write,
  }: { kind: string; input: unknown; write?: (input: JsonValue, isRecorded: boolean) => void },
): string {
  const { scope, path } = run.begin(kind, kind, { isNote: true });
  const { input, error } = readInput({ what: `The ${kind}`, input: given }, path);
  try {
    if (error) throw error;
    const isRecorded = takeRecorded(run, { path, command: kind, input }) !== undefined;
    if (!isRecorded) run.report({ type: "step", path, command: kind, input, output: null });
    write?.(input, isRecorded);
    return path;
  } catch (thrown) {
    run.requireGoing();
    scope.failed = flowErrorOf(thrown, { what: `The ${kind}`, path });
    throw run.remember(scope.failed, scope.result);
  }
}

/** Asks `beforeCommand`. Throws where it refuses, which ends the run, and where it broke. */
async function askHook(
  run: FlowRun,
  facts: { path: string; command: string; input: JsonValue },
): Promise<void> {
  const { beforeCommand } = run.hooks;
  if (!beforeCommand) return;
  await consult(run, { name: "beforeCommand", path: facts.path }, () =>
    beforeCommand({ ...facts, input: structuredClone(facts.input) }),
  );
  await run.goingOn();
}

/** Calls a hook that may refuse. */
export async function consult(
  run: FlowRun,
  { name, path }: { name: string; path: string },
  hook: () => unknown,
): Promise<void> {
  let verdict: unknown;
  try {
    verdict = await run.unlessStopped(Promise.resolve().then(hook));
    if (verdict !== undefined && verdict !== null && !isRefusal(verdict))
      throw new TypeError("it returned neither nothing nor { refuse: message }");
  } catch (cause) {
    run.requireGoing();
    const message = `The hook ${name} failed at ${placeOf(path)}: ${describeThrown(cause)}`;
    throw new FlowError(message, { code: "hook_failed", path, cause });
  }
  if (verdict) {
    const message = (verdict as Refusal).refuse;
    throw run.halt({ kind: "given_up", message, path, resultCode: "refusedByHook" });
  }
}

function isRefusal(verdict: unknown): verdict is Refusal {
  const { refuse } = verdict as { refuse?: unknown };
  return typeof refuse === "string" && refuse.trim() !== "";
}

function takeRecorded(
  run: FlowRun,
  id: { path: string; command: string; input: JsonValue },
): AgentStep | undefined {
  const taken = run.replay.take(id);
  if ("difference" in taken) throw run.differ(taken.difference, id.path);
  return taken.step;
}

/** What JSON cannot hold fails the command; its record has null for it. */
function readInput(
  { what, input }: { what: string; input: unknown },
  path: string,
): { input: JsonValue; error?: FlowError } {
  try {
    return { input: jsonCopy(input, "the input") };
  } catch (cause) {
    const message = `${what} at ${placeOf(path)} has an input that cannot be recorded: ${describeThrown(cause)}`;
    return { input: null, error: new FlowError(message, { code: "invalid_arguments", path, cause }) };
  }
}
