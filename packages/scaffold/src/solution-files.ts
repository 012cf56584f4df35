import { existsSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import type { Script } from "@silo/runtime";
import { compileSchema, describeProblems, s } from "@silo/schema-validate";
import { isFolder, listFolder, names, readJsonFile } from "./environment-files.js";

/** What `solutions/TASK.json` holds (contract S0, S7). */
export const solutionSchema = s.object({
  $schema: s.optional(s.string({ description: "The JSON Schema that editors complete this file from" })),
  calls: s.array(
    s.object({
      tool: s.string({ minLength: 1, description: "What to call" }),
      input: s.json({ description: "The arguments" }),
    }),
    { description: "In the order in which they are made" },
  ),
  answer: s.string({ description: "What the agent answers; empty where the task asks for no answer" }),
});

/** How a task is solved: by calls that are known, or by an agent in a module. */
export type Solution = { file: string } & ({ script: Script } | { module: string });

/** What is wrong with a stored solution, in one sentence. */
export interface SolutionProblem {
  /** Relative to the environment. */
  file: string;
  problem: string;
}

/** The solution of a task; undefined where none is stored. Throws `file_access_denied`. */
export function readSolution(
  environmentFolder: string,
  taskId: string,
): Solution | SolutionProblem | undefined {
  const [json, module] = ["json", "ts"].map((ending) => `${names.solutions}/${taskId}.${ending}`) as [
    string,
    string,
  ];
  const hasModule = existsSync(join(environmentFolder, module));
  if (!existsSync(join(environmentFolder, json)))
    return hasModule ? { file: module, module: join(environmentFolder, module) } : undefined;
  if (hasModule)
    return { file: json, problem: `${json} and ${module} both solve the task; keep one of them.` };
  try {
    const given = readJsonFile(join(environmentFolder, json), json);
    const problems = compileSchema(solutionSchema, { purpose: "data" }).check(given);
    if (problems.length > 0)
      return { file: json, problem: describeProblems(problems, { subject: { file: json } }) };
    const { calls, answer } = solutionSchema.parse(given);
    return { file: json, script: { calls, answer } };
  } catch (thrown) {
    if (!isSiloError(thrown, "invalid_json")) throw thrown;
    return { file: json, problem: thrown.message };
  }
}

/** The files of solutions, relative to the environment, each with the task that it is called after. */
export function listSolutions(environmentFolder: string): { file: string; taskId: string }[] {
  const folder = join(environmentFolder, names.solutions);
  return listFolder(folder).flatMap((entry) => {
    const [, taskId] = /^(.+)\.(?:json|ts)$/.exec(entry) ?? [];
    if (taskId === undefined || entry.endsWith(".d.ts") || isFolder(join(folder, entry))) return [];
    return [{ file: `${names.solutions}/${entry}`, taskId }];
  });
}
