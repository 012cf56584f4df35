import type { Conversation, AgentInput, AgentAnswer } from "@silo/runtime";
import type { RunFailure, ToolDescriptor } from "@silo/artifacts";
import type { Infer, JsonSchema } from "@silo/schema-validate";
import type { FlowFinding } from "./flow-finding.js";
import type { FlowError } from "./flow-error.js";

/** A value as it comes back from a record: a Date is its text, what is undefined is null or left out. */
export type Recorded<T> = T extends { toJSON(...args: never[]): infer J }
  ? J
  : T extends undefined | void
    ? null
    : T extends string | number | boolean | null
      ? T
      : T extends readonly (infer I)[]
        ? Recorded<I>[]
        : T extends ReadonlySet<infer I>
          ? Recorded<I>[]
          : T extends ReadonlyMap<infer K extends string | number, infer V>
            ? { [P in K]?: Recorded<V> }
            : T extends object
              ? {
                  [K in keyof T]: T[K] extends undefined
                    ? undefined
                    : Recorded<Exclude<T[K], undefined>> | Extract<T[K], undefined>;
                }
              : T;

/** What a handler is told. */
export interface Caught {
  /** What failed, and where (`exc.path`); `String(exc.message)` is its message, `exc.cause` what was thrown. */
  exc: FlowError;
  /** What the last command before the failed one gave, in the same function; null where there was none. */
  result: unknown;
}

/** What every command that can fail takes. */
export interface CommandOptions<H> {
  /**
   * Gets what the command failed with. What it returns is the command's value, and the function goes on. A failure in it
   * goes to the function's `onError`; `ask` in it is refused.
   */
  onError?: (caught: Caught) => H;
}

export interface ToolCommand<H> extends CommandOptions<H> {
  /** The name of the tool. */
  tool: string;
  /** Its arguments; left out for a tool that needs none. */
  input?: unknown;
}

/** A loop over items, or one that goes on while a condition holds; in both `index` counts from 0. */
export type Loop<Item, T> =
  | { over: Iterable<Item> | AsyncIterable<Item>; run: (item: Awaited<Item>, index: number) => T }
  | { while: (index: number) => boolean | Promise<boolean>; run: (index: number) => T };

/** What is not there: the function has no schema of arguments. */
type NoArguments = Record<string, never>;

/** The arguments of function `K`. */
export type ArgumentsOf<Args, K> = K extends keyof Args
  ? unknown extends Args[K]
    ? NoArguments
    : Args[K] extends JsonSchema
      ? Infer<Args[K]>
      : NoArguments
  : NoArguments;

/** What `call` takes after the name. */
export type CallArguments<T> = Record<string, never> extends T ? [args?: T] : [args: T];

/** What a function gives: what its body or its handler returns, or what its schema says. */
export type ResultsOf<Returns, Bodies, Handlers> = {
  [K in keyof Bodies]: K extends keyof Returns
    ? unknown extends Returns[K]
      ? ResultOf<Bodies, K> | ResultOf<Handlers, K>
      : StatedResult<Returns[K]>
    : ResultOf<Bodies, K> | ResultOf<Handlers, K>;
};

type ResultOf<Outcomes, K> = K extends keyof Outcomes
  ? unknown extends Outcomes[K]
    ? never
    : Recorded<Awaited<Outcomes[K]>>
  : never;

type StatedResult<Schema> = Schema extends JsonSchema ? Infer<Schema> : unknown;

/** Within the functions themselves, the results of those that state them. */
export type StatedResultsOf<Returns> = {
  [K in keyof Returns]: unknown extends Returns[K] ? unknown : StatedResult<Returns[K]>;
};

/**
 * What a flow acts through. Every command has a name, and with the names of what it stands in a path, such as
 * `main.lookupOrder.orders`. Commands of one function, branch or iteration run one after the other.
 */
export interface Flow<
  Consts = Record<string, unknown>,
  Variables = Record<string, unknown>,
  Names = string,
  Args = Record<string, JsonSchema>,
  Results = Record<string, unknown>,
> {
  /** The task's instruction. */
  readonly task: string;
  readonly tools: readonly ToolDescriptor[];
  readonly consts: Readonly<Consts>;
  /** As they are now: at first those of the conversation, or what the flow says. Change them with `set`. */
  readonly variables: Readonly<Variables>;
  /** What earlier runs of the conversation answered, oldest first. */
  readonly outputs: readonly string[];
  /** Aborts when the run ends. */
  readonly signal: AbortSignal;

  /**
   * Calls a tool and gives its output, whose type is for the author to say. An error of the tool fails the command, with
   * the tool's code.
   */
  tool<T = unknown>(name: string, command: ToolCommand<unknown>): Promise<T>;
  /**
   * Runs `work`, which may do anything, and records what it gives, which must be JSON: in a run that goes on after a
   * question it is not run again. `signal` aborts when the run ends.
   */
  step<T, H = never>(
    name: string,
    work: (context: { signal: AbortSignal; path: string }) => T,
    options?: CommandOptions<H>,
  ): Promise<Recorded<Awaited<T>> | Recorded<Awaited<H>>>;
  /** Calls a function of the flow. One that is still running cannot be called again. */
  call<K extends Names & string>(
    name: K,
    ...args: CallArguments<ArgumentsOf<Args, K>>
  ): Promise<K extends keyof Results ? Results[K] : unknown>;
  /** Runs branches at the same time, and gives what each of them returned. Where any fails, so does the command. */
  parallel<B extends Record<string, () => unknown>>(
    name: string,
    branches: B,
  ): Promise<{ [K in keyof B]: Awaited<ReturnType<B[K]>> }>;
  /** Runs `run` again and again, and gives what each iteration returned. It fails beyond `limits.maxLoopIterations`. */
  loop<Item, T>(name: string, loop: Loop<Item, T>): Promise<Awaited<T>[]>;
  /** Asks the person. The run pauses, and goes on from here when it is resumed with an answer. */
  ask(name: string, question: string): Promise<string>;
  /** Writes to the trace. */
  log(message: string, data?: unknown): void;
  /** Adds to what the person gets: texts stand on lines of their own, a single value stays what it is. */
  output(value: unknown): void;
  /** Sets a variable of the conversation, which is kept where the run succeeds. */
  set<K extends keyof Variables & string>(name: K, value: Variables[K]): void;
  /** Ends the run as a success, with the output so far. */
  end(): never;
  /** Ends the run as a failure, with a message for the person. */
  fail(message: string): never;
}

/** What a hook is told of a command that is about to run. */
export interface CommandFacts {
  path: string;
  /** What kind it is: `tool`, `step`, `call`, `parallel`, `loop`, `ask`. */
  command: string;
  input: unknown;
}

/** What a hook returns to refuse the run, with a message for the person. Nothing lets it go on. */
export interface Refusal {
  refuse: string;
}

type Verdict = Refusal | undefined | void;

export interface FlowHooks {
  /** Before `main`. */
  beforeRun?(run: { task: string; tools: readonly ToolDescriptor[] }): Verdict | Promise<Verdict>;
  /** Before every command that is awaited. */
  beforeCommand?(command: CommandFacts): Verdict | Promise<Verdict>;
  /** Gets the failure of a run that did not succeed, before the environment's hook does. What it throws is recorded. */
  onAgentError?(failure: RunFailure): unknown;
}

export interface FlowLimits {
  /** How many iterations one loop may have; 1000 where it is left out. */
  maxLoopIterations?: number;
}

/** What a flow is called with: a run gives all of it, a test needs no more than the first three. */
export type FlowInput = Pick<AgentInput, "task" | "tools"> & {
  callTool: (name: string, input: unknown, from?: { path: string }) => ReturnType<AgentInput["callTool"]>;
} & Partial<Pick<AgentInput, "signal" | "fail" | "ask" | "recorded">> & {
    report?: (...given: Parameters<AgentInput["report"]>) => unknown;
    conversation?: Conversation | undefined;
  };

/** A flow is an agent (contract T6). */
export interface FlowAgent {
  (input: FlowInput): Promise<AgentAnswer>;
  /** Called with the file that the flow was loaded from. Throws `dependency_missing` where a package that it uses is not there. */
  prepare(from: { file: string }): void;
  /** What would make a run fail, and can be known before: packages as `file` finds them, variables of this process. */
  check(from: { file: string }): FlowFinding[];
}
