import { parseArgs } from "node:util";
import { hasPeer } from "@silo/retail/peer";
import { measureCalls } from "./measure-calls.js";
import { measureHostile } from "./measure-hostile.js";
import { measureParts } from "./measure-parts.js";
import { measureSchema } from "./measure-schema.js";
import { measureWorld, worldSizes } from "./measure-worlds.js";
import { makeReport } from "./report.js";
import { fullEffort, quickEffort } from "./rounds.js";
import { measureInFreshProcess } from "./runs/fresh-process.js";
import { measureRuns } from "./runs/measure-runs.js";
import { fullRunEffort, longManyRuns, quickRunEffort } from "./runs/run-effort.js";
import { renderTables } from "./table.js";

const flag = /** @type {const} */ ({ type: "boolean", default: false });
const { values } = parseArgs({ options: { json: flag, quick: flag, long: flag } });
const effort = values.quick ? quickEffort : fullEffort;
const runEffort = values.quick ? quickRunEffort : fullRunEffort;
const { manyRuns } = values.long ? { manyRuns: longManyRuns } : runEffort;

console.error(
  values.quick ? "Measuring calls, with few rounds." : "Measuring calls; this takes about a minute.",
);
// Small worlds first: what a large one leaves behind would be swept in the rounds of the others.
const rows = [
  ...(await measureCalls(effort)),
  ...(await measureParts(effort)),
  ...(await measureSchema(effort)),
  ...(await measureHostile(effort)),
];
for (const size of worldSizes) rows.push(...(await measureWorld(size, effort)));

console.error(
  values.quick
    ? "Measuring whole runs, with few rounds."
    : "Measuring whole runs; this takes minutes, and with --long several more.",
);
const { rows: runRows, memory } = await measureRuns({ ...runEffort, manyRuns });

if (hasPeer()) {
  console.error("Measuring the retail world.");
  const tasks = values.quick ? 6 : 114;
  const retail = await measureInFreshProcess("retail", { effort, tasks });
  const isReplay = (/** @type {{ group: string }} */ { group }) => group.endsWith("replayed");
  rows.push(...retail.rows.filter((/** @type {any} */ row) => !isReplay(row)));
  runRows.push(...retail.rows.filter(isReplay));
  memory.push(retail.memory);
}

const report = makeReport({ rows, runRows, memory }, { quick: values.quick });
console.log(values.json ? JSON.stringify(report, null, 2) : renderTables(report));
