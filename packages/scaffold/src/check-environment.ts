import { availableParallelism } from "node:os";
import type { SiloTask } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { openProofSource, type ProofSource, type ScriptCall } from "@silo/runtime";
import type { ProofReport, TaskProof } from "./check-report.js";
import { checkTask, type CheckedTask } from "./check-task.js";
import { names, readManifest, resolveEntrypoint } from "./environment-files.js";
import { Findings } from "./findings.js";
import { listSolutions, readSolution } from "./solution-files.js";
import { TaskFiles } from "./task-files.js";
import { validateEnvironment } from "./validate-environment.js";

export interface CheckOptions {
  /** Ids of the tasks to prove; all of them where nothing says. */
  tasks?: readonly string[] | undefined;
  /**
   * How many mutants of each solution are run; 100 where nothing says. In a world of megabytes each takes a while, and the
   * first ones are wrong in different ways. Those that a waiver names are always run.
   */
  mutants?: number | undefined;
  /** Called as each task is proved, in the order in which they are, with how many there are. */
  onTaskEnd?: ((proof: TaskProof, tasks: number) => void) | undefined;
  /** Ends the proof as `cancelled`. */
  signal?: AbortSignal | undefined;
}

/**
 * Whether an environment is right, and whether each of its tasks tells right from wrong (contract S7): it is validated,
 * and where nothing but a task is wrong with it, every other task is proved by running it. Throws `task_not_found`,
 * `usage_error`,
 * `cancelled` and `file_access_denied`.
 */
export async function checkEnvironment(
  { name, folder }: { name: string; folder: string },
  { tasks: wanted, mutants, onTaskEnd, signal }: CheckOptions = {},
): Promise<ProofReport> {
  requireCount(mutants);
  const files = new TaskFiles(name, folder);
  const known = files.ids();
  // To read one that is not there throws; one that is there and wrong is a finding.
  for (const id of wanted ?? []) if (!known.includes(id)) files.get(id);
  const validation = await validateEnvironment({ name, folder });
  const findings = new Findings();
  addUnusedSolutions(folder, known, findings);
  const wrong = validation.findings.filter(({ level }) => level === "error").map(({ file }) => file ?? "");
  const ofOneTask = [`${names.tasks}/`, `${names.solutions}/`];
  const isProvable = wrong.every((file) => ofOneTask.some((folderName) => file.startsWith(folderName)));
  const ids = (wanted ? known.filter((id) => wanted.includes(id)) : known).filter(
    (id) => !wrong.includes(`${names.tasks}/${id}.json`),
  );
  const checked = isProvable
    ? await checkTasks({
        folder,
        tasks: ids.map((id) => files.get(id)),
        allIds: known,
        mutants,
        onTaskEnd,
        signal,
      })
    : [];
  for (const one of checked) findings.addAll(one.findings);
  addDifferentWorlds(checked, findings);
  const all = [...validation.findings, ...findings.sorted()];
  return {
    ...validation,
    ok: validation.ok && !findings.hasErrors,
    findings: [
      ...all.filter(({ level }) => level === "error"),
      ...all.filter(({ level }) => level !== "error"),
    ],
    proofs: checked.map(({ proof }) => proof),
  };
}

function requireCount(mutants: number | undefined): void {
  if (mutants === undefined || (Number.isInteger(mutants) && mutants >= 0)) return;
  const problem = `mutants must be a whole number from 0, received ${mutants}.`;
  throw siloError("usage_error", { problem });
}

interface CheckTasksOptions extends Pick<CheckOptions, "mutants" | "onTaskEnd" | "signal"> {
  folder: string;
  tasks: SiloTask[];
  allIds: readonly string[];
}

/** Several at a time, as many as there are cores; what they give does not hang on that. */
async function checkTasks({
  folder,
  tasks,
  allIds,
  mutants,
  onTaskEnd,
  signal,
}: CheckTasksOptions): Promise<CheckedTask[]> {
  const manifest = readManifest(folder);
  const solutions = solutionCalls(folder, allIds);
  const source = await openProofSource(resolveEntrypoint(folder, manifest));
  const checked: CheckedTask[] = [];
  const open = [...tasks.entries()];
  const work = async (proofs: ProofSource): Promise<void> => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const [index, task] = next;
      const otherCalls = [...solutions].flatMap(([id, calls]) => (id === task.id ? [] : calls));
      const grants = manifest.grants ?? [];
      checked[index] = await checkTask({ source: proofs, folder, task, grants, otherCalls, mutants, signal });
      onTaskEnd?.(checked[index].proof, tasks.length);
    }
  };
  try {
    const workers = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, () =>
      work(source).finally(() => (open.length = 0)),
    );
    const ends = await Promise.allSettled(workers);
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  } finally {
    await source.close();
  }
  return checked;
}

/** The calls of every solution that is stored as calls. */
function solutionCalls(folder: string, ids: readonly string[]): Map<string, readonly ScriptCall[]> {
  const calls = new Map<string, readonly ScriptCall[]>();
  for (const id of ids) {
    const solution = readSolution(folder, id);
    if (solution && "script" in solution) calls.set(id, solution.script.calls);
  }
  return calls;
}

function addUnusedSolutions(folder: string, ids: readonly string[], findings: Findings): void {
  for (const { file, taskId } of listSolutions(folder)) {
    if (ids.includes(taskId)) continue;
    const message = `${file} solves no task: there is no task "${taskId}".`;
    findings.add("solution_unused", message, { file, suggestion: "Call it after its task, or take it away" });
  }
}

/** Each task is proved in a process of its own, and all of them must begin with the same world. */
function addDifferentWorlds(checked: readonly CheckedTask[], findings: Findings): void {
  const worlds = new Set(checked.flatMap(({ firstWorld }) => firstWorld ?? []));
  if (worlds.size < 2) return;
  findings.add(
    "state_not_repeatable",
    "createState gives another world in each process, though the same one twice in one of them.",
    {
      suggestion:
        "Derive the world from the data alone, also while the module loads: no clock, no randomness",
    },
  );
}
