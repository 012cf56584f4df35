import { relative } from "node:path";
import type { StoredRun } from "@silo/artifacts";
import { blockText, lineText } from "@silo/errors";
import type { CommandDefinition } from "../command.js";
import { gradeLines } from "../run-summary.js";
import { cutHint } from "../value-text.js";

/** `silo runs show RUN`, and with `--as-solution` the solution that a run is, as its own text. */
export const runsShow: CommandDefinition = {
  name: "runs show",
  summary: "Show what happened in a run: every call, its answer, what it changed, how long it took",
  positionals: { run: { describe: "A run's id, or latest", required: true } },
  options: {
    "as-solution": {
      type: "boolean",
      describe:
        "Of a run that passed: its successful calls and its answer, as solutions/TASK.json holds them",
    },
  },
  isText: (args) => args["as-solution"] === true,
  examples: [
    ["runs show latest", "The newest run, call by call"],
    ["runs show latest --json", "Everything that is recorded of it"],
    [
      "runs show latest --as-solution > .silo/environments/demo/solutions/TASK-001.json",
      "Keep a run that passed as the solution of its task",
    ],
  ],
  async run(args, { cwd, colors }) {
    const { Silo } = await import("@silo/scaffold");
    const { runs } = Silo.open({ cwd });
    const runId = String(args["run"]);
    if (args["as-solution"] === true) {
      const solution = runs.solution(runId);
      return { result: solution, text: JSON.stringify(solution, null, 2) };
    }
    const stored = runs.get(runId);
    const { traceLines } = await import("../trace-text.js");
    const trace = traceLines(stored, colors);
    return { result: stored, text: storedRunText(stored, { trace, colors, cwd }) };
  },
};

function storedRunText(
  stored: StoredRun,
  { trace, colors, cwd }: { trace: readonly string[]; colors: boolean; cwd: string },
): string {
  const { runId, environment = "", task, config, startedAt, run, result } = stored;
  const agent = config?.agentPath === null ? "a function" : config?.agentPath;
  const answer = result?.agentOutput ?? "";
  const shownAnswer = blockText(answer, { max: 2000 });
  const ended = run && `Ended: ${run.terminationReason} after ${run.durationMs} ms`;
  const error = result?.error ?? null;
  return [
    lineText(`${runId}  ${environment} / ${task?.id ?? ""}  ${task?.title ?? ""}`.trimEnd(), { max: 300 }),
    ...(startedAt === undefined ? [] : [`Started: ${startedAt}`]),
    ...(agent === undefined ? [] : [`Agent: ${lineText(agent, { max: 300 })}`]),
    ...trace,
    ...(answer === "" ? [] : [`Answer: ${shownAnswer}`]),
    ...(result ? gradeLines(result, colors) : ["It has no result: it goes on, or was killed."]),
    ...(ended === undefined ? [] : [`${ended}${error === null ? "" : `: ${lineText(error, { max: 500 })}`}`]),
    `Artifacts: ${relative(cwd, stored.folder)}`,
    ...cutHint([...trace, shownAnswer]),
  ].join("\n");
}
