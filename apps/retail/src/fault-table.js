import Table from "cli-table3";

/** What each finding about a task says to whoever maintains the benchmark; the others are told in the report's words. */
const meanings = /** @type {Record<string, string>} */ ({
  noop_passes: "doing nothing passes",
  no_change_not_declared: "the reference changes nothing",
  solution_call_fails: "a call of the reference fails",
  solution_fails: "the reference does not pass",
  mutant_survives: "a wrong run passes",
  entity_unknown: "something is named that does not exist",
});

/**
 * One fault of one task: findings of the same kind are one row, with the places that they are about.
 * @typedef {{ task: string, code: string, fault: string, details: string[] }} Fault
 */

/**
 * What a report says about single tasks, in the order of the tasks.
 * @param {import("@silo/scaffold").ProofReport} report
 * @returns {Fault[]}
 */
export function faultsOf({ findings }) {
  /** @type {Map<string, Fault>} */
  const faults = new Map();
  for (const { code, message, file } of findings) {
    const task = /^(?:tasks|solutions)\/(.+)\.json$/.exec(file ?? "")?.[1];
    if (task === undefined) continue;
    const key = `${task} ${code}`;
    const fault = faults.get(key) ?? { task, code, fault: meanings[code] ?? code, details: [] };
    faults.set(key, fault);
    fault.details.push(detailOf(code, message));
  }
  return [...faults.values()].sort((a, b) => (`${a.task} ${a.code}` < `${b.task} ${b.code}` ? -1 : 1));
}

/**
 * The part of a finding's message that the other columns do not tell.
 * @param {string} code
 * @param {string} message
 */
function detailOf(code, message) {
  const patterns = /** @type {Record<string, RegExp>} */ ({
    noop_passes: /(reward [^ ]+)\.$/,
    no_change_not_declared: /$/,
    solution_call_fails: /^(Call .*)$/s,
    mutant_survives: /of its solution: (.*) \(reward [^)]*\)\.$/s,
    entity_unknown: /names the entity "(.*?)",/,
  });
  const found = patterns[code]?.exec(message);
  return found ? (found[1] ?? "") : message;
}

/** @param {readonly Fault[]} faults */
export function renderFaults(faults) {
  const table = new Table({
    head: ["task", "finding", "fault", "where"],
    colWidths: [10, 24, 34, 90],
    wordWrap: true,
    style: { head: [], border: [], compact: true },
  });
  for (const { task, code, fault, details } of faults)
    table.push([task, code, fault, details.filter((detail) => detail !== "").join("\n")]);
  const counts = new Map();
  for (const { code, details } of faults) {
    const { tasks = 0, places = 0 } = counts.get(code) ?? {};
    counts.set(code, { tasks: tasks + 1, places: places + details.length });
  }
  const totals = [...counts].map(([code, { tasks, places }]) => `${code}: ${places} in ${tasks} tasks`);
  return `${table.toString()}\n${totals.join("\n")}`;
}
