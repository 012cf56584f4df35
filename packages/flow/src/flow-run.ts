import { AsyncLocalStorage } from "node:async_hooks";
import type { RunFailure } from "@silo/artifacts";
import { jsonCopy, type JsonValue } from "@silo/artifacts/json";
import { describeThrown } from "@silo/errors";
import type { AgentReport, AgentResultCode } from "@silo/runtime";
import { FlowError, flowErrorOf, placeOf } from "./flow-error.js";
import { Replay } from "./replay.js";
import type { Caught, FlowHooks, FlowInput } from "./types.js";

/** Why a run ends at once. None of these can be caught: see `FlowRun.halt`. */
export type Stop =
  | { kind: "end" }
  /** The flow gave up, or a hook refused: the person reads the message. */
  | { kind: "given_up"; message: string; path: string; resultCode?: AgentResultCode }
  /** A limit, a person, or a question without an answer: whoever runs the agent has ended the run. */
  | { kind: "ended"; reason: unknown; failure?: RunFailure | undefined }
  /** Something is wrong that is no failure of the flow's code: Silo's own fault, or another flow than was recorded. */
  | { kind: "fault"; error: Error; path: string; resultCode: AgentResultCode };

/** Where commands run one after the other: a function, a branch, an iteration or a handler. */
export interface Scope {
  readonly path: string;
  /** In a handler, and in whatever it calls. */
  readonly isHandling: boolean;
  /** In what a model called, where the run must not end as if the flow had. */
  readonly isTool: boolean;
  readonly names: Map<string, number>;
  /** What the last command gave. */
  result: unknown;
  busy?: { path: string; done: Promise<void> } | undefined;
  /** A command failed, and nobody has told yet what became of that. */
  failed?: FlowError | undefined;
  /** Its code has returned or thrown. */
  isLeft: boolean;
  /** The work of one command: nothing in it is a command of its own. */
  readonly isWork: boolean;
}

/** The input of the command `set`. */
export interface VariableSet {
  name: string;
  value: JsonValue;
}

/** One for all runs: Node 20 looks at every one that there is whenever anything asynchronous begins. */
const places = new AsyncLocalStorage<{ run: FlowRun; scope: Scope }>();

const namePattern = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;

/** One run of a flow: its scopes, what it has come to, and whether it may go on. */
export class FlowRun {
  readonly input: FlowInput;
  readonly hooks: FlowHooks;
  readonly maxLoopIterations: number;
  readonly replay: Replay;
  readonly outputs: JsonValue[];
  variables: { [name: string]: JsonValue };
  /** Rejects when the run is to end. */
  readonly stopped: Promise<never>;
  /** A question that has no answer yet: whether the run goes on is open until then. */
  asking: Promise<unknown> | undefined;
  readonly #abort = new AbortController();
  readonly #main: Scope = openScope("main");
  readonly #resultsBefore = new WeakMap<FlowError, unknown>();
  readonly #told = new WeakSet<FlowError>();
  #stop: { stop: Stop; error: Error } | undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(
    input: FlowInput,
    given: { hooks: FlowHooks; maxLoopIterations: number; variables: { [name: string]: JsonValue } },
  ) {
    this.input = input;
    this.hooks = given.hooks;
    this.maxLoopIterations = given.maxLoopIterations;
    this.replay = new Replay(input.recorded ?? []);
    this.outputs = this.replay.below("main", "output").map(({ input: value }) => value as JsonValue);
    this.variables = { ...given.variables, ...structuredClone(input.conversation?.variables ?? {}) };
    this.stopped = new Promise((_, reject) => (this.#reject = reject));
    this.stopped.catch(() => undefined);
    const { signal } = input;
    const onAbort = (): void => void this.halt(endedBy(signal?.reason));
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
  }

  get stop(): Stop | undefined {
    return this.#stop?.stop;
  }

  /** Aborts when the run is to end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Where the code is that calls this; the scope of `main` where that cannot be told. */
  get scope(): Scope {
    const place = places.getStore();
    return place?.run === this ? place.scope : this.#main;
  }

  /** Ends the run. The first reason stays; from here on every command throws, whatever the code catches. */
  halt(stop: Stop): Error {
    if (this.#stop) return this.#stop.error;
    const error = new Error(`The run ends here: ${textOf(stop)}`);
    error.name = "FlowStop";
    this.#stop = { stop, error };
    this.#abort.abort(error);
    this.#reject(error);
    return error;
  }

  /** Throws where the run is to end. */
  requireGoing(): void {
    if (this.#stop) throw this.#stop.error;
  }

  /** Waits until it is known whether the run goes on, and throws where it does not. */
  async goingOn(): Promise<void> {
    while (this.asking && !this.#stop) await Promise.race([this.asking, this.stopped]).catch(() => undefined);
    this.requireGoing();
  }

  /** What `work` gives; where the run is to end meanwhile, it is left to itself and the run goes first. */
  async unlessStopped<T>(work: T | PromiseLike<T>): Promise<T> {
    return Promise.race([work, this.stopped]);
  }

  /** A command begins: its scope and its path. */
  begin(command: string, name: string, { isNote = false } = {}): { scope: Scope; path: string } {
    this.requireGoing();
    const { scope } = this;
    const said = `${command} "${name}" in ${scope.path}`;
    const refuse = (code: string, problem: string): FlowError =>
      new FlowError(`${said} ${problem}`, { code, path: scope.path });
    if (typeof name !== "string" || !namePattern.test(name))
      throw refuse(
        "invalid_command",
        "has no valid name: letters, digits, _ and - are allowed, and the first must be a letter or _.",
      );
    if (scope.isLeft)
      throw refuse("not_awaited", "came when the code around it had ended: await every command.");
    if (scope.isWork && !isNote)
      throw refuse(
        "invalid_command",
        "stands in the work of a command, which is recorded as one: move it out.",
      );
    if (scope.busy)
      throw refuse(
        "not_awaited",
        `began while ${scope.busy.path} was still running: await each command, or use parallel.`,
      );
    this.#settle(scope);
    const count = (scope.names.get(name) ?? 0) + 1;
    scope.names.set(name, count);
    return { scope, path: `${scope.path}.${name}${count > 1 ? `#${count}` : ""}` };
  }

  /** Keeps for the handler of `error` what the last command before it gave. */
  remember(error: FlowError, before: unknown): FlowError {
    if (!this.#resultsBefore.has(error)) this.#resultsBefore.set(error, before);
    return error;
  }

  /** Runs the code of a scope. Whatever it throws becomes a `FlowError` of `what`, or the end of the run. */
  async enter<T>(
    path: string,
    {
      what,
      isHandling = this.scope.isHandling,
      isTool = this.scope.isTool,
      result = null,
    }: { what: string; isHandling?: boolean; isTool?: boolean; result?: unknown },
    work: () => T,
  ): Promise<Awaited<T>> {
    const scope = path === "main" ? this.#main : openScope(path, { isHandling, isTool, result });
    let failed: { thrown: unknown } | undefined;
    let value: Awaited<T> | undefined;
    try {
      value = await places.run({ run: this, scope }, async () => work());
    } catch (thrown) {
      failed = { thrown };
    }
    scope.isLeft = true;
    while (scope.busy) {
      // What was not awaited belongs to the code all the same.
      await scope.busy.done;
      if (scope.failed) failed ??= { thrown: scope.failed };
    }
    this.requireGoing();
    const left = this.replay.rest(path);
    if (left) throw this.differ(left.difference, path);
    if (!failed) {
      this.#settle(scope);
      return value as Awaited<T>;
    }
    const error = flowErrorOf(failed.thrown, { what, path });
    if (scope.failed && !comesFrom(error, scope.failed)) this.#settle(scope);
    throw this.remember(error, scope.result);
  }

  /** Runs the work of one command, which may write things down and end the run, and no more. */
  work<T>(path: string, work: () => T): T {
    const scope = openScope(path, { ...inherited(this.scope), isWork: true });
    return places.run({ run: this, scope }, work);
  }

  /** Lets a handler take a failure; what it returns is what failed gives. It is `JSON`, and a failure in it goes on. */
  async handle(
    error: FlowError,
    { path, onError }: { path: string; onError: (caught: Caught) => unknown },
  ): Promise<JsonValue> {
    this.tellHandled(error);
    const result = this.#resultsBefore.get(error) ?? null;
    const caught: Caught = { exc: error, result };
    const what = "The onError";
    const place = `${path}.onError`;
    return this.enter(place, { what, isHandling: true, result }, async () =>
      asResult(await onError(caught), { what, path: place }),
    );
  }

  /** Tells of a failure that did not end the run, once. */
  tellHandled(error: FlowError): void {
    if (this.#told.has(error)) return;
    this.#told.add(error);
    const { code, message, path } = error;
    this.report({ type: "failure", code, message, path, resultCode: resultCodeOf(error) });
  }

  /** Sets the variables that were set below a path, as it is recorded; a handler that runs again sets its own. */
  setAgain(path: string, { withHandler }: { withHandler: boolean }): void {
    for (const { path: at, input } of this.replay.below(path, "set"))
      if (withHandler || !at.startsWith(`${path}.onError.`)) this.set(input as unknown as VariableSet);
  }

  set({ name, value }: VariableSet): void {
    this.variables = { ...this.variables, [name]: value };
  }

  /** Resolves when whoever runs the flow has taken it: then it is known whether the run goes on. */
  report(report: AgentReport): Promise<void> {
    const taken = Promise.resolve(this.input.report?.(report)).then(
      () => undefined,
      (cause: unknown) => {
        const error = new Error(`report failed: ${describeThrown(cause)}`, { cause });
        throw this.halt({ kind: "fault", error, path: "main", resultCode: "errorInSilo" });
      },
    );
    // What is written down is not waited for.
    taken.catch(() => undefined);
    return taken;
  }

  differ(difference: string, path: string): Error {
    return this.halt({ kind: "fault", error: new Error(difference), path, resultCode: "errorInAgent" });
  }

  /** The code around a failed command went on: then it has handled the failure itself. */
  #settle(scope: Scope): void {
    if (scope.failed) this.tellHandled(scope.failed);
    scope.failed = undefined;
  }
}

/** What failed: code of the flow, or one of its hooks. */
export function resultCodeOf({ code }: FlowError): AgentResultCode {
  return code === "hook_failed" ? "errorInHook" : "errorInAgent";
}

/** A copy as JSON of what a command or a function gave. Throws a `FlowError` that names the place in the value. */
export function asResult(value: unknown, { what, path }: { what: string; path: string }): JsonValue {
  try {
    return jsonCopy(value, "the result");
  } catch (cause) {
    throw new FlowError(
      `${what} at ${placeOf(path)} gave what cannot be recorded: ${describeThrown(cause)}`,
      {
        code: "invalid_result",
        path,
        cause,
      },
    );
  }
}

/** Whether `error` is the failure, or an error that code has made of it. */
function comesFrom(error: unknown, failure: FlowError): boolean {
  try {
    for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1)
      if (at === failure) return true;
  } catch {
    // A cause that does not let itself be looked at.
  }
  return false;
}

/** What holds in a scope holds in those below it. */
function inherited({ isHandling, isTool }: Scope): Pick<Scope, "isHandling" | "isTool"> {
  return { isHandling, isTool };
}

function openScope(
  path: string,
  { isHandling = false, isTool = false, result = null as unknown, isWork = false } = {},
): Scope {
  return { path, isHandling, isTool, names: new Map(), result, isLeft: false, isWork };
}

/** Whoever ends a run says why in the reason of its signal, and where it failed also what is recorded of that. */
function endedBy(reason: unknown): Stop {
  const failure = (reason as { failure?: RunFailure } | null | undefined)?.failure;
  return { kind: "ended", reason, failure };
}

function textOf(stop: Stop): string {
  switch (stop.kind) {
    case "end":
      return "it was ended by the flow.";
    case "given_up":
      return stop.message;
    case "ended":
      return describeThrown(stop.reason);
    case "fault":
      return stop.error.message;
  }
}
