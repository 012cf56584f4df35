import { agents } from "./run-agents.js";

const begin = "<!-- baselines: begin -->\n\n";
const end = "\n<!-- baselines: end -->";

/**
 * The scores of each agent on each task as a table in Markdown, laid out as the formatter does.
 * @param {import("./run-agents.js").Row[]} rows
 * @returns {string}
 */
export function baselineTable(rows) {
  const tasks = [...new Map(rows.map(({ task }) => [task.id, task])).values()];
  const of = (/** @type {string} */ name) => rows.filter(({ agent }) => agent === name);
  const passed = agents.map((name) => {
    const count = of(name).filter(({ result }) => result.passed).length;
    return `${count} of ${tasks.length}`;
  });
  const means = agents.map((name) => {
    const rewards = of(name).map(({ result }) => result.reward ?? 0);
    return rounded(rewards.reduce((sum, reward) => sum + reward, 0) / tasks.length);
  });
  const cells = tasks.map(({ id, difficulty }) => [
    `\`${id}\``,
    difficulty ?? "",
    ...agents.map((name) => score(of(name).find(({ task }) => task.id === id))),
  ]);
  const lines = [
    ["task", "difficulty", ...agents],
    [],
    ...cells,
    ["tasks passed", "", ...passed],
    ["mean reward", "", ...means],
  ];
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) => {
      if (line.length === 0) return `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |\n`;
      return `| ${line.map((cell = "", column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
    })
    .join("");
}

/**
 * The page with this table in the place of the one that it has.
 * @param {string} page
 * @param {string} table
 * @returns {string}
 */
export function withTable(page, table) {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from)
    throw new Error("The page has no place for the table, between its two comments.");
  return page.slice(0, from + begin.length) + table + page.slice(to);
}

/**
 * Verdict, reward and calls of one run.
 * @param {import("./run-agents.js").Row | undefined} row
 * @returns {string}
 */
function score(row) {
  if (!row) return "not run";
  const { verdict, reward: given, toolCalls, toolErrors } = row.result;
  const reward = given === null ? "no reward" : rounded(given);
  const refused = toolErrors === 0 ? "" : `, ${toolErrors} refused`;
  return `${verdict} ${reward}; ${toolCalls} calls${refused}`;
}

/** @param {number} reward */
function rounded(reward) {
  return String(Math.round(reward * 100) / 100);
}
