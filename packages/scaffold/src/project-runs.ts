import { join } from "node:path";
import { findRun, readRun } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { readRecordedRun, type Isolation, type RunOutcome } from "@silo/runtime";
import { names } from "./environment-files.js";
import type { ProjectEnvironment } from "./project-environment.js";

export interface ResumeRunOptions {
  /** What the agent gets for its question. */
  answer: string;
  isolation?: Isolation | undefined;
  /** Ends the run as `cancelled`. */
  signal?: AbortSignal;
}

/** The recorded runs of a project, in `.silo/runs`. */
export class ProjectRuns {
  /** Absolute path. */
  readonly folder: string;
  readonly #openEnvironment: (name: string) => ProjectEnvironment;

  constructor(project: string, openEnvironment: (name: string) => ProjectEnvironment) {
    this.folder = join(project, names.projectFolder, names.runs);
    this.#openEnvironment = openEnvironment;
  }

  /**
   * Takes up a run that ended with a question (contract T6): a new run, with the agent, the limits and the grants of the
   * recorded one, in which the agent does again what it did and gets the answer. Where it does something else, or a
   * call gives another result, the run ends there and says so.
   *
   * Throws `run_not_found`, what reading the run throws, `usage_error` where it does not wait for an answer, and what
   * `ProjectEnvironment.run` throws.
   */
  async resume(runId: string, { answer, ...options }: ResumeRunOptions): Promise<RunOutcome> {
    const stored = readRun(findRun(this.folder, runId));
    const { run, trace } = stored;
    if (run?.terminationReason !== "awaiting_input" || !run.failure) {
      const end = run === undefined ? "has not ended" : `ended as ${run.terminationReason}`;
      throw siloError("usage_error", { problem: `Run ${runId} does not wait for an answer: it ${end}.` });
    }
    const { agentPath, grants, ...limits } = run.config;
    if (agentPath === null) {
      const problem = `The agent of run ${runId} was a function and no file, so it cannot be found again; run it from code, with \`resume\` of runTask.`;
      throw siloError("usage_error", { problem });
    }
    const resume = readRecordedRun(runId, trace.events, { question: run.failure.message, answer });
    const environment = this.#openEnvironment(run.environment);
    return environment.run({ task: run.taskId, agent: agentPath, limits, grants, resume, ...options });
  }
}
