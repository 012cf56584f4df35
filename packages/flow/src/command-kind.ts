import type { ToolDescriptor } from "@silo/artifacts";
import type { JsonValue } from "@silo/artifacts/json";
import type { FlowFunction } from "./control.js";
import type { Flow } from "./types.js";

/** How a command of a kind is called: its name first, as for every command of a flow. */
export type CommandFunction = (name: string, ...args: never[]) => Promise<unknown>;

/**
 * What stands in `use` of a flow: a kind of command with its profiles (what is allowed, where, how long). The member's
 * name is the command's name in the flow; `kind` is what the trace calls it.
 */
export interface CommandKind<
  Run extends CommandFunction = CommandFunction,
  Functions extends string = never,
> {
  readonly kind: string;
  /** For the compiler alone: the functions of the flow that it names. */
  readonly functions?: Functions;
  /** The names of its profiles. */
  readonly profiles?: readonly string[];
  /** All that is wrong with what was declared, found without running anything; `defineFlow` throws where there is any. */
  readonly faults: readonly KindFault[];
  /** What must be there before a run; nothing here says that it is. */
  readonly needs: readonly Need[];
  /** What it names of the flow, and the flow has not; `defineFlow` throws where there is any. */
  faultsIn?(flow: FlowFacts): readonly KindFault[];
  /** The command of one run. Nothing is loaded, opened or read from the environment until it is called. */
  bind(host: KindHost): Run;
  /** The tools that a profile can offer to a model, which calls them through the command; only of kinds that have any. */
  tools?(host: KindHost, from: { profile: string; signal: AbortSignal }): Promise<ToolDescriptor[]>;
}

/** What a flow consists of, for a kind that names parts of it. */
export interface FlowFacts {
  functions: readonly string[];
  /** The names of the profiles of a kind that the flow uses; none where it does not. */
  profilesOf(kind: string): readonly string[];
}

/** Something that can never work, or holds what it must not hold. */
export interface KindFault {
  kind: string;
  /** `profile_invalid` where it is left out. */
  code?: "prompt_invalid" | "tool_unknown" | "variable_unset";
  /** Which profile (or prompt), where it is about one. */
  profile?: string;
  /** Dotted, below the profile: `auth.env`. */
  field: string;
  /** What is wrong and what would be right, in a sentence that can stand alone; it names profile and field. */
  message: string;
}

/** Something outside the flow: a package that can be imported from the agent's file, or a variable of the environment. */
export type Need = {
  kind: string;
  /** Which profile needs it, where one does. */
  profile?: string;
} & (
  | { type: "dependency"; specifier: string; version: string }
  | { type: "variable"; name: string; holds?: "address" }
);

/** One command that a kind runs. */
export interface KindCommand<T> {
  /** What it is called in messages: `The api request`. */
  what: string;
  /** For the record, and for telling whether a resumed flow does the same; JSON, and without secrets. */
  input: unknown;
  /** Does the work. What it throws becomes the failure of the command; `signal` aborts when the run ends. */
  perform: (context: { signal: AbortSignal; path: string }) => Promise<T>;
}

/** A command of a kind that had finished before the question of a run that goes on. */
export interface RecordedCommand {
  path: string;
  input: JsonValue;
  output: JsonValue;
  /** It failed. */
  error?: { code: string; message: string };
}

/** What a run offers to the kinds that are bound to it. */
export interface KindHost {
  /** The flow that the command is one of, for a kind whose command consists of others. */
  readonly flow: Flow;
  readonly functions: Readonly<Record<string, FlowFunction>>;
  /** All that the flow uses, by the names of the commands. */
  readonly kinds: Readonly<Record<string, CommandKind<CommandFunction, string>>>;
  /** The author's file that the agent was loaded from: packages are looked for from there first. */
  readonly agentFile: string | undefined;
  /** What commands of this kind had done before the question, in their order; empty in a run that starts anew. */
  readonly recorded: readonly RecordedCommand[];
  /** Runs a command by the rules of all commands: path, hooks, record, stops, and `onError`. */
  run<T>(
    name: string,
    command: KindCommand<T>,
    options?: { onError?: ((caught: never) => unknown) | undefined },
  ): Promise<T>;
  /** To be called once, when the run is over: connections, processes. */
  onEnd(close: () => void | Promise<void>): void;
}

/** What the compiler says where a kind names a function that the flow has not. */
export type KnownFunctions<Use, Names extends string> = {
  readonly [Member in keyof Use]: Use[Member] extends { readonly functions?: infer Named }
    ? Exclude<Named, undefined> extends Names
      ? unknown
      : { readonly functions?: Names }
    : unknown;
};

/** What a flow offers for what it uses: `flow.api(…)` for `use: { api: api(…) }`. */
export type CommandsOf<Use> = {
  readonly [Member in keyof Use]: Use[Member] extends CommandKind<infer Run, string> ? Run : never;
};
