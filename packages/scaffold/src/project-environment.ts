import { join } from "node:path";
import type { ConversationStart, EnvironmentManifest, ValidationReport } from "@silo/artifacts";
import {
  runSeries,
  runTask,
  type Agent,
  type Isolation,
  type RecordedRun,
  type RunLimits,
  type RunOutcome,
  type RunSeriesOptions,
  type RunTaskOptions,
  type SeriesOutcome,
} from "@silo/runtime";
import { agentSource } from "./agent-source.js";
import { checkEnvironment, type CheckOptions } from "./check-environment.js";
import type { ProofReport } from "./check-report.js";
import { EnvironmentTools, EnvironmentVerifiers, inspecting } from "./code-resources.js";
import { DataFiles } from "./data-files.js";
import { names, readManifest, resolveEntrypoint } from "./environment-files.js";
import { ProjectConversations } from "./project-conversations.js";
import { TaskFiles } from "./task-files.js";
import { validateEnvironment } from "./validate-environment.js";

export interface RunOptions {
  /** The task's id. */
  task: string;
  /**
   * A function, or a module that exports one as default: its path, which counts from the project, or an import of an
   * installed package such as `@silo/flow/agent`.
   */
  agent: Agent | string;
  /** They go before those of the task, which go before the defaults (contract T8). */
  limits?: Partial<RunLimits>;
  /** Permissions beyond the manifest's. */
  grants?: readonly string[];
  /** `process` by default where the agent is a path, and otherwise `none` (contract T12). */
  isolation?: Isolation | undefined;
  /** Ends the run as `cancelled`. */
  signal?: AbortSignal;
}

/** A run, the conversation that it belongs to, and what it takes up again: see `ProjectRuns.resume`. */
export interface ResumeOptions extends RunOptions {
  resume?: RecordedRun | undefined;
  /** The name of the conversation, which the run moves on where it succeeds; one that is not there begins now. */
  conversation?: string | undefined;
  /** What the run that is resumed was given of it. */
  conversationThen?: ConversationStart | undefined;
}

export interface SeriesOptions
  extends RunOptions, Pick<RunSeriesOptions, "runs" | "concurrency" | "onRunEnd" | "onOutput"> {}

/** One environment of a project (contract S1). */
export class ProjectEnvironment {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  readonly data: DataFiles;
  readonly tasks: TaskFiles;
  readonly tools: EnvironmentTools;
  readonly verifiers: EnvironmentVerifiers;
  readonly #project: string;
  readonly #packagesFrom: string | undefined;

  constructor({
    name,
    project,
    folder,
    packagesFrom,
  }: {
    name: string;
    project: string;
    folder: string;
    packagesFrom?: string | undefined;
  }) {
    this.name = name;
    this.folder = folder;
    this.data = new DataFiles(name, folder);
    this.tasks = new TaskFiles(name, folder);
    const inspect = inspecting(folder);
    this.tools = new EnvironmentTools({ name, folder }, inspect);
    this.verifiers = new EnvironmentVerifiers({ name, folder }, inspect);
    this.#project = project;
    this.#packagesFrom = packagesFrom;
  }

  /** Throws `environment_load_failed`, `invalid_json` or `file_access_denied`. */
  manifest(): EnvironmentManifest {
    return readManifest(this.folder);
  }

  /** All findings at once (contract S5). It loads the module and makes a world, and calls no tool and no agent. */
  validate(): Promise<ValidationReport> {
    return validateEnvironment({ name: this.name, folder: this.folder });
  }

  /**
   * Proves each task by running it: doing nothing fails, the stored solution passes, and what is wrong about the
   * solution's mutants fails too (contract S7). The report is that of `validate`, with the proofs. Throws
   * `task_not_found`, `usage_error` and `cancelled`.
   */
  check(options: CheckOptions = {}): Promise<ProofReport> {
    return checkEnvironment({ name: this.name, folder: this.folder }, options);
  }

  /**
   * Runs an agent on one task and records it under `.silo/runs/<runId>` (contract T12). Throws what keeps a run from
   * starting: what `manifest`, `tasks.get` and `runTask` throw, and `entrypoint_outside_environment`. With a conversation
   * also what `ProjectConversations` throws; where it cannot be moved on, the run is recorded all the same.
   */
  async run(options: ResumeOptions): Promise<RunOutcome> {
    const { resume, conversation: name, conversationThen } = options;
    const conversations = new ProjectConversations(this.#project, this.name);
    const conversation = name === undefined ? undefined : conversations.open(name, conversationThen);
    const start = conversation?.start;
    const outcome = await runTask({ ...(await this.#runTaskOptions(options)), resume, conversation: start });
    conversation?.save(outcome);
    return outcome;
  }

  /**
   * Runs an agent on one task many times, each in a fresh world, and records every run (contract T12). Throws what `run`
   * throws where none of them can start.
   */
  async runSeries(options: SeriesOptions): Promise<SeriesOutcome> {
    const { runs, concurrency, onRunEnd, onOutput } = options;
    return runSeries({ ...(await this.#runTaskOptions(options)), runs, concurrency, onRunEnd, onOutput });
  }

  async #runTaskOptions({
    task,
    agent,
    limits,
    grants = [],
    isolation,
    signal,
  }: RunOptions): Promise<Omit<RunTaskOptions, "onOutput">> {
    const manifest = this.manifest();
    const from = { project: this.#project, packagesFrom: this.#packagesFrom };
    return {
      environment: { entrypoint: resolveEntrypoint(this.folder, manifest), name: this.name },
      task: this.tasks.get(task),
      agent: typeof agent === "string" ? await agentSource(agent, from) : agent,
      limits,
      grants: [...new Set([...(manifest.grants ?? []), ...grants])],
      isolation,
      record: { runsFolder: join(this.#project, names.projectFolder, names.runs) },
      signal,
    };
  }
}
