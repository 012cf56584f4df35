import type { ErrorReport } from "@silo/artifacts";
import { lineText } from "@silo/errors";
import { alignColumns, type Cell } from "../align-columns.js";
import type { CommandDefinition } from "../command.js";
import { count } from "../count.js";
import { painter } from "../painter.js";

/** `silo errors`: what the runs that failed have in common. It has no verdict, and so exits 0 whatever it finds. */
export const errors: CommandDefinition = {
  name: "errors",
  summary: "Report what made runs fail, grouped by agent and version, result code, path and message",
  options: {
    env: { type: "string", describe: "Only runs of this environment" },
  },
  examples: [
    ["errors --env demo", "What made runs of demo fail, the most frequent first"],
    ["errors --json", "The report over all runs, for a program"],
  ],
  async run(args, { cwd, colors }) {
    const { Silo } = await import("@silo/scaffold");
    const report = Silo.open({ cwd }).runs.errors({ environment: args["env"] as string | undefined });
    return { result: report, text: reportText(report, colors) };
  },
};

function reportText({ runs, failures, unreadable, groups }: ErrorReport, colors: boolean): string {
  const paint = painter(colors);
  const head = ["COUNT", "RESULT", "AGENT", "VERSION", "PATH", "NEWEST RUN", "MESSAGE"];
  const rows = groups.map((group): Cell[] => [
    { text: String(group.count), paint: paint.red },
    { text: group.resultCode },
    { text: lineText(group.agent ?? "a function", { max: 40 }) },
    { text: group.version ?? "" },
    { text: lineText(group.path, { max: 40 }) },
    { text: group.newest.runId },
    { text: lineText(group.message, { max: 160 }) },
  ]);
  const kinds = groups.length === 0 ? "" : ` of ${count(groups.length, "kind")}`;
  return [
    ...(rows.length === 0 ? [] : alignColumns([head.map((text) => ({ text, paint: paint.dim })), ...rows])),
    `${count(failures, "failure")}${kinds} in ${count(runs, "run")}`,
    ...(unreadable.length === 0
      ? []
      : [
          `${paint.yellow("Warning")}: ${count(unreadable.length, "run")} cannot be read: ${shown(unreadable)}`,
        ]),
  ].join("\n");
}

/** As many as fit a line. */
function shown(ids: readonly string[]): string {
  const more = ids.length > 3 ? `, and ${ids.length - 3} more` : "";
  return ids.slice(0, 3).join(", ") + more;
}
