import { fileURLToPath } from "node:url";
import { exitCodes } from "@silo/errors";
import type { FlowFinding, FlowReport } from "@silo/scaffold";
import { alignColumns } from "../align-columns.js";
import type { CommandDefinition } from "../command.js";
import { count } from "../count.js";
import { painter } from "../painter.js";

/** `silo flow check`: exits 1 where something was found, which is no error of the command (contract E5). */
export const flowCheck: CommandDefinition = {
  name: "flow check",
  summary: "Say what would make a run of a flow fail, as far as it is known before one",
  positionals: {
    flow: { describe: "The file of the flow, or a package that exports one", required: true },
  },
  options: {},
  examples: [
    ["flow check ./flow.ts", "Everything that is missing or wrong, at once"],
    ["flow check @silo/flow/agent", "Whether the ready agent knows its model"],
  ],
  async run(args, { cwd, signal, colors }) {
    const { Silo } = await import("@silo/scaffold");
    const silo = Silo.open({ cwd, packagesFrom: fileURLToPath(import.meta.url) });
    const report = await silo.checkFlow(String(args["flow"]), { signal });
    return {
      result: report,
      text: reportText(report, colors),
      exitCode: report.ok ? exitCodes.success : exitCodes.not_passed,
    };
  },
};

function reportText({ flow, ok, findings }: FlowReport, colors: boolean): string {
  const paint = painter(colors);
  const rows = findings.map((finding) => [
    { text: finding.code, paint: paint.red },
    { text: placeOf(finding) },
    { text: finding.message },
  ]);
  const commands = [...new Set(findings.flatMap(({ command }) => command ?? []))];
  const state = ok
    ? paint.green("✓ nothing is missing")
    : paint.red(`✗ ${count(findings.length, "finding")}`);
  return [...alignColumns(rows), ...commands.map((command) => `  try: ${command}`), `${state}  ${flow}`].join(
    "\n",
  );
}

/** `llm main.auth.env`, or nothing for what is about the flow itself. */
function placeOf({ kind = "", profile, field }: FlowFinding): string {
  const place = [profile, field].filter((part) => part !== undefined && part !== "").join(".");
  return [kind, place].filter((part) => part !== "").join(" ");
}
