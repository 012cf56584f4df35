import { siloError } from "@silo/errors";
import { inspectEnvironment, type EnvironmentInspection, type ToolFacts } from "@silo/runtime";
import { readManifest, resolveEntrypoint } from "./environment-files.js";

export interface Place {
  /** The environment's name and folder; the folder is absolute. */
  name: string;
  folder: string;
}

/** A verifier, as an environment exports it. */
export type VerifierFacts = EnvironmentInspection["verifiers"][number];

/**
 * The tools that an environment binds (contract S1). They are asked of the environment's module, in a process of its own:
 * a file is no tool until it is in the barrel (S0).
 */
export class EnvironmentTools {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** In the order in which they are bound. Throws what loading the environment throws. */
  async list(): Promise<ToolFacts[]> {
    return (await inspect(this.#place)).tools;
  }

  /** Throws `tool_not_registered`, and what `list` throws. */
  async get(tool: string): Promise<ToolFacts> {
    const tools = await this.list();
    const found = tools.find(({ name }) => name === tool);
    if (found) return found;
    const available = tools.map(({ name }) => name).join(", ") || "none";
    throw siloError("tool_not_registered", { tool, environment: this.#place.name, available });
  }
}

/** The verifiers that an environment exports (contract S1). */
export class EnvironmentVerifiers {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** In the order in which they are exported. Throws what loading the environment throws. */
  async list(): Promise<VerifierFacts[]> {
    return (await inspect(this.#place)).verifiers;
  }

  /** Throws `verifier_not_found`, and what `list` throws. */
  async get(verifierId: string): Promise<VerifierFacts> {
    const verifiers = await this.list();
    const found = verifiers.find(({ id }) => id === verifierId);
    if (found) return found;
    const available = verifiers.map(({ id }) => id).join(", ") || "none";
    throw siloError("verifier_not_found", { verifierId, environment: this.#place.name, available });
  }
}

function inspect({ folder }: Place): Promise<EnvironmentInspection> {
  return inspectEnvironment(resolveEntrypoint(folder, readManifest(folder)));
}
