import { describeThrown, siloError, toSiloError, type SiloError } from "@silo/errors";
import { verifierProblems, type SiloVerifier } from "@silo/verify";
import type { Environment } from "./environment.js";
import { nameKind } from "./name-kind.js";

/** The contract of a module, with the errors of `loadEnvironment` for what goes wrong while `load` gets its exports. */
export async function readEnvironment(
  entrypoint: string,
  load: () => Promise<Record<string, unknown>>,
): Promise<Environment> {
  let exports: Record<string, unknown>;
  try {
    exports = await load();
  } catch (cause) {
    throw environmentLoadFault(entrypoint, cause);
  }
  return readContract(exports, entrypoint);
}

/** What an author reads where the module at `entrypoint` could not be loaded. */
export function environmentLoadFault(entrypoint: string, cause: unknown): SiloError {
  const known = toSiloError(cause);
  if (["tool_invalid", "verifier_invalid", "load_timeout"].includes(known.code)) return known;
  return siloError("environment_load_failed", { file: entrypoint, reason: describeThrown(cause) }, { cause });
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
  return ["onToolError", "onAgentError"].flatMap((name) => {
    const hook = (hooks as Record<string, unknown>)[name];
    if (hook === undefined || typeof hook === "function") return [];
    return [`"hooks.${name}" must be a function, found ${nameKind(hook)}`];
  });
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
