import { commonOptions, type CommandDefinition, type OptionDefinition } from "./command.js";
import { completionShells } from "./completion-script.js";

/** A word that can stand where the cursor is. */
export interface Candidate {
  word: string;
  describe: string;
}

/** Kinds of names that only the project knows. */
export type NameKind = "environment" | "task" | "run" | "dataset" | "template" | "code" | "topic";

/** Gives the names of a kind; `typed` are the options before the cursor that have a value. */
export type FindNames = (kind: NameKind, typed: Readonly<Record<string, string>>) => Promise<string[]>;

// By "OPTION" and by "COMMAND POSITIONAL"; what makes something new has no name to complete.
const optionKinds: Record<string, NameKind> = {
  env: "environment",
  task: "task",
  id: "task",
  resume: "run",
  template: "template",
};
const positionalKinds: Record<string, NameKind> = {
  "data show name": "dataset",
  "data update name": "dataset",
  "data remove name": "dataset",
  "runs show run": "run",
  "runs diff run": "run",
  "runs replay run": "run",
  "runs grade run": "run",
  "compare run": "run",
  "compare other": "run",
  "explain code": "code",
  "docs topic": "topic",
};

/**
 * What can stand in place of the last of `words`, which is what has been typed of it so far, and may be empty. None where
 * a text, a number or a file is expected, which is the shell's own to complete. `words` begin behind `silo`.
 */
export async function completionCandidates(
  words: readonly string[],
  { commands, findNames }: { commands: readonly CommandDefinition[]; findNames: FindNames },
): Promise<Candidate[]> {
  const { before, current, prefix } = atCursor(words);
  const line = readLine(before, commands);
  const found = await candidatesAt(line, current, { commands, findNames });
  return found
    .filter(({ word }) => word.startsWith(current))
    .map(({ word, describe }) => ({ word: prefix + word, describe }));
}

/** bash takes `=` for a word of its own, other shells leave `--env=demo` whole: then the candidates hold the option too. */
function atCursor(words: readonly string[]): { before: string[]; current: string; prefix: string } {
  const joined = words.filter((word, index) => word !== "=" || !words[index - 1]?.startsWith("--"));
  const isBehindEquals = words.at(-1) === "=" && joined.length < words.length;
  const [current = "", before] = isBehindEquals ? ["", joined] : [joined.at(-1) ?? "", joined.slice(0, -1)];
  const [, option, value = ""] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  if (option === undefined) return { before, current, prefix: "" };
  return { before: [...before, option], current: value, prefix: `${option}=` };
}

interface Line {
  /** The words that are neither options nor their values. */
  plain: string[];
  command: CommandDefinition | undefined;
  /** Values by option. */
  typed: Record<string, string>;
  /** Names of the options that were given, also those without a value. */
  given: Set<string>;
  /** The option whose value comes next. */
  open: string | undefined;
}

function readLine(before: readonly string[], commands: readonly CommandDefinition[]): Line {
  const line: Line = { plain: [], command: undefined, typed: {}, given: new Set(), open: undefined };
  for (const word of before) {
    if (line.open !== undefined) {
      line.typed[line.open] = word;
      line.open = undefined;
      continue;
    }
    const [, name, value] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== undefined) {
      line.given.add(name);
      const type = optionsOf(line.command)[name]?.type;
      if (value !== undefined) line.typed[name] = value;
      else if (type !== undefined && type !== "boolean") line.open = name;
    } else if (!word.startsWith("-")) {
      line.plain.push(word);
      line.command ??= commands.find((command) => command.name === line.plain.join(" "));
    }
  }
  return line;
}

function optionsOf(command: CommandDefinition | undefined): Record<string, OptionDefinition> {
  return { ...command?.options, ...commonOptions };
}

async function candidatesAt(
  line: Line,
  current: string,
  { commands, findNames }: { commands: readonly CommandDefinition[]; findNames: FindNames },
): Promise<Candidate[]> {
  const { command, plain, open, typed } = line;
  const names = async (kind: NameKind | undefined): Promise<Candidate[]> =>
    kind === undefined ? [] : (await findNames(kind, typed)).map((word) => ({ word, describe: "" }));
  if (open !== undefined) {
    const { choices } = optionsOf(command)[open] ?? {};
    if (choices) return choices.map((word) => ({ word, describe: "" }));
    return names(open === "id" && command?.name === "task add" ? undefined : optionKinds[open]);
  }
  if (current.startsWith("-")) return optionCandidates(line);
  if (command === undefined) return commandCandidates(plain, commands);
  const positional = Object.keys(command.positionals ?? {})[plain.length - command.name.split(" ").length];
  if (positional === undefined) return optionCandidates(line);
  if (command.name === "completion") return completionShells.map((word) => ({ word, describe: "" }));
  return names(positionalKinds[`${command.name} ${positional}`]);
}

/** The next word of the commands that begin with what is there. */
function commandCandidates(plain: readonly string[], commands: readonly CommandDefinition[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { name, summary } of commands) {
    const words = name.split(" ");
    const word = words[plain.length];
    if (word === undefined || !plain.every((typed, index) => typed === words[index])) continue;
    const isGroup = words.length > plain.length + 1;
    const before = found.get(word)?.describe;
    const describe = isGroup
      ? [before ?? "Commands:", words.at(-1)].join(before === undefined ? " " : ", ")
      : summary;
    found.set(word, { word, describe });
  }
  return [...found.values()];
}

function optionCandidates({ command, given }: Line): Candidate[] {
  const candidates = Object.entries(optionsOf(command))
    .filter(([name, { type, isHidden }]) => isHidden !== true && (type === "list" || !given.has(name)))
    .map(([name, { describe }]) => ({ word: `--${name}`, describe }));
  return [...candidates, { word: "--help", describe: "Show help" }];
}
