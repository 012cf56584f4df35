import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import { describeThrown, siloError, toSiloError } from "@silo/errors";
import { verifierProblems, type SiloVerifier } from "@silo/verify";
import { bundleModule, type LoadedModule } from "./bundle-module.js";
import type { Environment } from "./environment.js";
import { defaultLimits } from "./limits.js";
import { nameKind } from "./name-kind.js";

/** An environment as a run uses it: the contract of its module, and the hash of the files that make it. */
export interface LoadedEnvironment {
  environment: Environment;
  /** SHA-256 in hex over the author's files that the entrypoint reaches, by relative path and content. */
  hash: string;
}

/**
 * Loads the module at `entrypoint`, an absolute path, and checks the contract (T5). Throws `environment_load_failed`
 * where the module breaks, `tool_invalid` or `verifier_invalid` where a definition in it is malformed, and
 * `runtime_contract_invalid` where it exports something else, `load_timeout` where it takes longer than
 * `loadTimeoutMs`.
 */
export async function loadEnvironment(
  entrypoint: string,
  { loadTimeoutMs = defaultLimits.loadTimeoutMs }: { loadTimeoutMs?: number } = {},
): Promise<LoadedEnvironment> {
  let loaded: LoadedModule;
  try {
    loaded = await bundleModule(entrypoint, { timeoutMs: loadTimeoutMs });
  } catch (cause) {
    const known = toSiloError(cause);
    if (["tool_invalid", "verifier_invalid", "load_timeout"].includes(known.code)) throw known;
    throw siloError(
      "environment_load_failed",
      { file: entrypoint, reason: describeThrown(cause) },
      { cause },
    );
  }
  const environment = readContract(loaded.exports, entrypoint);
  return { environment, hash: await hashFiles(loaded.files, dirname(entrypoint)) };
}

const contract = {
  createState: (value: unknown) => (typeof value === "function" ? undefined : "must be a function"),
  bindTools: (value: unknown) => (typeof value === "function" ? undefined : "must be a function"),
  verifiers: (value: unknown) => (Array.isArray(value) ? undefined : "must be an array"),
};

/**
 * The three exports, found also under `default`, where CommonJS loading puts them. What is missing is told together
 * with what was found instead (contract T5).
 */
export function readContract(exports: Record<string, unknown>, file: string): Environment {
  const candidates = [
    exports,
    asObject(exports["default"]),
    asObject(asObject(exports["default"])?.["default"]),
  ];
  const found = candidates.find(
    (candidate) => candidate !== undefined && contractProblems(candidate).length === 0,
  );
  if (!found) {
    const problems = [...contractProblems(exports), describeExports(exports)].join("; ");
    throw siloError("runtime_contract_invalid", { file, problems });
  }
  const environment = found as unknown as Environment;
  for (const verifier of environment.verifiers) requireVerifier(verifier);
  return environment;
}

function contractProblems(exports: Record<string, unknown>): string[] {
  const problems = Object.entries(contract).flatMap(([name, problemOf]) => {
    if (!(name in exports)) return [`"${name}" is not exported`];
    const problem = problemOf(exports[name]);
    return problem ? [`"${name}" ${problem}, found ${nameKind(exports[name])}`] : [];
  });
  return [...problems, ...hooksProblems(exports["hooks"])];
}

function hooksProblems(hooks: unknown): string[] {
  if (hooks === undefined) return [];
  if (typeof hooks !== "object" || hooks === null)
    return [`"hooks" must be an object, found ${nameKind(hooks)}`];
  const { onToolError } = hooks as Record<string, unknown>;
  if (onToolError === undefined || typeof onToolError === "function") return [];
  return [`"hooks.onToolError" must be a function, found ${nameKind(onToolError)}`];
}

function describeExports(exports: Record<string, unknown>): string {
  const names = Object.keys(exports);
  if (names.length === 0) return "the module exports nothing";
  const nested = asObject(exports["default"]);
  const under = nested ? ` (default holds: ${Object.keys(nested).join(", ") || "nothing"})` : "";
  return `it exports: ${names.join(", ")}${under}`;
}

function requireVerifier(verifier: unknown): void {
  const problems = verifierProblems(verifier);
  if (problems.length === 0) return;
  const { id } = (verifier ?? {}) as Partial<SiloVerifier>;
  throw siloError("verifier_invalid", {
    verifierId: typeof id === "string" ? id : "",
    problems: `${problems.join("; ")}.`,
  });
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** SHA-256 over relative paths and contents, in the order of the paths, so that it is the same on every machine. */
export async function hashFiles(files: readonly string[], folder: string): Promise<string> {
  const root = realpathSync(folder);
  const named = files.map((file) => [relative(root, file).split(sep).join("/"), file] as const);
  const hash = createHash("sha256");
  for (const [name, file] of named.sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash
      .update(`${name}\0`)
      .update(await readFile(file))
      .update("\0");
  }
  return hash.digest("hex");
}
