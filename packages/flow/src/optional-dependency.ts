import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { siloError, type DetailedSiloError } from "@silo/errors";

/** A package that a kind of command needs, and that the author installs. */
export interface OptionalDependency<Module> {
  /** As it is imported: a package, or a file of one. */
  specifier: string;
  /** A version that is known to work. */
  version: string;
  /** In messages: `@silo/flow/db`. */
  neededBy: string;
  /** Imports it from where this package lies. */
  own: () => Promise<Module>;
}

/** Files that the author's packages are looked for from: the agent's, and, where the agent is itself a package, the project's. */
function authorsFiles(agentFile: string | undefined): string[] {
  const inProject = join(process.cwd(), "agent.js");
  return agentFile === undefined ? [inProject] : [agentFile, inProject];
}

/**
 * Loads it from where the agent's file or the project can, and otherwise from where this package can. Throws `dependency_missing`, with
 * the line that installs it; what breaks while it is loaded is thrown as it is.
 */
export async function loadOptional<Module>(
  { specifier, version, neededBy, own }: OptionalDependency<Module>,
  agentFile: string | undefined,
): Promise<Module> {
  const [found] = authorsFiles(agentFile).flatMap((file) => resolveFrom(specifier, file) ?? []);
  if (found !== undefined) return (await import(/* @vite-ignore */ pathToFileURL(found).href)) as Module;
  try {
    return await own();
  } catch (cause) {
    if (!isNotFound(cause, packageOf(specifier))) throw cause;
    throw missing({ specifier, version, neededBy });
  }
}

/** The file that would be loaded, for another thread to load. Throws `dependency_missing`. */
export function locateOptional(
  dependency: Pick<OptionalDependency<unknown>, "specifier" | "version" | "neededBy">,
  agentFile: string | undefined,
): string {
  for (const from of [agentFile, import.meta.url]) {
    const found = from === undefined ? undefined : resolveFrom(dependency.specifier, from);
    if (found !== undefined) return found;
  }
  throw missing(dependency);
}

/** Whether it can be loaded, without loading it. */
export function isThere({ specifier }: { specifier: string }, agentFile: string | undefined): boolean {
  return [...authorsFiles(agentFile), import.meta.url].some(
    (from) => resolveFrom(specifier, from) !== undefined,
  );
}

/** What the author reads where it is not there. */
export function missing({
  specifier,
  version,
  neededBy,
}: Pick<
  OptionalDependency<unknown>,
  "specifier" | "version" | "neededBy"
>): DetailedSiloError<"dependency_missing"> {
  return siloError("dependency_missing", { dependency: `${packageOf(specifier)}@${version}`, neededBy });
}

function resolveFrom(specifier: string, file: string): string | undefined {
  try {
    return createRequire(file).resolve(specifier);
  } catch {
    return undefined;
  }
}

/** `@scope/name/file.js` is a file of `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** That the package itself is not there; one that lacks a package of its own is broken, and says so. */
function isNotFound(cause: unknown, packageName: string): boolean {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return (
    (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") &&
    [`'${packageName}'`, `'${packageName}/`].some((quoted) => String(message).includes(quoted))
  );
}
