import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { manifestSchema, parseJson, type EnvironmentManifest } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { compileSchema, describeProblems } from "@silo/schema-validate";

/** Names of files and folders of a project and of an environment (contract S0). */
export const names = {
  projectFolder: ".silo",
  environments: "environments",
  runs: "runs",
  conversations: "conversations",
  manifest: "silo.environment.json",
  data: "data",
  tasks: "tasks",
  solutions: "solutions",
  cache: "cache",
} as const;

/** Names in a folder that do not begin with a dot, in code-unit order; none where there is no such folder. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((entry) => !entry.startsWith("."))
      .sort();
  } catch (cause) {
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw siloError("file_access_denied", { file: folder, action: "read", reason: code }, { cause });
  }
}

/** Whether there is a folder, also behind a symbolic link. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The JSON files of a folder by name without `.json`, in code-unit order; none where the folder is not there. */
export function listJsonFiles(folder: string): string[] {
  return listFolder(folder)
    .filter((entry) => entry.endsWith(".json") && !isFolder(join(folder, entry)))
    .map((file) => file.slice(0, -".json".length));
}

/** Reads JSON. `shown` names the file in messages. Throws `invalid_json` or `file_access_denied`. */
export function readJsonFile(file: string, shown: string): unknown {
  return parseJson(readTextFile(file, shown), shown);
}

/** Throws `file_access_denied`; `shown` names the file in its message. */
export function readTextFile(file: string, shown: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    throw siloError("file_access_denied", { file: shown, action: "read", reason: code }, { cause });
  }
}

/** What is wrong with a manifest, in one sentence; undefined where it is right. */
export function manifestProblem(manifest: unknown): string | undefined {
  const problems = compileSchema(manifestSchema, { purpose: "data" }).check(manifest);
  return problems.length > 0 ? describeProblems(problems, { subject: { file: names.manifest } }) : undefined;
}

/**
 * The manifest of the environment in `folder`. Throws `environment_load_failed` where it is missing or malformed,
 * `invalid_json`, or `file_access_denied`.
 */
export function readManifest(folder: string): EnvironmentManifest {
  const file = join(folder, names.manifest);
  if (!existsSync(file)) {
    throw siloError("environment_load_failed", { file, reason: "The manifest does not exist." });
  }
  const manifest = readJsonFile(file, file);
  const problem = manifestProblem(manifest);
  if (problem) throw siloError("environment_load_failed", { file, reason: problem });
  return manifest as EnvironmentManifest;
}

/**
 * The absolute path of an environment's entrypoint. Throws `entrypoint_outside_environment`, also where a symbolic
 * link leads out, and `environment_load_failed` where there is no such file.
 */
export function resolveEntrypoint(folder: string, { name, entrypoint }: EnvironmentManifest): string {
  const file = resolve(folder, entrypoint);
  const outside = (): Error =>
    siloError("entrypoint_outside_environment", { entrypoint, environment: name, folder });
  if (!isInside(folder, file)) throw outside();
  if (!existsSync(file)) {
    throw siloError("environment_load_failed", {
      file,
      reason: "The file that the manifest names as entrypoint does not exist.",
    });
  }
  if (!isInside(realpathSync(folder), realpathSync(file))) throw outside();
  return file;
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
