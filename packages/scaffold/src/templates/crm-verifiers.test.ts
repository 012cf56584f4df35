import { createRuntime, type SiloTask } from "@silo/runtime";
import { describe, expect, it } from "vitest";
import * as environment from "../../templates/crm/index.js";
import type { State } from "../../templates/crm/state.js";
import solution1 from "../../templates/crm/solutions/TASK-001.json" with { type: "json" };
import solution2 from "../../templates/crm/solutions/TASK-002.json" with { type: "json" };
import solution3 from "../../templates/crm/solutions/TASK-003.json" with { type: "json" };
import solution4 from "../../templates/crm/solutions/TASK-004.json" with { type: "json" };
import solution5 from "../../templates/crm/solutions/TASK-005.json" with { type: "json" };
import solution6 from "../../templates/crm/solutions/TASK-006.json" with { type: "json" };
import task1 from "../../templates/crm/tasks/TASK-001.json" with { type: "json" };
import task2 from "../../templates/crm/tasks/TASK-002.json" with { type: "json" };
import task3 from "../../templates/crm/tasks/TASK-003.json" with { type: "json" };
import task4 from "../../templates/crm/tasks/TASK-004.json" with { type: "json" };
import task5 from "../../templates/crm/tasks/TASK-005.json" with { type: "json" };
import task6 from "../../templates/crm/tasks/TASK-006.json" with { type: "json" };
import { type Conduct, doNothing, failing, passed, resultOf } from "./testing/run-conduct.js";

const tasks = [
  [task1, solution1],
  [task2, solution2],
  [task3, solution3],
  [task4, solution4],
  [task5, solution5],
  [task6, solution6],
] as const;

const label = {
  converted: "The lead is converted, and points to what it became",
  account: "One account was made for the lead's company",
  contact: "One contact was made for the person, at that account",
  deal: "One deal was opened, as agreed",
  nothingElse: "Nothing else changed",
  nothingLost: "No activity was lost, and nothing else changed",
  dealNamed: "The answer names the new deal",
  moved: "Every open deal of the departed rep belongs to the new owner",
  dealsNamed: "The answer names the deals that were to be moved, and no others",
  total: "The answer gives the weighted value of the open pipeline, and no other total",
  nothing: "Nothing changed",
};

const reassign = (opportunityId: string, ownerId = "USR-005") => ({
  tool: "reassign_opportunity",
  input: { opportunityId, ownerId },
});

describe("every task", () => {
  it.each(tasks)(
    "%# is as hard as the length of its shortest solution",
    ({ difficulty, notes }, { calls }) => {
      expect(notes).toContain(`the shortest solution has ${calls.length} calls`);
      expect(difficulty).toBe(calls.length <= 2 ? "easy" : calls.length <= 7 ? "medium" : "hard");
    },
  );

  it("comes twice in each difficulty, and has required and optional checks", async () => {
    const difficulties = tasks.map(([{ difficulty }]) => difficulty).sort();
    expect(difficulties).toEqual(["easy", "easy", "hard", "hard", "medium", "medium"]);
    for (const [task, solution] of tasks) {
      const { checks } = await resultOf(task, solution);
      expect(new Set(checks.map(({ required }) => required))).toEqual(new Set([true, false]));
    }
  });

  it.each(tasks)("%# passes with its solution, and fails when nothing is done", async (task, solution) => {
    expect(await resultOf(task, solution)).toMatchObject({ ...passed, toolErrors: 0 });
    expect(await resultOf(task, doNothing)).toMatchObject({ passed: false, reward: 0 });
  });

  it.each(tasks)("%# fails when something else was changed as well", async (task, solution) => {
    const collateral = [
      { tool: "advance_clock", input: { to: "2026-09-15T09:00:00Z" } },
      {
        tool: "log_activity",
        input: { type: "note", subject: "x", relatedToId: "ACC-001", ownerId: "USR-002" },
      },
      { tool: "update_opportunity", input: { opportunityId: "OPP-001", amount: 1 } },
      { tool: "update_lead", input: { leadId: "LEAD-006", estimatedValue: 1 } },
      { tool: "complete_task", input: { activityId: "ACT-003" } },
    ];
    for (const call of collateral) {
      const result = await resultOf(task, { ...solution, calls: [...solution.calls, call] });
      const fails = "expectsNoChange" in task ? label.nothing : label.nothingElse;
      expect(result).toMatchObject(failing(task === task4 ? label.nothingLost : fails));
    }
  });

  it.each([tasks[0], tasks[1], tasks[4], tasks[5]])(
    "%# passes at a lower reward after a refused call",
    async (task, solution) => {
      const calls = [{ tool: "get_lead", input: { leadId: "LEAD-999" } }, ...solution.calls];
      const result = await resultOf(task, { ...solution, calls });
      expect(result).toMatchObject({ passed: true, checksFailed: 1 });
      expect(result.reward).toBeLessThan(1);
    },
  );
});

describe("TASK-001", () => {
  const conversion = solution1.calls[1]?.input.opportunity;
  const convert = (changes: object, leadId = "LEAD-004") => ({
    tool: "convert_lead",
    input: { leadId, opportunity: { ...conversion, ...changes } },
  });
  const { answer } = solution1;

  it("accepts a conversion in two steps, and an answer in a sentence", async () => {
    const calls = [
      convert({ stageId: "qualification", amount: 1 }),
      {
        tool: "update_opportunity",
        input: { opportunityId: "OPP-085", stageId: "discovery", amount: 84000 },
      },
    ];
    expect(await resultOf(task1, { calls, answer: "Done: the new opportunity is OPP-085." })).toMatchObject(
      passed,
    );
  });

  it.each([{ name: "Fjord" }, { amount: 48000 }, { closeDate: "2026-11-29" }, { stageId: "prospecting" }])(
    "fails with another deal: %j",
    async (changes) => {
      expect(await resultOf(task1, { calls: [convert(changes)], answer })).toMatchObject(failing(label.deal));
    },
  );

  it("fails without a deal", async () => {
    const calls = [{ tool: "convert_lead", input: { leadId: "LEAD-004" } }];
    expect(await resultOf(task1, { calls, answer })).toMatchObject(
      failing(label.converted, label.deal, label.dealNamed),
    );
  });

  it("fails when another account was used", async () => {
    const calls = [{ tool: "convert_lead", input: { ...solution1.calls[1]?.input, accountId: "ACC-008" } }];
    expect(await resultOf(task1, { calls, answer })).toMatchObject(
      failing(label.converted, label.account, label.contact, label.deal),
    );
  });

  it("fails when another lead was converted, or another one as well", async () => {
    expect(await resultOf(task1, { calls: [convert({}, "LEAD-006")], answer })).toMatchObject({
      passed: false,
    });
    const both = { calls: [...solution1.calls, convert({}, "LEAD-006")], answer };
    expect(await resultOf(task1, both)).toMatchObject({ passed: false });
  });

  it("fails when the lead got another owner first", async () => {
    const calls = [
      { tool: "update_lead", input: { leadId: "LEAD-004", ownerId: "USR-002" } },
      ...solution1.calls,
    ];
    expect(await resultOf(task1, { calls, answer })).toMatchObject(
      failing(label.account, label.deal, label.nothingElse),
    );
  });

  it.each(["", "Done.", "OPP-084", "OPP-085 or OPP-044", "Not OPP-085"])(
    "fails with the answer %j",
    async (wrong) => {
      expect(await resultOf(task1, { ...solution1, answer: wrong })).toMatchObject(failing(label.dealNamed));
    },
  );
});

describe("TASK-002", () => {
  const { calls, answer } = solution2;

  it("accepts any order, detours, and an answer in any form", async () => {
    const detour = [reassign("OPP-003", "USR-002"), ...calls.slice(1).reverse()];
    expect(await resultOf(task2, { calls: detour, answer })).toMatchObject(passed);
    const ids = answer.split(", ").reverse();
    expect(await resultOf(task2, { calls, answer: JSON.stringify({ moved: ids }) })).toMatchObject(passed);
  });

  it("fails when a deal was left behind or given to another", async () => {
    expect(await resultOf(task2, { calls: calls.slice(0, -1), answer })).toMatchObject(failing(label.moved));
    const other = [...calls.slice(0, -1), reassign("OPP-025", "USR-008")];
    expect(await resultOf(task2, { calls: other, answer })).toMatchObject(failing(label.moved));
  });

  it.each(["OPP-031", "OPP-036", "OPP-038", "OPP-001"])("fails when %s was moved as well", async (id) => {
    const result = await resultOf(task2, { calls: [...calls, reassign(id)], answer });
    expect(result).toMatchObject(failing(label.nothingElse));
    const check = result.checks.find((one) => one.label === label.nothingElse);
    expect(check?.detail).toContain(`opportunities.${id}`);
  });

  it("fails when a moved deal was changed otherwise", async () => {
    const more = [...calls, { tool: "update_opportunity", input: { opportunityId: "OPP-005", amount: 1 } }];
    expect(await resultOf(task2, { calls: more, answer })).toMatchObject(failing(label.nothingElse));
  });

  it.each(["", "All five.", answer.replace("OPP-005, ", ""), `${answer}, OPP-036`, `Not ${answer}`])(
    "fails with the answer %j",
    async (wrong) => {
      expect(await resultOf(task2, { calls, answer: wrong })).toMatchObject(failing(label.dealsNamed));
    },
  );
});

describe("TASK-003", () => {
  const { calls } = solution3;

  it.each([
    "The weighted value of open pipeline is $507500",
    "$507,500",
    "507 500.00 USD",
    "US$ 507,500.00",
    "507.500,00 USD",
    "USD507500",
    "$507{,}500",
    "0.5075 million dollars",
    '{"weightedValueUsd":507500,"currency":"USD"}',
    "On 2026-09-14 the 36 open deals are worth **$507,500** weighted.",
    "OPP-001: $48,000 x 80% = $38,400. Negotiation: $251,000, weighted $200,800. Total: $507,500.",
  ])("accepts %j", async (answer) => {
    expect(await resultOf(task3, { calls, answer })).toMatchObject(passed);
  });

  it("accepts a bare number, at a lower reward", async () => {
    const result = await resultOf(task3, { calls, answer: "507500" });
    expect(result).toMatchObject({ passed: true, checksFailed: 1 });
  });

  it.each([
    "",
    "I could not find out.",
    "$1,200,500",
    "$507,499",
    "-$507,500",
    "$507,500 or $512,000",
    "$507,500, and $500 beside it",
    "The weighted value is not $507,500.",
    "Weighted $507,500, unweighted $1,200,500",
    "about half a million dollars",
    "5075.00",
  ])("fails with %j", async (answer) => {
    expect(await resultOf(task3, { calls, answer })).toMatchObject(failing(label.total));
  });
});

describe("worlds that no tool of today makes", () => {
  /** The labels of the required checks that fail on a world that `solution` left and `tamper` changed. */
  async function failedOn(
    solution: Conduct,
    index: number,
    tamper: (state: State) => void,
  ): Promise<string[]> {
    const [initial, final] = [environment.createState(), environment.createState()];
    const { call } = createRuntime({ tools: environment.bindTools(final), state: final });
    for (const { tool, input } of solution.calls) await call(tool, input);
    tamper(final);
    const task = [task1, task2, task3][index] as SiloTask;
    const checks = await environment.verifiers[index]?.check(final, initial, {
      agentOutput: solution.answer,
      task,
      trace: [],
    });
    return (checks ?? []).filter((one) => one.required && !one.passed).map((one) => one.label);
  }

  it("are graded like any other", async () => {
    const lead = (state: State) => state.leads["LEAD-004"]!;
    expect(await failedOn(solution1, 0, () => {})).toEqual([]);
    expect(await failedOn(solution1, 0, (state) => (lead(state).conversion!.accountId = "ACC-001"))).toEqual([
      label.converted,
    ]);
    expect(await failedOn(solution1, 0, (state) => (lead(state).estimatedValue = 1))).toEqual([
      label.nothingElse,
    ]);
    expect(await failedOn(solution1, 0, (state) => delete state.leads["LEAD-004"])).toEqual([
      label.converted,
      label.nothingElse,
    ]);
    expect(await failedOn(solution2, 1, (state) => delete state.opportunities["OPP-005"])).toEqual([
      label.moved,
      label.nothingElse,
    ]);
    expect(await failedOn(solution2, 1, (state) => delete state.users["USR-004"])).toEqual([
      label.nothingElse,
    ]);
    expect(await failedOn(solution3, 2, (state) => delete state.activities["ACT-001"])).toEqual([
      label.nothing,
    ]);
    expect(await failedOn(solution3, 2, (state) => (state.currency = "EUR"))).toEqual([label.nothing]);
  });

  it("derive what is expected from the world as it was", async () => {
    const initial = environment.createState();
    initial.opportunities["OPP-001"]!.amount += 1000;
    const grade = (agentOutput: string) =>
      environment.verifiers[2]?.check(initial, structuredClone(initial), {
        agentOutput,
        task: task3 as SiloTask,
        trace: [],
      });
    expect((await grade("$507,500"))?.[0]?.passed).toBe(false);
    expect((await grade("$508,300"))?.[0]?.passed).toBe(true);
  });
});
