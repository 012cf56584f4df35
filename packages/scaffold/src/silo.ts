import { randomUUID } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { guardStorage } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { nearest } from "@silo/errors/nearest";
import { checkFlow, type FlowReport } from "./check-flow.js";
import { createEnvironment, requireUsable, type CreateEnvironmentOptions } from "./create-environment.js";
import { isFolder, listFolder, names } from "./environment-files.js";
import { whileLocked } from "./environment-lock.js";
import { ProjectEnvironment } from "./project-environment.js";
import { ProjectRuns } from "./project-runs.js";

/** A project: its environments and its runs (contract S1). Nothing below `open` reads the working directory. */
export class Silo {
  /** The project's folder, an absolute path. */
  readonly cwd: string;
  readonly environments: Environments;
  readonly runs: ProjectRuns;
  readonly #packagesFrom: string | undefined;

  private constructor(cwd: string, packagesFrom: string | undefined) {
    this.cwd = cwd;
    this.#packagesFrom = packagesFrom;
    this.environments = new Environments(cwd, packagesFrom);
    this.runs = new ProjectRuns(cwd, (name) => this.environments.open(name));
  }

  /**
   * Opens the project in `cwd`; a relative path counts from the working directory. `packagesFrom` is the file that
   * packages are looked for from which the project has not: an agent given as `@silo/flow/agent`.
   */
  static open({ cwd = ".", packagesFrom }: { cwd?: string; packagesFrom?: string } = {}): Silo {
    return new Silo(resolve(cwd), packagesFrom);
  }

  /** What would make a run of a flow fail, and is known before it: see `checkFlow`. `flow` is given as an agent is. */
  checkFlow(flow: string, { signal }: { signal?: AbortSignal } = {}): Promise<FlowReport> {
    return checkFlow(flow, { project: this.cwd, packagesFrom: this.#packagesFrom, signal });
  }
}

/** The environments of a project, in `.silo/environments`. */
export class Environments {
  readonly #project: string;
  readonly #packagesFrom: string | undefined;

  constructor(project: string, packagesFrom?: string) {
    this.#project = project;
    this.#packagesFrom = packagesFrom;
  }

  /**
   * Makes an environment from a template, whole or not at all (contract S2). Throws `unsafe_name`,
   * `template_not_found`, `environment_already_exists`, `environment_not_found` where the project's folder does not
   * exist, `file_access_denied` and `storage_failed`.
   */
  create(options: CreateEnvironmentOptions): ProjectEnvironment {
    createEnvironment(this.#project, options);
    return this.open(options.name);
  }

  /**
   * Throws at once what `create` would throw for what is given of its options, for somebody who asks for them one by one:
   * `unsafe_name`, `environment_already_exists`, `template_not_found`.
   */
  requireUsable(options: Partial<CreateEnvironmentOptions>): void {
    requireUsable(this.#project, options);
  }

  /**
   * Without a name, the only environment that there is. Throws `environment_not_found`, and `usage_error` where there are
   * several to choose from.
   */
  open(given?: string): ProjectEnvironment {
    if (!isFolder(this.#project)) throw projectNotFound(given ?? "any", this.#project);
    const available = this.list();
    const name = given ?? (available.length === 1 ? available[0] : undefined);
    if (name === undefined) throw available.length === 0 ? noneYet(this.#project) : severalOf(available);
    if (!available.includes(name)) throw this.#notFound(name, available);
    const folder = join(this.#folder(), name);
    return new ProjectEnvironment({
      name,
      project: this.#project,
      folder,
      packagesFrom: this.#packagesFrom,
    });
  }

  /**
   * Names of all environments, in code-unit order. Throws `environment_not_found` where the project's folder does not
   * exist, and `file_access_denied`.
   */
  list(): string[] {
    if (!isFolder(this.#project)) throw projectNotFound("any", this.#project);
    const folder = this.#folder();
    return listFolder(folder).filter((entry) => isFolder(join(folder, entry)));
  }

  /**
   * Takes an environment away, with everything in its folder; its runs stay. Throws `environment_not_found`,
   * `file_access_denied` and `storage_failed`.
   */
  remove(name: string): void {
    const { folder } = this.open(name);
    guardStorage(folder, () =>
      whileLocked(this.#folder(), () => {
        // From one moment to the next it is no environment any more, whatever happens to its files.
        const leaving = join(this.#folder(), `.${name}-.${randomUUID()}`);
        renameSync(folder, leaving);
        rmSync(leaving, { recursive: true, force: true });
      }),
    );
  }

  #folder(): string {
    return join(this.#project, names.projectFolder, names.environments);
  }

  #notFound(environment: string, available: string[]): Error {
    const near = nearest(environment, available)[0];
    const found =
      available.length === 0
        ? "the project has no environments"
        : `it has ${available.join(", ")}${near === undefined ? "" : ` (did you mean "${near}"?)`}`;
    return siloError("environment_not_found", { environment, folder: this.#project, found });
  }
}

function noneYet(folder: string): Error {
  const found = "none was named, and the project has no environments";
  return siloError("environment_not_found", { environment: "any", folder, found });
}

function severalOf(available: string[]): Error {
  const problem = `The project has ${available.length} environments, so one must be named: ${available.join(", ")}.`;
  const fix = "Name one of them, on the command line with --env";
  return siloError(
    "usage_error",
    { problem },
    { suggestion: { action: "fix", fix, example: `--env ${available[0]}` } },
  );
}

function projectNotFound(environment: string, folder: string): Error {
  return siloError("environment_not_found", {
    environment,
    folder,
    found: "the project folder does not exist",
  });
}
