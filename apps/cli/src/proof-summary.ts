import type { ProofReport, ProofRun, TaskProof } from "@silo/scaffold";
import { alignColumns, type Cell } from "./align-columns.js";
import { count } from "./count.js";
import { findingText } from "./finding-text.js";
import { painter } from "./painter.js";
import { formatReward } from "./run-summary.js";

const head = [
  "",
  "task",
  "does nothing",
  "solution",
  "mutants failed",
  "passed",
  "waived",
  "equal",
  "not run",
];

/** What a person reads after a proof: every finding, a table of the tasks, and whether all of it holds. */
export function proofSummary(
  { environment, ok, findings, proofs }: ProofReport,
  { colors }: { colors: boolean },
): string {
  const paint = painter(colors);
  const errors = findings.filter(({ level }) => level === "error").length;
  const warnings = findings.length - errors;
  const mark = ({ ok: isProved }: TaskProof): Cell =>
    isProved ? { text: "✓", paint: paint.green } : { text: "✗", paint: paint.red };
  const rows = proofs.map((proof) => [mark(proof), ...rowOf(proof).map((text) => ({ text }))]);
  const table = alignColumns([head.map((text) => ({ text })), ...rows]);
  const state = ok ? paint.green("✓ proved") : paint.red(`✗ ${count(errors, "error")}`);
  return [
    ...findings.map((finding) => findingText(finding, paint)),
    ...(proofs.length > 0 ? table : ["No task was proved."]),
    `${state}  ${environment}  ${count(proofs.length, "task")}${warnings > 0 ? `, ${count(warnings, "warning")}` : ""}`,
  ].join("\n");
}

function rowOf({ task, noop, solution, mutants }: TaskProof): string[] {
  const { failed, survived, waived, equivalent, ungraded, notRun } = mutants;
  const run = failed + survived + waived + ungraded;
  return [
    task,
    shown(noop),
    shown(solution),
    `${failed} of ${run}`,
    ...[survived, waived, equivalent, notRun].map(String),
  ];
}

function shown(run: ProofRun | null): string {
  if (run === null) return "–";
  return run.reward === null ? run.verdict : `${run.verdict} ${formatReward(run.reward)}`;
}
