import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { guardStorage } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import type ts from "typescript";
import { requireTypeName, type CodeNames } from "./code-names.js";
import { declaresResource } from "./declares-resource.js";
import { isFolder } from "./environment-files.js";
import { whileLocked } from "./environment-lock.js";
import { registerInBarrel } from "./register-in-barrel.js";
import { requireInside } from "./require-inside.js";
import { exportedTypes, stateTypeAmong } from "./state-type.js";
import { redeemPledges, writeTogether } from "./write-together.js";

/** What was generated; paths are relative to the environment's folder. */
export interface GeneratedCode {
  /** The new file. */
  file: string;
  /** What it exports, and the barrel imports. */
  identifier: string;
  /** The file that it was entered into. */
  barrel: string;
}

export interface GenerateOptions {
  environment: { name: string; folder: string };
  kind: "tool" | "verifier";
  /** The name that agents call, or the verifier's id. */
  name: string;
  names: CodeNames;
  /** The name of the state type; found in `state.ts` where it is left out. */
  state?: string | undefined;
  /** The new file's text. */
  write(state: { type: string; module: string }): string;
}

/** The folder of each kind; its barrel exports an array of that name. */
const folders = { tool: "tools", verifier: "verifiers" } as const;

type Compiler = typeof ts;

/**
 * Makes a file of code and enters it into its barrel, both or neither (contract S2, S4). Throws `tool_already_exists` or
 * `verifier_already_exists`, `registry_not_found`, `already_registered`, `state_type_not_found`, `unsafe_name`,
 * `environment_load_failed` where the barrel does not parse, `file_access_denied` and `storage_failed`.
 */
export async function generateCode(options: GenerateOptions): Promise<GeneratedCode> {
  if (options.state !== undefined) requireTypeName(options.state);
  // Most commands need no compiler, and loading it takes longer than all else.
  const { default: compiler } = await import("typescript");
  const { folder } = options.environment;
  return guardStorage(join(folder, folders[options.kind]), () =>
    whileLocked(folder, () => generate(compiler, options)),
  );
}

function generate(compiler: Compiler, options: GenerateOptions): GeneratedCode {
  const { environment, kind, names } = options;
  const folder = folders[kind];
  const place = {
    file: `${folder}/${names.file}.ts`,
    barrel: `${folder}/index.ts`,
    identifier: names.identifier,
  };
  const folderPath = requireInside(environment.folder, join(environment.folder, folder));
  const barrelPath = requireInside(environment.folder, join(environment.folder, place.barrel));
  if (existsSync(folderPath)) redeemPledges(folderPath, (file) => imports(barrelPath, file));
  const taken = existing(folderPath, `${names.file}.ts`);
  if (taken !== undefined) throw alreadyExists(options, `${folder}/${taken}`);
  const noRegistry = (): Error =>
    siloError("registry_not_found", {
      file: place.barrel,
      environment: environment.name,
      identifier: names.identifier,
    });
  if (!existsSync(barrelPath)) throw noRegistry();
  const other = registeredElsewhere(compiler, { ...options, folderPath, barrelPath });
  if (other !== undefined) throw alreadyExists(options, `${folder}/${other}`);
  const before = readFileSync(barrelPath);
  const barrel = before.toString("utf8");
  if (!Buffer.from(barrel).equals(before)) {
    const suggestion = { action: "fix", fix: "Save it as UTF-8" } as const;
    throw siloError("storage_failed", { file: place.barrel, reason: "it is not UTF-8" }, { suggestion });
  }
  const outcome = registerInBarrel(compiler, { ...names, text: barrel, exportName: folder });
  if (!outcome.ok) {
    if (outcome.reason === "no_array") throw noRegistry();
    if (outcome.reason === "no_code") {
      const reason = `${outcome.message} (line ${outcome.line}, column ${outcome.column})`;
      throw siloError("environment_load_failed", { file: place.barrel, reason });
    }
    throw siloError("already_registered", {
      identifier: names.identifier,
      file: place.barrel,
      environment: environment.name,
    });
  }
  const state = { type: stateType(compiler, options), module: `../state${outcome.moduleEnding}` };
  const text = options.write(state);
  const written = writeTogether({
    made: {
      file: join(folderPath, `${names.file}.ts`),
      text: barrel.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text,
    },
    changed: { file: barrelPath, before, text: outcome.text },
  });
  if (written === "made_is_there") throw alreadyExists(options, place.file);
  if (written === "changed_meanwhile") throw changedMeanwhile(place.barrel);
  return place;
}

/** The state type that was named, or the one that `state.ts` shows: never a guess. */
function stateType(compiler: Compiler, { environment, state }: GenerateOptions): string {
  const file = join(environment.folder, "state.ts");
  const exported = existsSync(file)
    ? exportedTypes(compiler, readFileSync(file, "utf8"))
    : { types: [], isOpen: false };
  if (state !== undefined && (exported.isOpen || exported.types.includes(state))) return state;
  const found = state === undefined ? stateTypeAmong(exported) : undefined;
  if (found !== undefined) return found;
  const types = exported.types.join(", ");
  throw siloError(
    "state_type_not_found",
    { file: "state.ts", environment: environment.name },
    // That of the catalogue, unless there is a choice to show or it was followed already.
    types === "" && state === undefined
      ? {}
      : {
          suggestion: {
            action: "fix",
            fix: `${state === undefined ? "" : `state.ts exports no type ${state}; `}it exports ${types || "no types"}: pass --state <TypeName>`,
          },
        },
  );
}

/** The entry of that name, also in another case: on some systems that is the same file. */
function existing(folder: string, name: string): string | undefined {
  if (!isFolder(folder)) return undefined;
  return readdirSync(folder).find((entry) => entry.toLowerCase() === name.toLowerCase());
}

/** The file of the folder that the barrel imports and that has a tool or verifier of that name already. */
function registeredElsewhere(
  compiler: Compiler,
  { kind, name, folderPath, barrelPath }: GenerateOptions & { folderPath: string; barrelPath: string },
): string | undefined {
  return readdirSync(folderPath).find((file) => {
    const path = join(folderPath, file);
    if (!file.endsWith(".ts") || isFolder(path) || !imports(barrelPath, file)) return false;
    return declaresResource(compiler, readFileSync(path, "utf8"), { kind, name });
  });
}

/** Whether the barrel has an import from the file, whatever its ending. */
function imports(barrel: string, file: string): boolean {
  if (!existsSync(barrel)) return false;
  const module = `./${file.replace(/\.ts$/, "")}`;
  const text = readFileSync(barrel, "utf8");
  return ["", ".js", ".ts"].some((ending) =>
    [`"${module}${ending}"`, `'${module}${ending}'`].some((specifier) => text.includes(specifier)),
  );
}

function alreadyExists({ kind, name, names, environment }: GenerateOptions, file: string): Error {
  const parameters = { file, environment: environment.name };
  // That of the catalogue, unless the file is another one than that which would be made.
  const isOther = file.toLowerCase() !== `${folders[kind]}/${names.file}.ts`.toLowerCase();
  const fix = `It has the ${kind} "${name}" already: change that, or choose another name`;
  const options = isOther ? { suggestion: { action: "check", fix } as const } : {};
  return kind === "tool"
    ? siloError("tool_already_exists", parameters, options)
    : siloError("verifier_already_exists", parameters, options);
}

function changedMeanwhile(file: string): Error {
  return siloError(
    "storage_failed",
    { file, reason: "somebody else changed it meanwhile" },
    { suggestion: { action: "retry", fix: "Look at the file, and add it again" }, isRetryable: true },
  );
}
