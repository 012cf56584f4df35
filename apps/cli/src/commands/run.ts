import { relative } from "node:path";
import { exitCodes, SiloError, type ExitCode } from "@silo/errors";
import type { RunOutcome } from "@silo/runtime";
import type { CommandDefinition } from "../command.js";
import { runSummary } from "../run-summary.js";

/**
 * `silo run` (contract T12). It exits by the verdict: 0 passed, 1 failed, which is no error of the command, or the
 * code of what kept the run from being graded (E5).
 */
export const run: CommandDefinition = {
  name: "run",
  summary: "Run an agent on a task in a fresh world, and grade what it did",
  options: {
    env: { type: "string", describe: "The environment's name", required: true },
    task: { type: "string", describe: "The task's id", required: true },
    agent: {
      type: "string",
      describe: "A TypeScript or JavaScript file that exports an agent as default",
      required: true,
    },
    "max-tool-calls": {
      type: "number",
      describe: "How many tool calls the run may make; 100 where nothing says",
    },
    "tool-timeout-ms": {
      type: "number",
      describe: "How long one call may take in milliseconds; off unless set",
    },
    "load-timeout-ms": {
      type: "number",
      describe: "How long loading may take in milliseconds; 30000 where nothing says",
    },
    "verifier-timeout-ms": {
      type: "number",
      describe: "How long grading may take in milliseconds; 60000 where nothing says",
    },
    "timeout-ms": {
      type: "number",
      describe: "Wall clock of the agent in milliseconds; 120000 where nothing says",
    },
    grant: { type: "list", describe: "Permissions beyond the manifest's, separated by commas" },
  },
  examples: [
    ["run --env demo --task TASK-001 --agent ./agent.ts", "One run, with a summary"],
    ["run --env demo --task TASK-001 --agent ./agent.ts --json", "The same for a program"],
  ],
  async run(args, { cwd, signal, colors }) {
    const [{ Silo }, { limitNames }] = await Promise.all([import("@silo/scaffold"), import("@silo/runtime")]);
    const outcome = await Silo.open({ cwd })
      .environments.open(String(args["env"]))
      .run({
        task: String(args["task"]),
        agent: String(args["agent"]),
        limits: Object.fromEntries(
          limitNames.flatMap((name) => {
            const value = args[name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];
            return value === undefined ? [] : [[name, value]];
          }),
        ),
        grants: (args["grant"] as string[] | undefined) ?? [],
        signal,
      });
    const text = runSummary(outcome, { colors, folder: relative(cwd, outcome.folder ?? "") });
    const result = resultOf(outcome);
    if (outcome.ungradedBy) return { result, text, error: withRun(outcome.ungradedBy, result) };
    return { result, text, exitCode: exitCodeOfVerdict(outcome) };
  },
};

interface RunReport {
  runId: string;
  folder: string | undefined;
  verdict: string;
  result: object;
}

function resultOf({ runId, folder, verdict, result }: RunOutcome): RunReport {
  return { runId, folder, verdict, result };
}

/** The error of an ungraded run tells in its details what `result` would have told (contract E5). */
function withRun(error: SiloError, report: RunReport): SiloError {
  const { code, category, message, suggestion, isRetryable, exitCode, details, cause } = error;
  return new SiloError({
    code,
    category,
    message,
    suggestion,
    isRetryable,
    exitCode,
    cause,
    details: { ...details, ...report },
  });
}

function exitCodeOfVerdict({ verdict }: RunOutcome): ExitCode {
  return verdict === "passed" ? exitCodes.success : exitCodes.not_passed;
}
