import { join } from "node:path";
import {
  canonicalJson,
  compareRuns,
  findRun,
  listRuns,
  pairCalls,
  pruneRuns,
  readRun,
  type JsonValue,
  type RunComparison,
  type RunResult,
  type RunSummary,
  type StateChanges,
  type StateDiff,
  type StoredRun,
  type Verdict,
} from "@silo/artifacts";
import { siloError, type SiloError } from "@silo/errors";
import { readRecordedRun, replayRun, type Isolation, type Replay, type RunOutcome } from "@silo/runtime";
import { names, resolveEntrypoint } from "./environment-files.js";
import type { ProjectEnvironment } from "./project-environment.js";

/** The name that stands for the newest run wherever the id of one is asked for. */
const latest = "latest";

/** Which runs to list: those that are as all that is given says. */
export interface RunFilter {
  environment?: string | undefined;
  task?: string | undefined;
  verdict?: Verdict | undefined;
  /** How many runs at most, the newest ones; all where it is left out. */
  limit?: number | undefined;
}

export interface ReplayRunOptions {
  /** `process` where it is left out (contract T12). */
  isolation?: Isolation | undefined;
  /** Ends the replay as `cancelled`. */
  signal?: AbortSignal | undefined;
}

/** What the record of a run was made with, and what is another one by now. */
export type ChangedPart = "environment" | "task" | "verifier";

/** A run whose calls were made again: see `replayRun` of `@silo/runtime`. */
export interface ReplayedRun extends Omit<Replay, "grade"> {
  runId: string;
  /** Its folder, an absolute path. */
  folder: string;
  /** As the run recorded it; of one that was killed, nobody knows. */
  changedSince: ChangedPart[];
}

/** What a run changed: the ids that it recorded, and beside them what each place was and is. */
export interface RunDiff extends Pick<ReplayedRun, "runId" | "folder" | "difference" | "changedSince"> {
  /** As it was recorded; of a run that was killed, as its calls give it now. Undefined where the world broke. */
  stateDiff: StateDiff | undefined;
  /** Undefined where the world broke, and where the calls do not give what was recorded: then `difference` says which. */
  changes: StateChanges | undefined;
}

/** A run whose calls were made again, and that was graded again. */
export interface RegradedRun extends ReplayedRun {
  /** As `silo run` would have given it, with the verifier as it is now. It is not written anywhere. */
  result: RunResult;
  verdict: Verdict;
  /** As the run recorded it; undefined where it recorded none. */
  recordedVerdict: Verdict | undefined;
  /** What keeps it from being graded; present exactly where `verdict` is `ungraded`. */
  ungradedBy: SiloError | undefined;
}

/** Two runs beside each other. */
export interface ComparedRuns extends RunComparison {
  runIds: { a: string; b: string };
}

/** What `solutions/TASK.json` holds: calls in order, and an answer (contract S7). */
export interface RecordedSolution {
  calls: { tool: string; input: JsonValue }[];
  answer: string;
}

export type PruneRunsOptions = ({ keep: number } | { olderThanMs: number }) & {
  /** Only say which runs would go. */
  dryRun?: boolean | undefined;
};

export interface ResumeRunOptions {
  /** What the agent gets for its question. */
  answer: string;
  isolation?: Isolation | undefined;
  /** Ends the run as `cancelled`. */
  signal?: AbortSignal;
}

/**
 * The recorded runs of a project, in `.silo/runs` (contract S1). Wherever the id of a run is asked for, `latest` is the
 * newest one. All but `list` and `prune` throw `run_not_found`, `invalid_json`, `artifact_version_unsupported` and
 * `file_access_denied`.
 */
export class ProjectRuns {
  /** Absolute path. */
  readonly folder: string;
  readonly #openEnvironment: (name: string) => ProjectEnvironment;

  constructor(project: string, openEnvironment: (name: string) => ProjectEnvironment) {
    this.folder = join(project, names.projectFolder, names.runs);
    this.#openEnvironment = openEnvironment;
  }

  /**
   * The runs that `filter` lets through, newest first; one that is damaged is listed with its error. Throws
   * `file_access_denied`.
   */
  list({ environment, task, verdict, limit }: RunFilter = {}): RunSummary[] {
    return listRuns(this.folder, {
      limit,
      isWanted: (run) =>
        (environment === undefined || run.environment === environment) &&
        (task === undefined || run.taskId === task) &&
        (verdict === undefined || run.verdict === verdict),
    });
  }

  /** Everything that a run left. */
  get(runId: string): StoredRun {
    const [newest] = runId === latest ? this.list({ limit: 1 }) : [];
    return readRun(newest?.folder ?? findRun(this.folder, runId));
  }

  /** What differs between two runs, and between what they were given. */
  compare(a: string, b: string): ComparedRuns {
    const [first, second] = [this.get(a), this.get(b)];
    return { runIds: { a: first.runId, b: second.runId }, ...compareRuns(first, second) };
  }

  /** The calls of a run that passed, without those that failed, and its answer. Throws `usage_error` for another run. */
  solution(runId: string): RecordedSolution {
    const { runId: id, result, trace } = this.get(runId);
    if (result?.verdict !== "passed") {
      const verdict = result === undefined ? "has no result" : `is ${result.verdict}`;
      throw siloError("usage_error", {
        problem: `Run ${id} ${verdict}; only a run that passed shows how its task is solved.`,
      });
    }
    const calls = pairCalls(trace.events).flatMap(({ call: { tool, input }, result: gave }) =>
      gave && !gave.isError ? [{ tool, input: input as JsonValue }] : [],
    );
    return { calls, answer: result.agentOutput };
  }

  /**
   * Makes the calls of a run again in a fresh world, and says whether they give what was recorded, or which is the first
   * that does not (contract A5); with what each place of the world was and is. Runs no agent, and writes nothing.
   *
   * Throws `environment_not_found`, `entrypoint_outside_environment`, and what `replayRun` of `@silo/runtime` throws.
   */
  async replay(runId: string, options: ReplayRunOptions = {}): Promise<ReplayedRun> {
    const { replayed } = await this.#replay(this.get(runId), options);
    return replayed;
  }

  /**
   * What a run changed in its world, before and after. A record has ids alone, so the calls are made again. Throws what
   * `replay` throws.
   */
  async diff(runId: string, options: ReplayRunOptions = {}): Promise<RunDiff> {
    const stored = this.get(runId);
    const { replayed } = await this.#replay(stored, options);
    const { runId: id, folder, difference, changedSince } = replayed;
    const changes = difference === undefined ? replayed.changes : undefined;
    const stateDiff = stored.stateDiff ?? (changes && replayed.stateDiff);
    return { runId: id, folder, stateDiff, changes, difference, changedSince };
  }

  /**
   * Makes the calls of a run again and runs the verifier as it is now, on the recorded task, answer and trace. Runs no
   * agent, and writes nothing. A run whose world cannot be made again is ungraded. Throws what `replay` throws,
   * `verifier_not_found`, and `usage_error` where the run has no end.
   */
  async grade(runId: string, options: ReplayRunOptions = {}): Promise<RegradedRun> {
    const stored = this.get(runId);
    const { replayed, grade } = await this.#replay(stored, { ...options, isGraded: true });
    if (grade === undefined) throw new Error("A replay that is to be graded has a grade.");
    const { result, ungradedBy } = grade;
    const recordedVerdict = stored.result?.verdict;
    return { ...replayed, result, verdict: result.verdict, recordedVerdict, ungradedBy };
  }

  /**
   * Removes all runs but the newest `keep`, or those that began more than `olderThanMs` milliseconds ago, and returns
   * their ids, newest first. One that is being written stays. Throws `usage_error` for a number that is none or below 0,
   * `file_access_denied` and `storage_failed`.
   */
  prune({ dryRun = false, ...which }: PruneRunsOptions): string[] {
    if ("keep" in which && !Number.isInteger(which.keep)) {
      const problem = `keep must be a whole number of at least 0, received ${which.keep}.`;
      throw siloError("usage_error", { problem });
    }
    return pruneRuns(this.folder, { ...which, dryRun, now: new Date() });
  }

  /**
   * Takes up a run that ended with a question (contract T6): a new run, with the agent, the limits and the grants of the
   * recorded one, in which the agent does again what it did and gets the answer. Where it does something else, or a
   * call gives another result, the run ends there and says so.
   *
   * Throws `usage_error` where it does not wait for an answer, and what `ProjectEnvironment.run` throws.
   */
  async resume(given: string, { answer, ...options }: ResumeRunOptions): Promise<RunOutcome> {
    const { runId, run, trace } = this.get(given);
    if (run?.terminationReason !== "awaiting_input" || !run.failure) {
      const end = run === undefined ? "has not ended" : `ended as ${run.terminationReason}`;
      throw siloError("usage_error", { problem: `Run ${runId} does not wait for an answer: it ${end}.` });
    }
    const { agentPath, grants, conversation: then, ...limits } = run.config;
    if (agentPath === null) {
      const problem = `The agent of run ${runId} was a function and no file, so it cannot be found again; run it from code, with \`resume\` of runTask.`;
      throw siloError("usage_error", { problem });
    }
    const { message: question, path } = run.failure;
    const resume = readRecordedRun(runId, trace.events, { question, answer, path });
    const environment = this.#openEnvironment(run.environment);
    const conversation = { conversation: then?.name, conversationThen: then };
    const recorded = { task: run.taskId, agent: agentPath, limits, grants, resume, ...conversation };
    return environment.run({ ...recorded, ...options });
  }

  async #replay(
    { runId, folder, environment: name, task, run, stateDiff, trace }: StoredRun,
    options: ReplayRunOptions & { isGraded?: boolean },
  ): Promise<{ replayed: ReplayedRun; grade: Replay["grade"] }> {
    if (name === undefined || task === undefined) {
      const problem = `Run ${runId} was killed before it recorded its task, so it cannot be done again.`;
      throw siloError("usage_error", { problem });
    }
    const environment = this.#openEnvironment(name);
    const entrypoint = resolveEntrypoint(environment.folder, environment.manifest());
    const { grade, ...replay } = await replayRun({
      environment: { entrypoint, name },
      trace: trace.events,
      stateDiff,
      ...options,
    });
    const { hashes } = run ?? {};
    const { environmentHash, verifierHash } = replay;
    const changed: Record<ChangedPart, boolean> = {
      environment: hashes !== undefined && hashes.environment !== environmentHash,
      task: isOtherTask(environment, task),
      verifier: hashes !== undefined && hashes.verifier !== verifierHash,
    };
    const parts: ChangedPart[] = ["environment", "task", "verifier"];
    const changedSince = parts.filter((part) => changed[part]);
    return { replayed: { runId, folder, ...replay, changedSince }, grade };
  }
}

/** Whether the task's file says something else than the run recorded; a file that is gone or broken does. */
function isOtherTask(environment: ProjectEnvironment, recorded: { id: string }): boolean {
  try {
    const now = environment.tasks.get(recorded.id);
    return canonicalJson(now, "the task") !== canonicalJson(recorded, "the task");
  } catch {
    return true;
  }
}
