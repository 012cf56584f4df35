import { readFileSync } from "node:fs";
import { join } from "node:path";
import { envelopeOf, makeDemo, silo, writeFiles, type Ended } from "./run-silo.js";

const solver = `
export default async ({ callTool }) => {
  await callTool("list_todos", {});
  await callTool("complete_todo", { todoId: "TODO-\\u202e9" });
  await callTool("complete_todo", { todoId: "TODO-2" });
  return { output: "Done." };
};
`;
const idle = "export default async () => ({ output: '' });\n";
const asking = "export default async ({ ask }) => ({ output: await ask('Which parcel?') });\n";

/** The environment's folder. */
export const world = ".silo/environments/demo";
/** The tool that writes. */
export const tool = `${world}/tools/complete-todo.ts`;

/** A project with runs in it. */
export interface RanProject {
  project: string;
  /** Ids of the runs, in the order in which they were made. */
  ids: string[];
  /** One command line in the project. */
  run(line: string): Promise<Ended>;
  /** The `result` of its envelope. */
  resultOf(line: string): Promise<{ exitCode: number | null; result: unknown }>;
  edit(file: string, from: string, to: string): void;
}

/** A project in which these agents have run, one after the other. */
export async function ranBy(...agents: string[]): Promise<RanProject> {
  const project = await makeDemo("blank", {
    "solver.mjs": solver,
    "idle.mjs": idle,
    "asking.mjs": asking,
  });
  const run = (line: string): Promise<Ended> => silo(line.split(" "), { cwd: project });
  const ids: string[] = [];
  for (const agent of agents) {
    const ended = await run(`run --env demo --task TASK-001 --agent ${agent}.mjs`);
    const envelope = envelopeOf(ended);
    const { runId } = (envelope.ok ? envelope.result : envelope.error.details) as { runId: string };
    ids.push(runId);
  }
  return {
    project,
    ids,
    run,
    resultOf: async (line) => {
      const ended = await run(line);
      const envelope = envelopeOf(ended);
      if (!envelope.ok) throw new Error(ended.stderr);
      return { exitCode: ended.exitCode, result: envelope.result };
    },
    edit: (file, from, to) => {
      const source = readFileSync(join(project, file), "utf8");
      if (!source.includes(from)) throw new Error(`There is no ${from} in ${file}.`);
      writeFiles(project, { [file]: source.replace(from, to) });
    },
  };
}
