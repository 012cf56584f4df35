import type { ValidationReport } from "@silo/artifacts";
import { exitCodes } from "@silo/errors";
import type { CommandDefinition } from "../command.js";
import { count } from "../count.js";
import { environmentOption, openEnvironment } from "../environment-option.js";
import { findingText } from "../finding-text.js";
import { painter } from "../painter.js";

/** `silo env validate` (contract S5): exits 1 where there are errors, which is no error of the command (E5). */
export const envValidate: CommandDefinition = {
  name: "env validate",
  summary: "Check an environment, and report everything that is wrong with it at once",
  options: environmentOption,
  examples: [["env validate --env demo", "Report of the environment demo"]],
  async run(args, context) {
    const report = await (await openEnvironment(args, context)).validate();
    return {
      result: report,
      text: reportText(report, context.colors),
      exitCode: report.ok ? exitCodes.success : exitCodes.not_passed,
    };
  },
};

function reportText({ environment, ok, findings, counts }: ValidationReport, colors: boolean): string {
  const paint = painter(colors);
  const errors = findings.filter((finding) => finding.level === "error").length;
  const state = ok ? paint.green("✓ valid") : paint.red(`✗ ${count(errors, "error")}`);
  const warnings = findings.length - errors;
  return [
    ...findings.map((finding) => findingText(finding, paint)),
    `${state}  ${environment}${warnings > 0 ? `  ${count(warnings, "warning")}` : ""}`,
    `  ${count(counts.data, "dataset")}, ${count(counts.tasks, "task")}, ${count(counts.tools, "tool")}, ${count(counts.verifiers, "verifier")}`,
  ].join("\n");
}
