import {
  errorEnvelope,
  renderError,
  successEnvelope,
  tracebackOf,
  type EnvelopeMeta,
  type SiloError,
} from "@silo/errors";
import type { CommandOutcome } from "./command.js";
import type { Stdout } from "./detach-process.js";

/** How and where this command line prints (contract C2, C6). */
export interface Output {
  json: boolean;
  /** Whether a flag or `SILO_OUTPUT` asks for JSON, and not only the lack of a terminal. */
  isJsonWanted: boolean;
  colors: boolean;
  verbose: boolean;
  /** `silo.run`, and `silo` until it is known which command it is. */
  tool: string;
  version: string;
  startedAt: number;
  stdout: Stdout;
}

/**
 * Flag before `SILO_OUTPUT` before the terminal. It looks at the words themselves, because also a command line that
 * cannot be understood must answer in the form that it asks for.
 */
export function chooseOutput({
  argv,
  version,
  startedAt,
  stdout,
}: {
  argv: string[];
  version: string;
  startedAt: number;
  stdout: Stdout;
}): Output {
  const words = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
  const flag = words.findLast((word) => word === "--json" || word === "--no-json");
  const wish = process.env["SILO_OUTPUT"];
  const isJsonWanted = flag ? flag === "--json" : wish === "json";
  const json = isJsonWanted || (flag === undefined && wish !== "text" && !stdout.isTerminal);
  const noColor = words.includes("--no-color") || (process.env["NO_COLOR"] ?? "") !== "";
  return {
    json,
    isJsonWanted,
    colors: !noColor && !json && stdout.isTerminal,
    verbose: words.includes("--verbose") || words.includes("-v"),
    tool: "silo",
    version,
    startedAt,
    stdout,
  };
}

/** With `--json` standard output has the envelope and nothing else, and the text for a person goes to standard error. */
export async function writeOutcome(outcome: CommandOutcome, output: Output): Promise<void> {
  const text = outcome.text === "" || outcome.text.endsWith("\n") ? outcome.text : `${outcome.text}\n`;
  if (outcome.error) {
    await writeStderr(text);
    await writeError(outcome.error, output);
  } else if (output.json) {
    await writeStderr(text);
    await output.stdout.write(`${JSON.stringify(successEnvelope(outcome.result, meta(output)))}\n`);
  } else {
    await output.stdout.write(text);
  }
}

/** A text that is its own output: the envelope only where it is asked for (contract C2). */
export async function writeText(result: object, text: string, output: Output): Promise<void> {
  await writeOutcome(
    { result, text: output.isJsonWanted ? "" : text },
    { ...output, json: output.isJsonWanted },
  );
}

/**
 * `error: CODE: message` for people on standard error; with `--json` the envelope on standard output as well.
 * `--verbose` adds the stack, in the envelope as `details.traceback` (contract C4).
 */
export async function writeError(error: SiloError, output: Output): Promise<void> {
  const traceback = output.verbose ? tracebackOf(error) : undefined;
  await writeStderr(`${renderError(error)}\n${traceback === undefined ? "" : `${traceback}\n`}`);
  if (!output.json) return;
  const { ok, error: wire, meta: about } = errorEnvelope(error, meta(output));
  const details = traceback === undefined ? {} : { details: { ...wire.details, traceback } };
  await output.stdout.write(`${JSON.stringify({ ok, error: { ...wire, ...details }, meta: about })}\n`);
}

function writeStderr(text: string): Promise<void> {
  return new Promise((resolve) => process.stderr.write(text, () => resolve()));
}

function meta({ tool, version, startedAt }: Output): EnvelopeMeta {
  return { tool, version, duration_ms: Math.round(performance.now() - startedAt) };
}
