import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, it } from "vitest";
import { openCases } from "./isolated-project.js";

const isDeep = process.env["SILO_DEEP"] === "1";
const cases = openCases();
afterAll(() => cases.remove());
const timeout = isDeep ? 1_200_000 : 180_000;

it("many runs at once: none is charged for the others' beginning", { timeout }, async () => {
  const limits = { timeoutMs: 2_000 };
  const runs = Array.from({ length: isDeep ? 50 : 5 }, () => cases.run({ limits }));
  const outcomes = await Promise.all(runs);
  expect(outcomes.map(({ result }) => result.terminationReason)).toEqual(outcomes.map(() => "completed"));
  expect(new Set(outcomes.map(({ result }) => JSON.stringify(result))).size).toBe(1);
});

it("many runs, one after the other, leave nothing in this process", { timeout }, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const look = (): { heap: number; handles: number; listeners: number } => {
    collect();
    return {
      heap: process.memoryUsage().heapUsed,
      handles: process.getActiveResourcesInfo().filter((kind) => /Pipe|Process|Timeout/.test(kind)).length,
      listeners: process.listenerCount("exit"),
    };
  };
  const [warm, rest] = isDeep ? [50, 150] : [3, 3];
  for (let run = 0; run < warm; run += 1) await cases.run({});
  const before = look();
  for (let run = 0; run < rest; run += 1) await cases.run({});
  const after = look();
  expect(after.handles).toBeLessThanOrEqual(before.handles);
  expect(after.listeners).toBe(before.listeners);
  // Far less than the trace of a run, for each of them.
  if (isDeep) expect((after.heap - before.heap) / rest).toBeLessThan(20_000);
});
