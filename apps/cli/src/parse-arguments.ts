import { siloError } from "@silo/errors";
import { nearest } from "@silo/errors/nearest";
import yargs, { type Argv } from "yargs";
import { commonOptions, type Arguments, type CommandDefinition, type OptionDefinition } from "./command.js";

/**
 * A help text, or the command whose schema is asked for (of none, the envelope's), or the command that was meant with
 * what was typed after it, which `readArguments` reads.
 */
export type Parsed =
  | { help: string }
  | { schemaOf: CommandDefinition | undefined }
  | { command: CommandDefinition; typed: Record<string, unknown> };

/**
 * Reads a command line; the only place that knows yargs. yargs splits the words and writes the help; what is wrong
 * with them is said here, with the nearest right word (contract C3). Throws `usage_error`.
 */
export async function parseArguments(
  argv: string[],
  commands: readonly CommandDefinition[],
): Promise<Parsed> {
  let selected: Parsed | undefined;
  const parser = yargs()
    .scriptName("silo")
    .usage("$0 <command>\n\nSimulated worlds in which AI agents are run and graded.")
    .parserConfiguration({
      "camel-case-expansion": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
    })
    .wrap(Math.min(100, process.stdout.columns ?? 100))
    .exitProcess(false)
    .version(false)
    .help("help")
    .alias("help", "h")
    .options(yargsOptions(commonOptions))
    .fail((message: string, error: Error | undefined) => {
      const [, bare] = /^Not enough arguments following: (.+)$/.exec(message ?? error?.message ?? "") ?? [];
      if (bare !== undefined) throw usage(`--${bare} needs a value.`);
      throw error ?? usage(message);
    });
  const select = (command: CommandDefinition, typed: Record<string, unknown>): void => {
    selected = typed["schema"] === true ? { schemaOf: command } : { command, typed };
  };
  addCommands(parser, commands, select);

  let help = "";
  const typed = (await parser.parseAsync(joinDashes(argv), {}, (_error, _typed, output) => {
    help = output;
  })) as Record<string, unknown>;
  if (help !== "") return { help: `${help}\n` };
  return selected ?? withoutCommand(typed, commands, () => parser.getHelp());
}

/** yargs takes "-" for a word of its own, and not for the value of the option before it. */
function joinDashes(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (const word of argv) {
    const before = words.at(-1);
    if (word === "-" && before !== undefined && /^--[\w-]+$/.test(before))
      words[words.length - 1] = `${before}=-`;
    else words.push(word);
  }
  return words;
}

type Select = (command: CommandDefinition, typed: Record<string, unknown>) => void;

/** Commands of two words stand in a group, so that `silo env --help` lists them. */
function addCommands(parser: Argv, commands: readonly CommandDefinition[], select: Select): void {
  const groups = new Map<string, CommandDefinition[]>();
  for (const command of commands) {
    const [first = "", second] = command.name.split(" ");
    if (second === undefined) addCommand(parser, first, command, select);
    else groups.set(first, [...(groups.get(first) ?? []), command]);
  }
  for (const [group, members] of groups) {
    const summary = members.map((member) => member.name.split(" ")[1]).join(", ");
    parser.command(group, `Commands: ${summary}`, (inner) => {
      for (const member of members) addCommand(inner, member.name.split(" ")[1] ?? "", member, select);
      return inner;
    });
  }
}

function addCommand(parser: Argv, word: string, command: CommandDefinition, select: Select): void {
  const positionals = Object.keys(command.positionals ?? {});
  parser.command(
    [word, ...positionals.map((name) => `[${name}]`)].join(" "),
    command.summary,
    (inner) => {
      for (const [name, { describe, required }] of Object.entries(command.positionals ?? {})) {
        inner.positional(name, { describe: describe + requirement(required), type: "string" });
      }
      inner.options(yargsOptions(command.options));
      for (const [line, meaning] of command.examples) inner.example(`$0 ${line}`, meaning);
      return inner;
    },
    (typed) => select(command, typed),
  );
}

function yargsOptions(options: Record<string, OptionDefinition>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, describe, alias, required, choices, isHidden = false }]) => [
      name,
      {
        // Numbers are read below: yargs takes "abc" as NaN. Without a type it leaves them as they are.
        ...(type === "number" ? { requiresArg: true } : { type: type === "boolean" ? "boolean" : "string" }),
        describe:
          describe +
          requirement(required) +
          (choices ? ` [${choices.join(", ")}]` : "") +
          (type === "number" ? " [number]" : ""),
        ...(alias ? { alias } : {}),
        hidden: isHidden,
      },
    ]),
  );
}

function requirement(required: OptionDefinition["required"]): string {
  if (typeof required === "object") return ` [required without --${required.unless}]`;
  return required ? " [required]" : "";
}

async function withoutCommand(
  { _: words, schema }: Record<string, unknown>,
  commands: readonly CommandDefinition[],
  help: () => Promise<string>,
): Promise<Parsed> {
  const typed = (Array.isArray(words) ? words : []).map(String);
  if (typed.length === 0) return schema === true ? { schemaOf: undefined } : { help: `${await help()}\n` };
  const names = commands.map((command) => command.name);
  const group = names.filter((name) => name.startsWith(`${typed[0]} `));
  const [shown, candidates] =
    group.length > 0
      ? [typed.slice(0, 2).join(" "), group]
      : [typed[0] ?? "", names.map((name) => name.split(" ")[0] ?? "")];
  if (group.length > 0 && typed.length === 1)
    throw usage(`"silo ${shown}" needs one of: ${group.join(", ")}.`);
  throw usage(`There is no command "${shown}"${instead(shown, [...new Set(candidates)])}.`);
}

/** What was typed, by name and as the types of the command's options say. Throws `usage_error`. */
export function readArguments(command: CommandDefinition, typed: Record<string, unknown>): Arguments {
  const options: Record<string, OptionDefinition> = { ...commonOptions, ...command.options };
  const positionals = command.positionals ?? {};
  const aliases = Object.values(options).flatMap((option) => (option.alias ? [option.alias] : []));
  const known = new Set([
    ...Object.keys(options),
    ...Object.keys(positionals),
    ...aliases,
    "_",
    "$0",
    "help",
    "h",
  ]);
  for (const name of Object.keys(typed)) {
    if (known.has(name)) continue;
    const dashes = name.length === 1 ? "-" : "--";
    const shown = Object.entries(options).filter(([, { isHidden }]) => isHidden !== true);
    const candidates = shown.map(([option]) => `--${option}`);
    throw usage(`"silo ${command.name}" has no option ${dashes}${name}${instead(`--${name}`, candidates)}.`);
  }
  const extra = (typed["_"] as unknown[]).slice(command.name.split(" ").length);
  if (extra.length > 0) throw usage(`"silo ${command.name}" does not take "${String(extra[0])}".`);

  const args: Arguments = {};
  for (const [name, { required }] of Object.entries(positionals)) {
    const value = typed[name];
    if (value === undefined && required) throw usage(`"silo ${command.name}" needs ${name.toUpperCase()}.`);
    args[name] = value === undefined ? undefined : String(value);
  }
  for (const [name, option] of Object.entries(options))
    args[name] = readOption(command, { name, option, value: typed[name], typed });
  return args;
}

function readOption(
  command: CommandDefinition,
  {
    name,
    option: { type, required, choices },
    value,
    typed,
  }: { name: string; option: OptionDefinition; value: unknown; typed: Record<string, unknown> },
): Arguments[string] {
  if (value === undefined) {
    const isRequired = typeof required === "object" ? typed[required.unless] === undefined : required;
    if (isRequired) throw usage(`"silo ${command.name}" needs --${name}.`);
    return undefined;
  }
  if (type === "list")
    return (Array.isArray(value) ? value : [value]).flatMap((item) => String(item).split(","));
  if (Array.isArray(value)) throw usage(`--${name} is given ${value.length} times; give it once.`);
  if (type === "boolean") return value === true;
  const text = String(value);
  if (text === "") throw usage(`--${name} needs a value.`);
  if (choices && !choices.includes(text))
    throw usage(`--${name} must be one of ${choices.join(", ")}, received "${text}".`);
  if (type === "string") return text;
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number))
    throw usage(`--${name} must be a number, received "${text}".`);
  return number;
}

function instead(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates)[0];
  return near === undefined ? `; there are: ${candidates.join(", ")}` : ` (did you mean ${near}?)`;
}

function usage(problem: string): Error {
  return siloError("usage_error", { problem });
}
