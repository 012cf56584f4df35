import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Envelope } from "@silo/errors";
import { compileSchema, describeProblems, type CompiledSchema, type JsonSchema } from "@silo/schema-validate";
import { onTestFinished } from "vitest";
import { schemaName } from "../src/schema-name.js";

export const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface SiloOptions {
  cwd: string;
  env?: Record<string, string>;
}

/** Runs the built command, with standard output and error in pipes and no input. */
export function silo(args: string[], { cwd, env = {} }: SiloOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd,
      env: { ...environment(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

/** The environment without what would change the form of the output. */
export function environment(): Record<string, string | undefined> {
  const { SILO_OUTPUT: _output, NO_COLOR: _noColor, FORCE_COLOR: _forceColor, ...rest } = process.env;
  return rest;
}

const envelopes = compileSchema(
  createRequire(import.meta.url)("@silo/errors/envelope.schema.json") as JsonSchema,
  { purpose: "data", origin: "foreign" },
);

/**
 * The one envelope on standard output, which is exactly one line, and valid against the published schemas of the envelope
 * and of the command's result.
 */
export function envelopeOf({ stdout }: Pick<Ended, "stdout">): Envelope {
  if (!/^[^\n]+\n$/.test(stdout))
    throw new Error(`standard output is not one line: ${JSON.stringify(stdout)}`);
  const envelope = JSON.parse(stdout) as Envelope;
  requireValid(envelopes, envelope, "the envelope");
  const { tool } = envelope.meta;
  if (envelope.ok) requireValid(resultsOf(tool), envelope.result, `the result of ${tool}`);
  else if (isUngraded(envelope.error.details)) {
    const members = membersOf(resultsOf(tool), envelope.error.details);
    requireValid(resultsOf(tool), members, `what is ungraded of ${tool}`);
  }
  return envelope;
}

function requireValid(schema: CompiledSchema<unknown>, value: unknown, file: string): void {
  const problems = schema.check(value);
  if (problems.length > 0) throw new Error(describeProblems(problems, { subject: { file } }));
}

/** Then the details have what the result would have (contract E5), beside the parameters of the error. */
function isUngraded(details: Details | undefined): details is Details {
  return details?.["verdict"] === "ungraded" || details?.["totals"] !== undefined;
}

type Details = Readonly<Record<string, unknown>>;

function membersOf({ schema }: CompiledSchema<unknown>, details: Details): Details {
  const { anyOf = [schema] } = schema as { anyOf?: unknown[] };
  const branches = anyOf.map((branch) => Object.keys((branch as { properties: object }).properties));
  // The errors of some codes have a member of a name that results have too.
  const [names = []] = branches.filter((branch) => !("totals" in details) || branch.includes("totals"));
  return Object.fromEntries(Object.entries(details).filter(([name]) => names.includes(name)));
}

const results = new Map<string, CompiledSchema<unknown>>();

/** `tool` is that of the envelope's meta, such as `silo.env.list`. */
function resultsOf(tool: string): CompiledSchema<unknown> {
  const name = schemaName(tool.split(".").slice(1).join(" "));
  const text = readFileSync(new URL(`../schemas/${name}.schema.json`, import.meta.url), "utf8");
  const schema =
    results.get(name) ??
    compileSchema(JSON.parse(text) as JsonSchema, { purpose: "data", origin: "foreign" });
  results.set(name, schema);
  return schema;
}

const prototypes = new Map<string, Promise<string>>();

/** A project with the environment `demo` of a template, made once and copied. */
export async function makeDemo(template: string, files: Record<string, string> = {}): Promise<string> {
  const made = prototypes.get(template) ?? makePrototype(template);
  prototypes.set(template, made);
  const project = makeProject(files);
  cpSync(await made, project, { recursive: true });
  return project;
}

async function makePrototype(template: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "silo-cli-prototype-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { exitCode, stderr } = await silo(["init", "demo", "--template", template], { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr);
  return folder;
}

/** A project in a new folder, taken away after the test. */
export function makeProject(files: Record<string, string> = {}, name = "project"): string {
  const parent = mkdtempSync(join(tmpdir(), "silo-cli-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const project = join(parent, name);
  mkdirSync(project);
  writeFiles(project, files);
  return project;
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
