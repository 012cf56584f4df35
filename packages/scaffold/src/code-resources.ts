import { siloError } from "@silo/errors";
import { inspectEnvironment, type EnvironmentInspection, type ToolFacts } from "@silo/runtime";
import { toolNames, verifierNames } from "./code-names.js";
import { readManifest, resolveEntrypoint } from "./environment-files.js";
import { generateCode, type GeneratedCode } from "./generate-code.js";
import { TaskFiles } from "./task-files.js";
import { toolTemplate } from "./tool-template.js";
import { verifierTemplate } from "./verifier-template.js";

export interface Place {
  /** The environment's name and folder; the folder is absolute. */
  name: string;
  folder: string;
}

export interface AddToolOptions {
  /** What a model decides by; a text to be filled in where it is left out. */
  description?: string | undefined;
  /** The name of the state type; found in `state.ts` where it is left out. */
  state?: string | undefined;
}

export interface AddVerifierOptions {
  /** The id of the task that it grades. */
  task: string;
  /** Default: the task's title. */
  name?: string | undefined;
  /** The name of the state type; found in `state.ts` where it is left out. */
  state?: string | undefined;
}

/** Looks at an environment's module. */
export type Inspect = () => Promise<EnvironmentInspection>;

/** One look serves all who ask while it goes on, since each starts a process and loads the module. */
export function inspecting(folder: string): Inspect {
  let going: Promise<EnvironmentInspection> | undefined;
  const look = async (): Promise<EnvironmentInspection> =>
    inspectEnvironment(resolveEntrypoint(folder, readManifest(folder)));
  return () => (going ??= look().finally(() => (going = undefined)));
}

/** A verifier, as an environment exports it. */
export type VerifierFacts = EnvironmentInspection["verifiers"][number];

/**
 * The tools that an environment binds (contract S1). They are asked of the environment's module, in a process of its own:
 * a file is no tool until it is in the barrel (S0).
 */
export class EnvironmentTools {
  readonly #place: Place;
  readonly #inspect: Inspect;

  constructor(place: Place, inspect: Inspect) {
    this.#place = place;
    this.#inspect = inspect;
  }

  /** In the order in which they are bound. Throws what loading the environment throws. */
  async list(): Promise<ToolFacts[]> {
    return (await this.#inspect()).tools;
  }

  /** Throws `tool_not_registered`, and what `list` throws. */
  async get(tool: string): Promise<ToolFacts> {
    const tools = await this.list();
    const found = tools.find(({ name }) => name === tool);
    if (found) return found;
    const available = tools.map(({ name }) => name).join(", ") || "none";
    throw siloError("tool_not_registered", { tool, environment: this.#place.name, available });
  }

  /**
   * Makes a tool that agents call `name` and that refuses until it is implemented, and enters it into `tools/index.ts`:
   * both files change, or neither (contract S4). The environment is not loaded.
   *
   * Throws `unsafe_name`, `tool_already_exists`, `registry_not_found`, `already_registered`, `state_type_not_found`,
   * `environment_load_failed` where the barrel does not parse, `file_access_denied` and `storage_failed`.
   */
  async add(name: string, options: AddToolOptions = {}): Promise<GeneratedCode> {
    const names = toolNames(name);
    const description = options.description?.trim()
      ? options.description
      : `TODO: say what ${name} does, and when to call it.`;
    return generateCode({
      environment: this.#place,
      kind: "tool",
      name,
      names,
      state: options.state,
      write: (state) => toolTemplate({ name, identifier: names.identifier, description, state }),
    });
  }
}

/** The verifiers that an environment exports (contract S1). */
export class EnvironmentVerifiers {
  readonly #place: Place;
  readonly #inspect: Inspect;

  constructor(place: Place, inspect: Inspect) {
    this.#place = place;
    this.#inspect = inspect;
  }

  /** In the order in which they are exported. Throws what loading the environment throws. */
  async list(): Promise<VerifierFacts[]> {
    return (await this.#inspect()).verifiers;
  }

  /** Throws `verifier_not_found`, and what `list` throws. */
  async get(verifierId: string): Promise<VerifierFacts> {
    const verifiers = await this.list();
    const found = verifiers.find(({ id }) => id === verifierId);
    if (found) return found;
    const available = verifiers.map(({ id }) => id).join(", ") || "none";
    throw siloError("verifier_not_found", { verifierId, environment: this.#place.name, available });
  }

  /**
   * Makes a verifier of a task, whose check fails until it is implemented, and enters it into `verifiers/index.ts`: both
   * files change, or neither (contract S4). The environment is not loaded, and the task is left as it is.
   *
   * Throws `unsafe_name`, `task_not_found` and what reading the task throws, `verifier_already_exists`,
   * `registry_not_found`, `already_registered`, `state_type_not_found`, `environment_load_failed` where the barrel does
   * not parse, `file_access_denied` and `storage_failed`.
   */
  async add(id: string, { task, name, state: stateType }: AddVerifierOptions): Promise<GeneratedCode> {
    const names = verifierNames(id);
    const { title } = new TaskFiles(this.#place.name, this.#place.folder).get(task);
    return generateCode({
      environment: this.#place,
      kind: "verifier",
      name: id,
      names,
      state: stateType,
      write: (state) =>
        verifierTemplate({
          id,
          identifier: names.identifier,
          taskId: task,
          name: name?.trim() ? name : title,
          state,
        }),
    });
  }
}
