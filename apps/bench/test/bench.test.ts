import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hasPeer } from "@silo/retail/peer";
import type { Report } from "../src/report.js";

const isRetailThere = hasPeer();
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
  ...(isRetailThere && {
    "retail world of 2.8 MB, read": ["floor", "createRuntime(…).call"],
    "retail world of 2.8 MB, write": ["floor", "createRuntime(…).call", "createState, a new world"],
  }),
};

const expectedOfRuns: Record<string, string[]> = {
  "a run of 10 calls": [
    "in-process, in a series",
    "in-process, by itself: code bundled and loaded",
    "isolated, by itself: and two processes started",
    "isolated, in a series: processes started ahead",
  ],
  "a small call": ["in-process", "isolated"],
  "a call that gives 100 KB": ["in-process", "isolated"],
  "4 agents that each wait 10 times 100 ms": [
    "only the waiting",
    "in-process, all",
    "isolated, all",
    "in-process, one agent by its own clock",
    "isolated, one agent by its own clock",
  ],
  "isolated, from a limit to the outcome": [
    "timeoutMs, an agent that returns when told",
    "timeoutMs, while (true) in the agent",
    "timeoutMs, while (true) in a tool",
    "toolTimeoutMs, while (true) in a tool",
  ],
  "one of 20 runs of 10 calls, with artifacts": ["in-process", "isolated"],
  ...(isRetailThere && {
    "one of 6 tasks of the retail world, replayed": [
      "floor: createState and the functions",
      "in-process, graded",
    ],
  }),
};

function namesByGroup(rows: Report["rows"]): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const { group, name } of rows) (names[group] ??= []).push(name);
  return names;
}

test("every row is measured, and every target is judged", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [bench, "--quick", "--json"]);
  const { rows, runRows, memory, targets } = JSON.parse(stdout) as Report;
  expect(namesByGroup(rows)).toEqual(expected);
  expect(namesByGroup(runRows)).toEqual(expectedOfRuns);
  for (const row of [...rows, ...runRows]) {
    for (const number of [row.medianUs, row.lowUs, row.highUs, row.ratio, row.rounds]) {
      expect(number, `${row.group}: ${row.name}`).toBeGreaterThan(0);
      expect(number, `${row.group}: ${row.name}`).toBeLessThan(Infinity);
    }
    expect(row.lowUs).toBeLessThanOrEqual(row.highUs);
  }
  expect(memory.map(({ name, runs }) => [name, runs])).toEqual([
    ["in-process", 20],
    ["isolated", 20],
    ...(isRetailThere ? [["in-process, retail world of 2.8 MB", 6]] : []),
  ]);
  for (const { start, end } of memory) {
    for (const { rss, heap } of [start, end]) {
      expect(heap).toBeGreaterThan(0);
      expect(rss).toBeGreaterThan(heap);
    }
  }
  expect(targets).toHaveLength(isRetailThere ? 16 : 14);
  for (const { ratio, limit, met } of targets) {
    expect(ratio).toBeGreaterThan(0);
    expect(met).toBe(ratio <= limit);
  }
}, 300_000);
