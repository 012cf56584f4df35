import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Silo } from "@silo/scaffold";
import { afterAll, describe, expect, it } from "vitest";
import { buildWorld, environmentName, generatedFolder, taskIdOf } from "../src/build-world.js";
import { faultsOf, renderFaults, type Fault } from "../src/fault-table.js";
import { hasPeer, readReplay, readTasks } from "../src/peer.js";

const isDeep = process.env["SILO_DEEP"] === "1";
const folder = generatedFolder("faults-test");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the environment as it is committed holds", async () => {
  const project = fileURLToPath(new URL("..", import.meta.url));
  const { findings, counts, proofs } = await Silo.open({ cwd: project })
    .environments.open(environmentName)
    .check();
  expect(findings).toEqual([]);
  expect(counts).toEqual({ data: 4, tasks: 3, tools: 16, verifiers: 3 });
  expect(proofs.map(({ ok, mutants }) => ok && mutants.failed > 5)).toEqual([true, true, true]);
});

/** What the benchmark's own files say about a task. */
interface Facts {
  task: string;
  isUnchanged: boolean;
  failedActions: number;
  /** Whether the customer wants to be told something, which the state does not show. */
  asks: boolean;
}

function readFacts(): Facts[] {
  return readTasks().map(({ id, evaluation_criteria: { communicate_info } }) => {
    const { changed, actions } = readReplay(id);
    return {
      task: taskIdOf(id),
      isUnchanged: !changed,
      failedActions: actions.filter(({ outcome }) => outcome === "error").length,
      asks: communicate_info.length > 0,
    };
  });
}

/** All of them, or the same few each time: of each kind of fault, and of those without one. */
function chosen(facts: Facts[]): Facts[] {
  if (isDeep) return facts;
  const kinds: ((one: Facts) => boolean)[] = [
    ({ isUnchanged }) => isUnchanged,
    ({ failedActions }) => failedActions > 0,
    ({ asks, failedActions }) => asks && failedActions === 0,
    ({ isUnchanged, failedActions, asks }) => !isUnchanged && failedActions === 0 && !asks,
  ];
  return kinds.flatMap((isOne) => {
    const some = facts.filter(isOne);
    return some.filter((_, index) => index % Math.ceil(some.length / 2) === 1);
  });
}

describe.skipIf(!hasPeer())("silo check of the benchmark's tasks", () => {
  it("tells by itself the faults that are known of them, and no others", { timeout: 3_600_000 }, async () => {
    const all = readFacts();
    expect(all.filter(({ isUnchanged }) => isUnchanged)).toHaveLength(11);
    expect(all.filter(({ failedActions }) => failedActions > 0)).toHaveLength(15);
    expect(all.reduce((sum, { failedActions }) => sum + failedActions, 0)).toBe(18);

    const facts = chosen(all);
    const tasks = facts.map(({ task }) => task);
    const report = await buildWorld(folder).check({ tasks, mutants: isDeep ? 20 : 3 });
    expect(report.proofs.map(({ task }) => task)).toEqual(tasks.toSorted());
    // What validation says of the other tasks is of no interest here.
    const faults = faultsOf(report).filter(({ task }) => tasks.includes(task));
    console.log(renderFaults(faults));

    const found = (code: string): Fault[] => faults.filter((fault) => fault.code === code);
    const tasksOf = (code: string): string[] => found(code).map(({ task }) => task);
    const wanted = (isOne: (one: Facts) => boolean): string[] =>
      facts
        .filter(isOne)
        .map(({ task }) => task)
        .sort();
    expect(tasksOf("noop_passes")).toEqual(wanted(({ isUnchanged }) => isUnchanged));
    expect(tasksOf("no_change_not_declared")).toEqual(wanted(({ isUnchanged }) => isUnchanged));
    expect(
      Object.fromEntries(found("solution_call_fails").map(({ task, details }) => [task, details.length])),
    ).toEqual(
      Object.fromEntries(
        facts.filter(({ failedActions }) => failedActions > 0).map((one) => [one.task, one.failedActions]),
      ),
    );
    // The state decides alone, so that any answer will do where the customer asks for one.
    expect(tasksOf("mutant_survives")).toEqual(wanted(({ asks }) => asks));
    const known = ["noop_passes", "no_change_not_declared", "solution_call_fails", "mutant_survives"];
    const others = faults.filter(({ code }) => !known.includes(code));
    // What a look-up that fails names is not there.
    const failing = wanted(({ failedActions }) => failedActions > 0);
    expect(others.filter(({ task, code }) => code !== "entity_unknown" || !failing.includes(task))).toEqual(
      [],
    );
    expect(report.findings.filter(({ file }) => file === undefined)).toEqual([]);
  });
});
