import { join } from "node:path";
import { taskSchema, type SiloTask } from "@silo/artifacts";
import { agentText, siloError } from "@silo/errors";
import { compileSchema, describeProblems } from "@silo/schema-validate";
import { listJsonFiles, names, readJsonFile } from "./environment-files.js";
import { unsafeReason } from "./safe-name.js";

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

/** The tasks of one environment: the files of its `tasks` folder (contract S0). */
export class TaskFiles {
  readonly #environment: string;
  readonly #folder: string;

  constructor(environment: string, environmentFolder: string) {
    this.#environment = environment;
    this.#folder = join(environmentFolder, names.tasks);
  }

  /** Ids of all tasks, in code-unit order. */
  ids(): string[] {
    return listJsonFiles(this.#folder);
  }

  /** All tasks, in the order of their ids. Throws what `get` throws. */
  list(): SiloTask[] {
    return this.ids().map((id) => this.get(id));
  }

  /** Throws `task_not_found`, `invalid_json`, `task_invalid` or `file_access_denied`. */
  get(id: string): SiloTask {
    const file = join(this.#folder, `${id}.json`);
    if (!this.ids().includes(id)) throw this.#notFound(id);
    const task = readJsonFile(file, file);
    const problem = taskProblem(task, { file, id });
    if (problem) throw siloError("task_invalid", { file, problems: problem });
    return task as SiloTask;
  }

  #notFound(taskId: string): Error {
    const available = this.ids().join(", ") || "none";
    return siloError("task_not_found", { taskId, environment: this.#environment, available });
  }
}
