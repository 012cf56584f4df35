import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { exitCodes, siloError } from "@silo/errors";
import type { Isolation, RunLimits, RunOutcome, SeriesRun } from "@silo/runtime";
import { defaultLimits, limitNames, limitRules } from "@silo/runtime/limits";
import type { RunOptions, Silo } from "@silo/scaffold";
import type {
  Arguments,
  CommandContext,
  CommandDefinition,
  CommandOutcome,
  OptionDefinition,
} from "../command.js";
import { environmentOption } from "../environment-option.js";
import { runSummary } from "../run-summary.js";
import { verdictOutcome, withResult } from "../verdict-outcome.js";

/**
 * `silo run` (contract T12). It exits by the verdict: 0 passed, 1 failed, which is no error of the command, or the
 * code of what kept the run from being graded (E5).
 */
export const run: CommandDefinition = {
  name: "run",
  summary: "Run an agent on a task in a fresh world, and grade what it did",
  options: {
    ...environmentOption,
    task: { type: "string", describe: "The task's id", required: { unless: "resume" } },
    agent: {
      type: "string",
      describe:
        "A TypeScript or JavaScript file that exports an agent as default, or a package that does: @silo/flow/agent",
      required: { unless: "resume" },
    },
    runs: { type: "number", describe: "How many runs, each in a fresh world; default 1" },
    concurrency: { type: "number", describe: "How many runs at a time; default 1" },
    ...limitOptions(),
    grant: { type: "list", describe: "Permissions beyond the manifest's, separated by commas" },
    isolation: {
      type: "string",
      describe:
        "process: agent and world each in a process that can be stopped; none: both in this one, for debugging; default process",
      choices: ["process", "none"],
    },
    conversation: {
      type: "string",
      describe: "The conversation that the run belongs to, and moves on where it succeeds",
    },
    resume: {
      type: "string",
      describe: "The id of a run that waits for an answer, which runs again with it",
    },
    answer: { type: "string", describe: "With --resume: what the agent gets for its question" },
  },
  examples: [
    ["run --env demo --task TASK-001 --agent ./agent.ts", "One run, with a summary"],
    [
      "run --env demo --task TASK-001 --agent ./agent.ts --json",
      "The same, as one JSON envelope for a program",
    ],
    [
      "run --env demo --task TASK-001 --agent @silo/flow/agent",
      "The ready agent, with the model that SILO_MODEL_URL and SILO_MODEL name",
    ],
    [
      "run --env demo --task TASK-001 --agent ./agent.ts --runs 10 --concurrency 2",
      "Ten runs, two at a time",
    ],
  ],
  async run(args, context) {
    const { Silo } = await import("@silo/scaffold");
    // What the project has not installed may have come with the command: the ready agent.
    const silo = Silo.open({ cwd: context.cwd, packagesFrom: fileURLToPath(import.meta.url) });
    if (args["resume"] !== undefined || args["answer"] !== undefined) return resume(silo, args, context);
    const { runs = 1, concurrency } = args;
    if (runs === 1 && concurrency === undefined) return runOne(silo, args, context);
    return runMany(silo, args, context);
  },
};

function limitOptions(): Record<string, OptionDefinition> {
  return Object.fromEntries(
    limitNames.map((name) => {
      const { about } = limitRules[name];
      const fallback = defaultLimits[name];
      const otherwise = fallback === undefined ? "off unless set" : `default ${fallback}`;
      return [flagOf(name), { type: "number", describe: `${about}; ${otherwise}` }];
    }),
  );
}

function flagOf(name: keyof RunLimits): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function optionsOf(args: Arguments, { signal }: CommandContext): RunOptions {
  return {
    task: String(args["task"]),
    agent: String(args["agent"]),
    limits: Object.fromEntries(
      limitNames.flatMap((name) => {
        const value = args[flagOf(name)];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    grants: (args["grant"] as string[] | undefined) ?? [],
    isolation: args["isolation"] as Isolation | undefined,
    signal,
  };
}

async function runOne(silo: Silo, args: Arguments, context: CommandContext): Promise<CommandOutcome> {
  const environment = silo.environments.open(args["env"] as string | undefined);
  const conversation = args["conversation"] as string | undefined;
  return commandOutcome(await environment.run({ ...optionsOf(args, context), conversation }), context);
}

/** The agent of a resumed run, and all else about it, stands in its record. */
async function resume(silo: Silo, args: Arguments, context: CommandContext): Promise<CommandOutcome> {
  const { resume: runId, answer, isolation } = args;
  const problem =
    runId === undefined
      ? "--answer needs --resume, the id of the run that waits for it."
      : answer === undefined
        ? "--resume needs --answer, what the agent gets for its question."
        : notWithResume(args);
  if (problem !== undefined) throw siloError("usage_error", { problem });
  const options = {
    answer: String(answer),
    isolation: isolation as Isolation | undefined,
    signal: context.signal,
  };
  return commandOutcome(await silo.runs.resume(String(runId), options), context);
}

function notWithResume(args: Arguments): string | undefined {
  const taken = [
    "env",
    "task",
    "agent",
    "runs",
    "concurrency",
    "grant",
    "conversation",
    ...limitNames.map(flagOf),
  ];
  const given = taken.find((name) => args[name] !== undefined);
  return given && `--${given} cannot be given with --resume: the run goes on as it began.`;
}

async function runMany(silo: Silo, args: Arguments, context: CommandContext): Promise<CommandOutcome> {
  const [{ startProgress }, { seriesSummary }] = await Promise.all([
    import("../series-progress.js"),
    import("../series-summary.js"),
  ]);
  if (args["conversation"] !== undefined) {
    const problem = "--conversation goes with a single run: in a conversation one run follows another.";
    throw siloError("usage_error", { problem });
  }
  const wanted = Number(args["runs"] ?? 1);
  const environment = silo.environments.open(args["env"] as string | undefined);
  const progress = startProgress(wanted, context.isWatched);
  const series = await environment
    .runSeries({
      ...optionsOf(args, context),
      runs: wanted,
      concurrency: args["concurrency"] as number | undefined,
      onRunEnd: (_run, totals) => progress.update(totals),
      onOutput: progress.print,
    })
    .finally(progress.end);
  const { totals, runs, stopped } = series;
  const folder = relative(context.cwd, silo.runs.folder);
  const text = seriesSummary(series, { colors: context.colors, wanted, folder });
  const result = { runs: runs.map(resultOf), totals, ...(stopped === undefined ? {} : { stopped }) };
  const ungraded = runs.find((one) => one.ungradedBy !== undefined)?.ungradedBy;
  if (totals.failed === 0 && ungraded) return { result, text, error: withResult(ungraded, result) };
  return { result, text, exitCode: totals.failed > 0 ? exitCodes.not_passed : exitCodes.success };
}

function commandOutcome(outcome: RunOutcome, { colors, cwd }: CommandContext): CommandOutcome {
  const text = runSummary(outcome, { colors, folder: relative(cwd, outcome.folder ?? "") });
  return verdictOutcome(outcome, { result: resultOf(outcome), text });
}

function resultOf({ runId, folder, verdict, result }: RunOutcome | SeriesRun): object {
  return { runId, folder, verdict, result };
}
