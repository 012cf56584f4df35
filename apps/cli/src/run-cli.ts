import { resolve } from "node:path";
import { exitCodeOf, siloError, toSiloError } from "@silo/errors";
import { commands } from "./commands.js";
import { detachProcess } from "./detach-process.js";
import { chooseOutput, writeError, writeOutcome, writeText, type Output } from "./output.js";
import { parseArguments, readArguments } from "./parse-arguments.js";

/**
 * Runs one command line, prints what it gives, and ends the process with the exit code of contract E5. Every failing
 * path comes through here (C2, C3).
 */
export async function runCli(argv: string[], version: string): Promise<void> {
  const startedAt = performance.now();
  const detached = detachProcess();
  const { stdout } = detached;
  const exit: (code: number) => never = detached.exit;
  const output: Output = chooseOutput({ argv, version, startedAt, stdout });
  const fail = async (thrown: unknown): Promise<void> => {
    await writeError(toSiloError(thrown), output);
    exit(exitCodeOf(toSiloError(thrown)));
  };
  process.once("uncaughtException", fail);
  process.once("unhandledRejection", fail);
  const abort = interrupts(exit);
  try {
    if (isVersionAsked(argv)) {
      await writeText({ version }, `${version}\n`, output);
      exit(0);
    }
    const parsed = await parseArguments(argv, commands);
    if ("help" in parsed) {
      await writeText({ help: parsed.help }, parsed.help, output);
      exit(0);
    }
    if ("schemaOf" in parsed) {
      const { commandSchema } = await import("./command-schema.js");
      const text = commandSchema(parsed.schemaOf);
      await writeText({ schema: JSON.parse(text) as unknown }, text, output);
      exit(0);
    }
    const { command, typed } = parsed;
    output.tool = `silo.${command.name.replaceAll(" ", ".")}`;
    const args = readArguments(command, typed);
    const { isText = false } = command;
    if (typeof isText === "function" ? isText(args) : isText) output.json = output.isJsonWanted;
    output.verbose = args["verbose"] === true;
    const cwd = resolve(typeof args["cwd"] === "string" ? args["cwd"] : ".");
    const isWatched = process.stderr.isTTY === true && (process.env["CI"] ?? "") === "";
    const outcome = await command.run(args, { cwd, signal: abort.signal, colors: output.colors, isWatched });
    await writeOutcome(outcome, output);
    exit(outcome.error ? exitCodeOf(outcome.error) : (outcome.exitCode ?? 0));
  } catch (thrown) {
    await fail(
      abort.signal.aborted ? siloError("cancelled", { what: "The command" }, { cause: thrown }) : thrown,
    );
  }
}

/** `silo --version`, with nothing but how to print it. */
function isVersionAsked(argv: string[]): boolean {
  const rest = argv.filter((word) => !["--json", "--no-json", "--no-color", "--color"].includes(word));
  return rest.length === 1 && rest[0] === "--version";
}

/** The first interrupt asks the command to end, the second one leaves at once (contract E5: 130). */
function interrupts(exit: (code: number) => never): AbortController {
  const abort = new AbortController();
  const onSignal = (): void => {
    if (abort.signal.aborted) exit(130);
    abort.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return abort;
}
