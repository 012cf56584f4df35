import type { ExitCode, SiloError } from "@silo/errors";

export interface OptionDefinition {
  type: "string" | "number" | "boolean" | "list";
  describe: string;
  alias?: string;
  /** `{ unless }`: not where the named option is given. */
  required?: boolean | { unless: string };
  choices?: readonly string[];
  /** Neither help nor completion shows it: nobody types it. */
  isHidden?: boolean;
}

export interface CommandContext {
  /** The project's folder, absolute. */
  cwd: string;
  /** Aborts when the person interrupts. */
  signal: AbortSignal;
  colors: boolean;
  /** Standard error is a terminal that a person looks at: work that takes long shows how far it is (contract C5). */
  isWatched: boolean;
}

/** What was typed: positionals and options by name, as their type says. */
export type Arguments = Record<string, string | number | boolean | string[] | undefined>;

/** What a command gives; printing happens in one place (contract C2). */
export interface CommandOutcome {
  /** What `--json` shows as `result`. */
  result: unknown;
  /** The same for a person. */
  text: string;
  /** 0 where it is left out; 1 where a run failed or a validation found errors (contract E5). */
  exitCode?: ExitCode;
  /** Set where the command ended in an error that comes with a text: a run that was not graded. */
  error?: SiloError;
}

export interface CommandDefinition {
  /** The words after `silo`. */
  name: string;
  summary: string;
  positionals?: Record<string, { describe: string; required: boolean }>;
  options: Record<string, OptionDefinition>;
  /** Command lines without `silo`, each with what it does. */
  examples: readonly (readonly [string, string])[];
  /** What it gives is a text of its own: an envelope only where `--json` asks for it (contract C2). */
  isText?: boolean | ((args: Arguments) => boolean);
  /** Heavy modules are imported in here, so that other commands do not pay for them. */
  run(args: Arguments, context: CommandContext): Promise<CommandOutcome>;
}

/** Options that every command has (contract C2, C4, C6). `schema` is read before all others: see `parseArguments`. */
export const commonOptions: Record<string, OptionDefinition> = {
  json: { type: "boolean", describe: "Print one JSON envelope on standard output; --no-json for text" },
  schema: {
    type: "boolean",
    describe: "Print the JSON Schema of what --json gives as result, and do nothing else",
  },
  cwd: { type: "string", describe: "The project's folder, instead of the working directory" },
  verbose: { type: "boolean", alias: "v", describe: "Add the stack to an error" },
  color: { type: "boolean", describe: "Colours on a terminal; --no-color for none" },
};
