import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Report } from "../src/report.js";

const bench = fileURLToPath(new URL("../src/bench.js", import.meta.url));
const paths = [
  "floor: ajv, function, structuredClone",
  "createRuntime(…).call",
  "callTool in a run, with its trace",
  "MCP SDK, client and server in memory",
  "AI SDK tool loop, a step",
];
const inWorld = (size: number): Record<string, string[]> => ({
  [`${size} entities, read`]: ["floor", "createRuntime(…).call", "callTool in a run"],
  [`${size} entities, write`]: [
    "one comparing scan of the world",
    "structuredClone of the world",
    "floor",
    "createRuntime(…).call",
    "callTool in a run",
    "callTool in a run, refused after writing",
  ],
});
const expected: Record<string, string[]> = {
  "valid call": paths,
  "invalid call": paths,
  "parts of a valid call": [
    "floor",
    "the function alone",
    "check of the arguments",
    "copy of the arguments as JSON",
    "copy of the output as JSON",
    "date of an event",
    "an await",
    "check, tool and two copies of each",
  ],
  "schema, valid arguments": ["ajv", "ajv and one walk over the JSON", "compileSchema(…).check"],
  "schema, invalid arguments": ["ajv with allErrors, errorsText", "check and describeProblems"],
  "hostile arguments": [
    "JSON.parse of a million items",
    "a million items, each wrong",
    "10,000 levels",
    "100,000 keys",
    "a pattern that backtracks",
    "a value that contains itself",
    "a schema with $async, refused",
    "a reference to #/$defs/toString, refused",
  ],
  ...inWorld(1_000),
  ...inWorld(10_000),
  ...inWorld(100_000),
};

test("every row is measured, and every target is judged", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [bench, "--quick", "--json"]);
  const { rows, targets } = JSON.parse(stdout) as Report;
  const measured: Record<string, string[]> = {};
  for (const { group, name } of rows) (measured[group] ??= []).push(name);
  expect(measured).toEqual(expected);
  for (const row of rows) {
    for (const number of [row.medianUs, row.lowUs, row.highUs, row.ratio, row.rounds]) {
      expect(number, `${row.group}: ${row.name}`).toBeGreaterThan(0);
      expect(number, `${row.group}: ${row.name}`).toBeLessThan(Infinity);
    }
    expect(row.lowUs).toBeLessThanOrEqual(row.highUs);
  }
  expect(targets).toHaveLength(10);
  for (const { ratio, limit, met } of targets) {
    expect(ratio).toBeGreaterThan(0);
    expect(met).toBe(ratio <= limit);
  }
});
