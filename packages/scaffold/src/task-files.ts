import { join } from "node:path";
import { taskSchema, type SiloTask } from "@silo/artifacts";
import { agentText, siloError } from "@silo/errors";
import { compileSchema, describeProblems } from "@silo/schema-validate";
import { names } from "./environment-files.js";
import { JsonFiles } from "./json-files.js";
import { schemaPath } from "./schema-files.js";
import { requireSafeName, unsafeReason } from "./safe-name.js";

/** What is wrong with a task, in one sentence; undefined where it is right. `file` names it. */
export function taskProblem(task: unknown, { file, id }: { file: string; id: string }): string | undefined {
  const problems = compileSchema(taskSchema, { purpose: "data" }).check(task);
  if (problems.length > 0) return describeProblems(problems, { subject: { file } });
  const unsafe = unsafeReason(id);
  if (unsafe) return `Its id ${agentText(id, { max: 80 })} is no safe name: ${unsafe}.`;
  const named = (task as SiloTask).id;
  return named === id
    ? undefined
    : `Its id is "${named}", but its file is called "${id}.json"; both must be the same.`;
}

/** The tasks of one environment: the files of its `tasks` folder (contract S0, S1). */
export class TaskFiles {
  readonly #files: JsonFiles;

  constructor(environment: string, environmentFolder: string) {
    this.#files = new JsonFiles({
      folder: join(environmentFolder, names.tasks),
      kind: "a task",
      alreadyExists: (taskId) => siloError("task_already_exists", { taskId, environment }),
      notFound: (taskId, available) => siloError("task_not_found", { taskId, environment, available }),
    });
  }

  /** Ids of all tasks, in code-unit order. */
  ids(): string[] {
    return this.#files.names();
  }

  /** All tasks, in the order of their ids. Throws what `get` throws. */
  list(): SiloTask[] {
    return this.ids().map((id) => this.get(id));
  }

  /** Throws `task_not_found`, `invalid_json`, `task_invalid` or `file_access_denied`. */
  get(id: string): SiloTask {
    const task = this.#files.read(id);
    requireTask(task, { file: this.#files.file(id), id });
    return task as SiloTask;
  }

  /**
   * Makes a task; its verifier need not be there yet, which validation reports. The file gets a `$schema` that editors
   * complete it from, where the task has none. Throws `task_invalid`, `unsafe_name`, `task_already_exists`,
   * `file_access_denied` or `storage_failed`.
   */
  add(task: SiloTask): void {
    requireSafeName(idOf(task), "a task");
    this.#files.add(idOf(task), this.#checked(task));
  }

  /** Puts another task in the place of the one with its id. Throws `task_not_found`, and what `add` throws. */
  update(task: SiloTask): void {
    const id = idOf(task);
    this.#files.require(id);
    this.#files.replace(id, this.#checked(task));
  }

  /** Throws `task_not_found`, `file_access_denied` or `storage_failed`. */
  remove(id: string): void {
    this.#files.remove(id);
  }

  #checked(task: SiloTask): SiloTask {
    const withSchema = { $schema: schemaPath("task"), ...task };
    requireTask(withSchema, { file: `${names.tasks}/${idOf(task)}.json`, id: idOf(task) });
    return withSchema;
  }
}

/** Ids that are no text are told by the schema. */
function idOf(task: SiloTask): string {
  const { id } = (task ?? {}) as Partial<SiloTask>;
  if (typeof id === "string") return id;
  throw siloError("task_invalid", { file: "The task", problems: describe(task) });
}

function describe(task: unknown): string {
  const problems = compileSchema(taskSchema, { purpose: "data" }).check(task);
  return describeProblems(problems, { subject: { file: "The task" } });
}

function requireTask(task: unknown, { file, id }: { file: string; id: string }): void {
  const problem = taskProblem(task, { file, id });
  if (problem) throw siloError("task_invalid", { file, problems: problem });
}
