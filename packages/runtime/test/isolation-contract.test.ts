import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { formatResult, type TraceEvent } from "@silo/artifacts";
import { afterAll, describe, expect, it } from "vitest";
import type { RunOutcome } from "../src/run-outcome.js";
import { runTask } from "../src/run-task.js";
import type { Isolation } from "../src/stage.js";
import { openCases, requireGone } from "./isolated-project.js";
import { actingCases, type ContractCase } from "./contract-cases.js";
import { endingCases, gradingCases } from "./contract-endings.js";

const isDeep = process.env["SILO_DEEP"] === "1";
const cases = openCases();
afterAll(() => cases.remove());

/** Runs the same files in both modes. */
async function runBoth({ isCancelled, ...code }: ContractCase): Promise<RunOutcome[]> {
  const { name: _name, sees: _sees, isDeep: _isDeep, ...rest } = code;
  const options = cases.prepare(rest);
  const runIn = async (isolation: Isolation): Promise<RunOutcome> => {
    const stop = new AbortController();
    const flag = join(dirname(options.agent.file), `waits-${isolation}`);
    const watch = setInterval(() => isCancelled && existsSync(flag) && stop.abort(), 10);
    try {
      const record = { runsFolder: join(dirname(options.agent.file), isolation) };
      return await runTask({ ...options, isolation, signal: stop.signal, record });
    } finally {
      clearInterval(watch);
    }
  };
  const outcomes = await Promise.all([runIn("process"), runIn("none")]);
  await requireGone(options.agent.file);
  return outcomes;
}

/** What must be the same, whatever the mode: everything that is not a time, a run's name or a place in built code. */
function sameOf({
  result,
  stateDiff,
  run,
  trace,
  toolFaults,
  hints,
  ungradedBy,
  folder,
  runId,
}: RunOutcome): object {
  const { hashes, failure, config } = run;
  const events = trace.map((event) => withoutTimes(event));
  const error = ungradedBy && [ungradedBy.code, ungradedBy.message.replace(runId, "")];
  const stored = readFileSync(join(folder ?? "", "result.json"), "utf8");
  expect(stored).toBe(formatResult(result));
  return { stored, stateDiff, hashes, failure, config, events, toolFaults, hints, error };
}

function withoutTimes(event: TraceEvent): object {
  const hidden: Record<string, unknown> = { at: 0, durationMs: 0, runId: "", stack: "" };
  const text = JSON.stringify(event, (key, value: unknown) => (key in hidden ? hidden[key] : value));
  return JSON.parse(text) as object;
}

describe.each([
  ["an agent that acts", actingCases],
  ["a run that ends otherwise", endingCases],
  ["a verifier and a hook", gradingCases],
])("%s, in processes of its own as in this one", (_name, list) => {
  const chosen = list.filter((one) => isDeep || !one.isDeep);
  it.concurrent.each(chosen.map((one) => [one.name, one] as const))("%s", async (_case, one) => {
    const outcomes = await runBoth(one);
    for (const outcome of outcomes) expect(outcome).toMatchObject(one.sees);
    const [isolated, here] = outcomes.map(sameOf);
    expect(isolated).toEqual(here);
  });
});
