import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createFile, formatRecord, guardStorage, type EnvironmentManifest } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { agentsGuide } from "./agents-guide.js";
import { isFolder, listJsonFiles, names } from "./environment-files.js";
import { whileLocked } from "./environment-lock.js";
import { projectTsconfig } from "./project-tsconfig.js";
import { requireInside } from "./require-inside.js";
import { requireSafeName } from "./safe-name.js";
import { schemaNames, schemaPath, schemasFolder, schemaText } from "./schema-files.js";
import { templateFolder } from "./template-catalogue.js";
import { version } from "./version.js";
import { sweepDrafts } from "./write-together.js";

export interface CreateEnvironmentOptions {
  name: string;
  /** Default: `blank`. */
  template?: string | undefined;
  /** Tool packs; they are recorded in the manifest (contract A1). */
  tools?: readonly string[] | undefined;
}

/**
 * Makes an environment from a template, whole or not at all: it is built beside its place and renamed into it
 * (contract S2). Nothing that is there is overwritten. Returns its folder.
 *
 * Throws `unsafe_name`, `template_not_found`, `environment_not_found` (no such project folder),
 * `environment_already_exists`, `file_access_denied` and `storage_failed`.
 */
export function createEnvironment(project: string, options: CreateEnvironmentOptions): string {
  const { name, template = "blank", tools = [] } = options;
  requireSafeName(name, "an environment");
  const source = templateFolder(template);
  if (!isFolder(project)) {
    throw siloError("environment_not_found", {
      environment: name,
      folder: project,
      found: "the project folder does not exist",
    });
  }
  const parent = join(project, names.projectFolder, names.environments);
  const folder = join(parent, name);
  return guardStorage(folder, () => {
    requireInside(project, parent);
    requireFree(parent, name);
    const made = mkdirSync(parent, { recursive: true });
    try {
      whileLocked(parent, () => build({ ...options, project, parent, source, template, tools }));
      return folder;
    } catch (error) {
      if (made !== undefined) removeEmpty(parent, made);
      throw error;
    }
  });
}

interface Build extends CreateEnvironmentOptions {
  project: string;
  /** The folder of all environments, and that of the template. */
  parent: string;
  source: string;
  template: string;
  tools: readonly string[];
}

function build({ project, parent, source, name, template, tools }: Build): void {
  requireFree(parent, name);
  // What a killed process left: nobody else is building here now.
  sweepDrafts(parent);
  const written: string[] = [];
  const building = join(parent, `.${name}-.${randomUUID()}`);
  try {
    cpSync(source, building, { recursive: true });
    nameSchemas(join(building, names.tasks));
    const manifest: EnvironmentManifest = {
      $schema: schemaPath("manifest"),
      name,
      template,
      templateVersion: version,
      entrypoint: "./index.ts",
      tools: [...tools],
    };
    writeFileSync(join(building, names.manifest), formatRecord(manifest));
    writeProjectFiles(join(project, names.projectFolder), written);
    // Last, since it is what makes the environment exist.
    putInPlace(building, { parent, name });
  } catch (error) {
    for (const path of [building, ...written]) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** An editor completes a task from the schema that it names. */
function nameSchemas(folder: string): void {
  for (const id of listJsonFiles(folder)) {
    const file = join(folder, `${id}.json`);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("{", `{\n  "$schema": "${schemaPath("task")}",`));
  }
}

/** On some systems names that differ only by case are one folder, so they are one name here (contract S2). */
function requireFree(parent: string, name: string): void {
  if (!existsSync(parent)) return;
  const taken = readdirSync(parent).find((entry) => entry.toLowerCase() === name.toLowerCase());
  if (taken !== undefined) throw alreadyExists(taken, parent);
}

function putInPlace(building: string, { parent, name }: { parent: string; name: string }): void {
  try {
    renameSync(building, join(parent, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOTDIR") throw alreadyExists(name, parent);
    throw error;
  }
}

function alreadyExists(environment: string, folder: string): Error {
  return siloError("environment_already_exists", { environment, folder });
}

/** Written the first time only; afterwards they are the author's. What is made is added to `written`. */
function writeProjectFiles(folder: string, written: string[]): void {
  const schemas = schemaNames.map((name) => [join(schemasFolder, `${name}.schema.json`), schemaText(name)]);
  const files: Record<string, string> = {
    "tsconfig.json": formatRecord(projectTsconfig),
    ".gitignore": `${names.runs}/\n${names.conversations}/\n${names.cache}/\n`,
    "AGENTS.md": agentsGuide,
    ...Object.fromEntries(schemas),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    const made = mkdirSync(dirname(file), { recursive: true });
    if (made !== undefined) written.push(made);
    else sweepDrafts(dirname(file));
    if (createFile(file, text)) written.push(file);
  }
}

/** Takes away the folders that were made for nothing, from `folder` up to `topmost`; one that holds something stays. */
function removeEmpty(folder: string, topmost: string): void {
  for (let current = folder; current.length >= topmost.length; current = join(current, "..")) {
    try {
      rmdirSync(current);
    } catch {
      return;
    }
  }
}
