import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { EnvironmentManifest, SiloTask, ValidationReport } from "@silo/artifacts";
import { isSiloError, toSiloError, type SiloError } from "@silo/errors";
import { inspectEnvironment, type DefinitionFault, type EnvironmentInspection } from "@silo/runtime";
import {
  listJsonFiles,
  manifestProblem,
  names,
  readJsonFile,
  resolveEntrypoint,
} from "./environment-files.js";
import { Findings, type FindingCode } from "./findings.js";
import { repeated } from "./repeated.js";
import { taskProblem } from "./task-files.js";
import { typeCheck } from "./type-check.js";

interface Place {
  name: string;
  folder: string;
}

/**
 * Whether an environment is right, with all findings at once (contract S5): manifest, JSON, the contract, the
 * definitions, cross references, types and the state. The module is loaded, and worlds are made, in a process of their own and
 * under a limit; no tool, no verifier and no agent is called. Throws only where a file may not be read (`file_access_denied`).
 */
export async function validateEnvironment(place: Place): Promise<ValidationReport> {
  const findings = new Findings();
  const data = readJsonFiles(place, names.data, findings);
  const tasks = readTasks(place, findings);
  const manifest = readManifestFile(place, findings);
  const [inspection, typeFaults] = await Promise.all([
    manifest && inspect(place, { manifest, tasks }, findings),
    typeCheck({ ...place, project: join(place.folder, "../../..") }),
  ]);
  for (const { message, ...at } of typeFaults) findings.add("type_error", message, at);
  if (inspection) {
    checkReferences(tasks, inspection.verifiers, findings);
    checkEntities(tasks, inspection.unknownIds, findings);
    checkDataUse(place, { names: data.keys(), files: inspection.files }, findings);
  }
  const sorted = findings.sorted();
  return {
    environment: place.name,
    ok: !sorted.some(({ level }) => level === "error"),
    findings: sorted,
    counts: {
      data: listJsonFiles(join(place.folder, names.data)).length,
      tasks: listJsonFiles(join(place.folder, names.tasks)).length,
      tools: inspection?.tools.length ?? 0,
      verifiers: inspection?.verifiers.length ?? 0,
    },
  };
}

/** The readable JSON files of one folder by name; what cannot be parsed is a finding. */
function readJsonFiles(place: Place, folder: string, findings: Findings): Map<string, unknown> {
  const read = new Map<string, unknown>();
  for (const name of listJsonFiles(join(place.folder, folder))) {
    const file = `${folder}/${name}.json`;
    const value = tryReadJson(place, file, findings);
    if (value !== undefined) read.set(name, value.json);
  }
  return read;
}

function tryReadJson(place: Place, file: string, findings: Findings): { json: unknown } | undefined {
  try {
    return { json: readJsonFile(join(place.folder, file), file) };
  } catch (error) {
    if (!isSiloError(error, "invalid_json")) throw error;
    const { line, column } = error.details;
    findings.add("invalid_json", error.message, {
      file,
      line: Number(line),
      column: Number(column),
      suggestion: "Correct the JSON at that place",
    });
    return undefined;
  }
}

/** The valid tasks by file. */
function readTasks(place: Place, findings: Findings): Map<string, SiloTask> {
  const tasks = new Map<string, SiloTask>();
  for (const [id, task] of readJsonFiles(place, names.tasks, findings)) {
    const file = `${names.tasks}/${id}.json`;
    const problem = taskProblem(task, { file, id });
    if (problem) findings.add("task_invalid", problem, { file, suggestion: "Correct the named fields" });
    else tasks.set(file, task as SiloTask);
  }
  return tasks;
}

function readManifestFile(place: Place, findings: Findings): EnvironmentManifest | undefined {
  const file = names.manifest;
  if (!existsSync(join(place.folder, file))) {
    findings.add("manifest_missing", `${file} does not exist.`, {
      file,
      suggestion: "Create it with name, template, templateVersion, entrypoint and tools",
    });
    return undefined;
  }
  const read = tryReadJson(place, file, findings);
  if (!read) return undefined;
  const problem = manifestProblem(read.json);
  if (problem) {
    findings.add("manifest_invalid", problem, { file, suggestion: "Correct the named fields" });
    return undefined;
  }
  const manifest = read.json as EnvironmentManifest;
  if (manifest.name !== place.name) {
    findings.add(
      "name_mismatch",
      `The manifest calls the environment "${manifest.name}", but its folder is "${place.name}"; both must be the same.`,
      { file, suggestion: `Set "name" to "${place.name}"` },
    );
  }
  return manifest;
}

async function inspect(
  place: Place,
  { manifest, tasks }: { manifest: EnvironmentManifest; tasks: Map<string, SiloTask> },
  findings: Findings,
): Promise<EnvironmentInspection | undefined> {
  const entrypoint = findEntrypoint(place, manifest, findings);
  if (entrypoint === undefined) return undefined;
  try {
    const inspection = await inspectEnvironment(entrypoint, {
      ids: [...tasks.values()].flatMap(({ entities = [] }) => entities),
    });
    addDefinitionFaults(inspection.faults, findings);
    for (const { code, message, suggestion } of inspection.findings)
      findings.add(code, message, suggestion === undefined ? {} : { suggestion });
    return inspection;
  } catch (thrown) {
    const error = toSiloError(thrown);
    const code = findingCodeOf(error.code);
    if (code === undefined) throw thrown;
    findings.add(code, error.message, suggestionOf(error));
    return undefined;
  }
}

function findEntrypoint(place: Place, manifest: EnvironmentManifest, findings: Findings): string | undefined {
  try {
    return resolveEntrypoint(place.folder, manifest);
  } catch (error) {
    if (!isSiloError(error)) throw error;
    const isOutside = error.code === "entrypoint_outside_environment";
    findings.add(isOutside ? error.code : "entrypoint_missing", error.message, {
      file: names.manifest,
      ...(isOutside ? suggestionOf(error) : { suggestion: "Let `entrypoint` name a file that is there" }),
    });
    return undefined;
  }
}

function suggestionOf({ suggestion }: SiloError): { suggestion?: string } {
  return suggestion === undefined ? {} : { suggestion: suggestion.fix };
}

function addDefinitionFaults(faults: readonly DefinitionFault[], findings: Findings): void {
  for (const { tool, findings: found } of faults) {
    for (const { message } of found) findings.add("tool_invalid", `Tool "${tool}": ${message}.`);
  }
}

function findingCodeOf(code: string): FindingCode | undefined {
  switch (code) {
    case "runtime_contract_invalid":
    case "tool_invalid":
    case "verifier_invalid":
      return code;
    case "environment_load_failed":
    case "load_timeout":
      return "load_failed";
    default:
      return undefined;
  }
}

function checkReferences(
  tasks: Map<string, SiloTask>,
  verifiers: EnvironmentInspection["verifiers"],
  findings: Findings,
): void {
  for (const id of repeated(verifiers.map((verifier) => verifier.id))) {
    findings.add("verifier_duplicate", `Two verifiers have the id "${id}"; ids must be unique.`);
  }
  const byId = new Map(verifiers.map((verifier) => [verifier.id, verifier]));
  const available = [...byId.keys()].join(", ") || "none";
  for (const [file, task] of tasks) {
    const verifier = byId.get(task.verifierId);
    if (!verifier) {
      findings.add(
        "verifier_not_found",
        `Task "${task.id}" names the verifier "${task.verifierId}", which is not exported; available: ${available}.`,
        { file, suggestion: "Add the verifier to verifiers/index.ts, or name another one" },
      );
    } else if (verifier.taskId !== task.id) {
      findings.add(
        "verifier_task_mismatch",
        `Task "${task.id}" names the verifier "${verifier.id}", which says that it grades "${verifier.taskId}".`,
        { file, suggestion: `Set taskId of "${verifier.id}" to "${task.id}"` },
      );
    }
  }
  const named = new Set([...tasks.values()].map((task) => task.verifierId));
  for (const { id } of verifiers) {
    if (!named.has(id)) findings.add("verifier_unused", `No task names the verifier "${id}".`);
  }
}

function checkEntities(
  tasks: Map<string, SiloTask>,
  unknownIds: readonly string[],
  findings: Findings,
): void {
  for (const [file, { id, entities = [] }] of tasks) {
    for (const entity of entities.filter((one) => unknownIds.includes(one))) {
      const message = `Task "${id}" names the entity "${entity}", and no record of a fresh world has that id.`;
      findings.add("entity_unknown", message, { file, suggestion: "Correct the id, or leave it out" });
    }
  }
}

/** A dataset is used where the module imports it, or where its code names the file or reads the folder. */
function checkDataUse(
  place: Place,
  { names: datasets, files }: { names: Iterable<string>; files: readonly string[] },
  findings: Findings,
): void {
  const imported = new Set(
    files.map((file) => relative(realpathSync(place.folder), file).split(sep).join("/")),
  );
  const code = files.filter((file) => !file.endsWith(".json")).map((file) => readFileSync(file, "utf8"));
  if (code.some((text) => /\breaddir(Sync)?\b/.test(text))) return;
  for (const name of datasets) {
    const file = `${names.data}/${name}.json`;
    if (imported.has(file) || code.some((text) => text.includes(`${name}.json`))) continue;
    const suggestion = "Import it in environment.ts, or take it away: silo data remove";
    findings.add("data_unused", `Nothing in the environment reads the dataset "${name}".`, {
      file,
      suggestion,
    });
  }
}
