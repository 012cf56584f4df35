// Prints the table of docs/baselines.md; with --write it also puts it there.
import { readFileSync, writeFileSync } from "node:fs";
import { baselineTable, withTable } from "./baseline-table.js";
import { runAgentsHere } from "./run-agents.js";

const page = new URL("../../../docs/baselines.md", import.meta.url);

const table = baselineTable(await runAgentsHere());
process.stdout.write(table);
if (process.argv.includes("--write")) writeFileSync(page, withTable(readFileSync(page, "utf8"), table));
