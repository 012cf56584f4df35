import Table from "cli-table3";

/**
 * @param {string[]} head
 * @param {number[]} [colWidths] In characters; what is longer is broken into lines. Without it, as wide as is needed.
 */
function openTable(head, colWidths) {
  return new Table({
    head,
    colAligns: ["left", "right", "right", "right"],
    style: { head: [], border: [], compact: true },
    ...(colWidths && { colWidths, wordWrap: true }),
  });
}

/**
 * @param {import("./report.js").Report} report
 * @returns {string}
 */
export function renderTables({ rows, runRows, memory, targets }) {
  const tables = [
    timeTable(rows, "processor time a call"),
    timeTable(runRows, "wall-clock time"),
    memoryTable(memory),
    targetTable(targets),
  ];
  return tables.map(String).join("\n");
}

/**
 * @param {readonly import("./report.js").ReportRow[]} rows
 * @param {string} time What time it is.
 */
function timeTable(rows, time) {
  const table = openTable(["measured", time, "middle half of the rounds", "÷ first of its group"]);
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
  return table;
}

/** @param {readonly import("./runs/measure-runs.js").MemoryRow[]} memory */
function memoryTable(memory) {
  const table = openTable([
    "memory of the process that makes runs, MiB",
    "at the start",
    "at the end",
    "÷ start",
  ]);
  for (const { name, runs, afterRuns, start, end } of memory) {
    table.push([
      { content: `${runs} RUNS, ${name.toUpperCase()}; THE START IS AFTER ${afterRuns}`, colSpan: 4 },
    ]);
    for (const [kind, before, after] of /** @type {const} */ ([
      ["resident", start.rss, end.rss],
      ["kept on the heap", start.heap, end.heap],
    ]))
      table.push([`  ${kind}`, formatNumber(before), formatNumber(after), formatNumber(after / before)]);
  }
  return table;
}

/** @param {readonly import("./targets.js").Target[]} targets */
function targetTable(targets) {
  // Reasons are long sentences: without widths they would stretch all columns.
  const table = openTable(["target", "", "", "ratio"], [66, 14, 12, 10]);
  for (const { name, limit, ratio, met, why } of targets) {
    table.push([name, `at most ${limit}`, met ? "met" : "not met", formatNumber(ratio)]);
    if (why !== undefined) table.push([{ content: why, colSpan: 4 }]);
  }
  return table;
}

/** @param {number} us Microseconds. */
function formatTime(us) {
  if (us < 1_000) return `${formatNumber(us)} µs`;
  return us < 1_000_000 ? `${formatNumber(us / 1_000)} ms` : `${formatNumber(us / 1_000_000)} s`;
}

/** @param {number} value */
function formatNumber(value) {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(value >= 0.1 ? 3 : 2)));
}
