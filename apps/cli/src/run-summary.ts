import type { CheckRecord, RunResult } from "@silo/artifacts";
import type { RunOutcome } from "@silo/runtime";
import { count } from "./count.js";
import { painter } from "./painter.js";

/** What a person reads after a run: every check, the verdict, how the run ended, and where its artifacts are. */
export function runSummary(
  outcome: RunOutcome,
  { colors, folder }: { colors: boolean; folder: string },
): string {
  const { result, run, toolFaults, hints } = outcome;
  const paint = painter(colors);
  return [
    `${run.environment} / ${run.taskId}  ${run.task.title}`,
    ...gradeLines(result, colors),
    `Ended: ${result.terminationReason} after ${run.durationMs} ms${result.error === null ? "" : `: ${result.error}`}`,
    ...toolFaults.map((fault) => `${paint.yellow("Fault of a tool")}: ${fault}`),
    ...hints.map((hint) => `${paint.yellow("Hint")}: ${hint}`),
    ...(result.agentOutput === "" ? [] : [`Answer: ${firstLine(result.agentOutput)}`]),
    `Artifacts: ${folder}`,
  ].join("\n");
}

/** Every check of a result, and the verdict below them. */
export function gradeLines(result: RunResult, colors: boolean): string[] {
  const paint = painter(colors);
  const mark = (check: CheckRecord): string => (check.passed ? paint.green("✓") : paint.red("✗"));
  const shown = {
    passed: paint.green("PASSED"),
    failed: paint.red("FAILED"),
    ungraded: paint.yellow("UNGRADED"),
  };
  const labelWidth = Math.max(0, ...result.checks.map(({ label }) => label.length));
  const checks = result.checks.map((check) => {
    const kind = check.required ? "required" : "optional";
    return `  ${mark(check)} ${kind}  ${check.label.padEnd(labelWidth)}${check.detail === "" ? "" : `  ${paint.dim(check.detail)}`}`;
  });
  const total = result.checksPassed + result.checksFailed;
  const reward = result.reward === null ? "no reward" : `reward ${formatReward(result.reward)}`;
  const errors = result.toolErrors === 0 ? "" : `, ${count(result.toolErrors, "error")}`;
  return [
    ...checks.map((line) => line.trimEnd()),
    `${shown[result.verdict]}  ${reward}, ${result.checksPassed} of ${count(total, "check")}, ${count(result.toolCalls, "tool call")}${errors}`,
  ];
}

/** Three decimals are what a person compares. */
export function formatReward(reward: number): string {
  return String(Math.round(reward * 1000) / 1000);
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n", 1);
  return line.length < text.length || line.length > 200 ? `${line.slice(0, 200)} …` : line;
}
