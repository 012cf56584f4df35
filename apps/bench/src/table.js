import Table from "cli-table3";

/**
 * @param {import("./report.js").Report} report
 * @returns {string}
 */
export function renderTable({ rows, targets }) {
  const table = new Table({
    head: ["measured", "processor time a call", "middle half of the rounds", "÷ first of its group"],
    colAligns: ["left", "right", "right", "right"],
    style: { head: [], border: [], compact: true },
  });
  let group = "";
  for (const row of rows) {
    if (row.group !== group) table.push([{ content: row.group.toUpperCase(), colSpan: 4 }]);
    group = row.group;
    table.push([
      `  ${row.name}`,
      formatTime(row.medianUs),
      `${formatTime(row.lowUs)} – ${formatTime(row.highUs)}`,
      formatNumber(row.ratio),
    ]);
  }
  table.push([{ content: "TARGETS", colSpan: 4 }]);
  for (const { name, limit, ratio, met, why } of targets) {
    table.push([`  ${name}`, `at most ${limit}`, met ? "met" : "not met", formatNumber(ratio)]);
    if (why !== undefined) table.push([{ content: `    ${why}`, colSpan: 4 }]);
  }
  return table.toString();
}

/** @param {number} us Microseconds. */
function formatTime(us) {
  return us < 1_000 ? `${formatNumber(us)} µs` : `${formatNumber(us / 1_000)} ms`;
}

/** @param {number} value */
function formatNumber(value) {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(value >= 0.1 ? 3 : 2)));
}
