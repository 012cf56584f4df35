import { parseArgs } from "node:util";
import { measureCalls } from "./measure-calls.js";
import { measureHostile } from "./measure-hostile.js";
import { measureParts } from "./measure-parts.js";
import { measureSchema } from "./measure-schema.js";
import { measureWorld, worldSizes } from "./measure-worlds.js";
import { makeReport } from "./report.js";
import { fullEffort, quickEffort } from "./rounds.js";
import { renderTable } from "./table.js";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, quick: { type: "boolean", default: false } },
});
const effort = values.quick ? quickEffort : fullEffort;

console.error(values.quick ? "Measuring with few rounds." : "Measuring; this takes about a minute.");
// Small worlds first: what a large one leaves behind would be swept in the rounds of the others.
const rows = [
  ...(await measureCalls(effort)),
  ...(await measureParts(effort)),
  ...(await measureSchema(effort)),
  ...(await measureHostile(effort)),
];
for (const size of worldSizes) rows.push(...(await measureWorld(size, effort)));

const report = makeReport(rows, { quick: values.quick });
console.log(values.json ? JSON.stringify(report, null, 2) : renderTable(report));
