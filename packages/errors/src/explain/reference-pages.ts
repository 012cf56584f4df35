import { exitCodes } from "../exit-codes.js";
import { explainedCodes, explanationOf, type ExplainedSiloCode, type ExplainedToolCode } from "./explain.js";

const notice = "<!-- Made by `pnpm generate` in packages/errors from its catalogue; change it there. -->";

const all = explainedCodes.map((code) => explanationOf(code)!);
const siloCodes = all.filter((explained): explained is ExplainedSiloCode => explained.vocabulary === "silo");
const toolCodes = all.filter((explained): explained is ExplainedToolCode => explained.vocabulary !== "silo");

const exitCodeMeanings: Record<keyof typeof exitCodes, string> = {
  success: "Done; for a run: passed",
  not_passed: "No error of the tool: a run was graded and failed, or a validation or a proof found errors",
  usage: "Input: what was typed, or what a file holds, is malformed",
  state: "State: what is asked for is not there, or is there already",
  rate_limited: "Too many requests",
  auth: "Who asks is not known, or may not",
  permission_denied: "A permission is lacking",
  timeout: "A limit of time was reached",
  dependency: "Something needed is missing, or is of another version",
  runtime: "Something failed while it ran",
  temporary: "Try again later",
  unknown: "A bug: nothing foresaw it",
  interrupted: "Interrupted",
};

/** The catalogue as JSON, for tools in other languages: exit codes, Silo's codes and the tools' codes. */
export function catalogueDocument(): unknown {
  return {
    formatVersion: 1,
    exitCodes: Object.entries(exitCodes).map(([name, exitCode]) => ({
      name,
      exitCode,
      meaning: exitCodeMeanings[name as keyof typeof exitCodes],
    })),
    siloCodes,
    toolCodes,
  };
}

/** The pages of docs/errors by file name, in Markdown: one for each of Silo's codes, one of the tools' codes, an index. */
export function referencePages(): ReadonlyMap<string, string> {
  const pages = new Map([
    ["README.md", indexPage()],
    ["tool-codes.md", toolCodesPage()],
  ]);
  for (const explained of siloCodes) pages.set(`${explained.code}.md`, codePage(explained));
  return pages;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function indexPage(): string {
  return [
    notice,
    "# Error codes",
    "There are two vocabularies, and they never mix. **Silo's own codes** are for authors: the SDK throws them and the command " +
      "line prints them. **[The tools' codes](tool-codes.md)** are for agents: a failed tool call reaches an agent as a value.",
    "Branch on codes, never on the wording of a message. A code is never renamed and never used for something else.",
    "## Silo's own codes",
    table(
      ["Code", "Meaning", "Exit code"],
      siloCodes.map(({ code, meaning, exitCode }) => [
        `[\`${code}\`](${code}.md)`,
        meaning,
        String(exitCode),
      ]),
    ),
    "## Exit codes",
    table(
      ["Exit code", "Meaning"],
      Object.entries(exitCodes).map(([name, exitCode]) => [
        String(exitCode),
        exitCodeMeanings[name as keyof typeof exitCodes],
      ]),
    ),
  ].join("\n\n");
}

function toolCodesPage(): string {
  const rows = (vocabulary: "agent" | "host"): string =>
    table(
      ["Code", "Meaning", "Raised by", "What to do"],
      toolCodes
        .filter((explained) => explained.vocabulary === vocabulary)
        .map(({ code, meaning, raisedBy, advice }) => [`\`${code}\``, meaning, raisedBy, advice]),
    );
  return [
    notice,
    "# Codes of tools",
    "## What agents read",
    "A tool may use any other text as a code of its own.",
    rows("agent"),
    "## What hosts branch on",
    rows("host"),
  ].join("\n\n");
}

function codePage(explained: ExplainedSiloCode): string {
  const { code, meaning, category, exitCode, isRetryable, since, message } = explained;
  const { parameters, causes, remedy, example } = explained;
  return [
    notice,
    `# ${code}`,
    `${meaning}.`,
    table(
      ["Category", "Exit code", "Retryable", "Since"],
      [[`\`${category}\``, String(exitCode), isRetryable ? "yes" : "no", since]],
    ),
    "## What usually causes it",
    causes.map((cause) => `- ${cause}`).join("\n"),
    "## What to do",
    remedy,
    "## Example",
    `\`\`\`text\n${example.output}\n\`\`\``,
    `The message is made from \`${message}\`, and \`details\` holds ${list(parameters)}.`,
  ].join("\n\n");
}

function list(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}
