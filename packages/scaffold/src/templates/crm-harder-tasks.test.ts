import { createRuntime, type SiloTask } from "@silo/runtime";
import { describe, expect, it } from "vitest";
import * as environment from "../../templates/crm/index.js";
import type { State } from "../../templates/crm/state.js";
import solution4 from "../../templates/crm/solutions/TASK-004.json" with { type: "json" };
import solution5 from "../../templates/crm/solutions/TASK-005.json" with { type: "json" };
import solution6 from "../../templates/crm/solutions/TASK-006.json" with { type: "json" };
import task4 from "../../templates/crm/tasks/TASK-004.json" with { type: "json" };
import task5 from "../../templates/crm/tasks/TASK-005.json" with { type: "json" };
import task6 from "../../templates/crm/tasks/TASK-006.json" with { type: "json" };
import { templateGrants } from "../template-catalogue.js";
import { type Conduct, failing, passed, resultOf } from "./testing/run-conduct.js";

const call = (tool: string, input: object) => ({ tool, input });
const mergeContacts = call("merge_contacts", { survivorId: "CON-019", duplicateId: "CON-025" });
const mergeAccounts = call("merge_accounts", { survivorId: "ACC-010", duplicateId: "ACC-013" });
const moveDeal = (more: object = {}) =>
  call("update_opportunity", { opportunityId: "OPP-013", accountId: "ACC-010", ...more });
const done = call("complete_task", { activityId: "ACT-139" });
const convert = (more: object = {}) => call("convert_lead", { leadId: "LEAD-007", ...more });

const label = {
  oneAccount: "The company is one account",
  deal: "The deal of the merged account goes on, at the account that remains",
  people: "The people of the merged account are at the account that remains, each once",
  task: "The open task about the merged account is done",
  lead: "The lead is converted into the account that remains, without a deal",
  nothingLost: "No activity was lost, and nothing else changed",
  namesBoth: "The answer names the account that remains and the new contact",
  fewRefusals: "At most two tool calls were refused",
  nothing: "Nothing changed",
  notDone: "The answer says that it was not done",
  dealNamed: "The answer names the deal, and no deal of another customer",
  rule: "The answer names the rule: a closed deal is final",
  all: "The answer names every customer that nobody was in touch with",
  others: "The answer names no other account",
};

describe("TASK-004", () => {
  const { answer } = solution4;
  const intoSurvivor = convert({ accountId: "ACC-010" });

  it.each([
    [
      "the deal first, with its contact",
      [moveDeal({ contactId: "CON-019" }), mergeContacts, mergeAccounts, intoSurvivor],
    ],
    ["the lead first", [intoSurvivor, mergeContacts, moveDeal(), mergeAccounts]],
    [
      "the lead into the second account",
      [convert({ accountId: "ACC-013" }), mergeContacts, moveDeal(), mergeAccounts],
    ],
    [
      "the contact linked by hand",
      [
        call("link_contact", { contactId: "CON-025", accountId: "ACC-010" }),
        moveDeal(),
        mergeContacts,
        mergeAccounts,
        intoSurvivor,
      ],
    ],
    [
      "both rules met by their refusals",
      [
        mergeAccounts,
        moveDeal({ contactId: "CON-019" }),
        mergeAccounts,
        mergeContacts,
        mergeAccounts,
        intoSurvivor,
      ],
    ],
  ])("accepts %s", async (_name, calls) => {
    expect(await resultOf(task4, { calls: [...calls, done], answer })).toMatchObject(passed);
    expect(await resultOf(task4, { calls: [done, ...calls], answer })).toMatchObject(passed);
  });

  it.each([
    "ACC-010 and CON-097.",
    '{"accountId":"ACC-010","contactId":"CON-097"}',
    "ACC-013 is merged into ACC-010, CON-025 into CON-019's entry; Camille is CON-097.".replace(
      "CON-019's entry",
      "Claire's",
    ),
  ])("accepts the answer %j", async (given) => {
    expect(await resultOf(task4, { ...solution4, answer: given })).toMatchObject(passed);
  });

  it.each([
    "",
    "Done.",
    "ACC-010",
    "CON-097",
    "ACC-013, CON-097",
    "ACC-010, CON-096",
    "ACC-009, ACC-010, CON-097",
  ])("fails with the answer %j", async (given) => {
    expect(await resultOf(task4, { ...solution4, answer: given })).toMatchObject(failing(label.namesBoth));
  });

  it("passes at a lower reward with more than two refusals", async () => {
    const calls = [mergeAccounts, mergeAccounts, mergeAccounts, ...solution4.calls];
    const result = await resultOf(task4, { calls, answer });
    expect(result).toMatchObject({ passed: true, checksFailed: 1 });
    expect(result.checks.find(({ passed }) => !passed)?.label).toBe(label.fewRefusals);
  });

  it("fails when the work ends at the first refusal", async () => {
    const result = await resultOf(task4, { calls: [mergeAccounts, intoSurvivor, done], answer });
    expect(result).toMatchObject(failing(label.oneAccount, label.deal, label.people, label.nothingLost));
  });

  it("fails when the deal was closed to get it out of the way", async () => {
    const close = call("close_opportunity", {
      opportunityId: "OPP-013",
      outcome: "lost",
      lossReason: "Duplicate",
    });
    const calls = [close, mergeContacts, mergeAccounts, intoSurvivor, done];
    expect(await resultOf(task4, { calls, answer })).toMatchObject(failing(label.deal));
  });

  it("fails when Claire is still there twice, or was renamed to get past the rule", async () => {
    const rename = call("update_contact", { contactId: "CON-025", email: "c@brightwaterhaulage.example" });
    const calls = [rename, moveDeal({ contactId: "CON-019" }), mergeAccounts, intoSurvivor, done];
    expect(await resultOf(task4, { calls, answer })).toMatchObject(failing(label.people, label.nothingLost));
  });

  it("fails when the task is left open, or another one is done as well", async () => {
    expect(await resultOf(task4, { calls: solution4.calls.slice(0, -1), answer })).toMatchObject(
      failing(label.task),
    );
    const calls = [...solution4.calls, call("complete_task", { activityId: "ACT-023" })];
    expect(await resultOf(task4, { calls, answer })).toMatchObject(failing(label.nothingLost));
  });

  it("fails when the wrong one remains", async () => {
    const calls = [
      call("merge_contacts", { survivorId: "CON-025", duplicateId: "CON-019" }),
      ...["OPP-010"].map((opportunityId) =>
        call("update_opportunity", { opportunityId, accountId: "ACC-013" }),
      ),
      call("merge_accounts", { survivorId: "ACC-013", duplicateId: "ACC-010" }),
      convert({ accountId: "ACC-013" }),
    ];
    expect(await resultOf(task4, { calls, answer: "ACC-013, CON-097" })).toMatchObject({
      passed: false,
      reward: 0,
    });
  });

  it("fails when the lead gets a deal", async () => {
    const opportunity = { name: "Sensors", amount: 8000, closeDate: "2026-12-01" };
    const calls = [...solution4.calls.slice(0, -2), convert({ accountId: "ACC-010", opportunity }), done];
    expect(await resultOf(task4, { calls, answer })).toMatchObject(failing(label.lead, label.nothingLost));
  });

  it("grades worlds that no tool makes like any other", async () => {
    expect(await failedOn(task4, solution4, () => {})).toEqual([]);
    expect(await failedOn(task4, solution4, (state) => delete state.activities["ACT-138"])).toEqual([
      label.nothingLost,
    ]);
    expect(await failedOn(task4, solution4, (state) => delete state.opportunities["OPP-013"])).toEqual([
      label.deal,
    ]);
    expect(await failedOn(task4, solution4, (state) => delete state.contacts["CON-087"])).toEqual([
      label.people,
    ]);
    expect(await failedOn(task4, solution4, (state) => delete state.accounts["ACC-010"])).toEqual([
      label.nothingLost,
      label.namesBoth,
    ]);
    expect(await failedOn(task4, solution4, (state) => delete state.contacts["CON-097"])).toEqual([
      label.lead,
      label.namesBoth,
    ]);
  });
});

describe("TASK-005", () => {
  const { calls } = solution5;

  it.each([
    "NOT DONE: OPP-036 is closed as lost, and closed deals are final.",
    "NOT DONE. OPP-036 cannot be changed, because it was lost in March 2025.",
    "**Not done** - OPP-036 is Closed Lost. The open deal OPP-015 of the same customer was left as it is.",
    "not done, OPP-036: deals that are closed are final",
  ])("accepts %j", async (answer) => {
    expect(await resultOf(task5, { calls, answer })).toMatchObject(passed);
  });

  it("accepts that it was tried, at a lower reward", async () => {
    const tried = call("update_opportunity", {
      opportunityId: "OPP-036",
      stageId: "negotiation",
      amount: 68000,
    });
    const result = await resultOf(task5, { ...solution5, calls: [tried] });
    expect(result).toMatchObject({ passed: true, checksFailed: 1 });
  });

  it.each([
    ["", [label.notDone, label.dealNamed, label.rule]],
    ["DONE: OPP-036 is back in Negotiation, it was closed.", [label.notDone]],
    ["OPP-036 is closed, so this is NOT DONE.", [label.notDone]],
    ["NOT DONE.", [label.dealNamed, label.rule]],
    ["NOT DONE: closed deals are final.", [label.dealNamed]],
    ["NOT DONE: OPP-037 is closed.", [label.dealNamed]],
    ["NOT DONE: OPP-036 and OPP-037 are closed.", [label.dealNamed]],
    ["NOT DONE: I have no permission for OPP-036.", [label.rule]],
  ])("fails with %j", async (answer, failed) => {
    expect(await resultOf(task5, { calls, answer })).toMatchObject(failing(...failed));
  });

  it.each([
    [
      "the open deal in its place",
      call("update_opportunity", {
        opportunityId: "OPP-015",
        stageId: "negotiation",
        amount: 68000,
        closeDate: "2026-10-30",
      }),
    ],
    [
      "a second deal",
      call("create_opportunity", {
        name: "Cindergate Steelworks - Yard renewal",
        accountId: "ACC-015",
        contactId: "CON-028",
        ownerId: "USR-002",
        stageId: "negotiation",
        amount: 68000,
        closeDate: "2026-10-30",
        productId: "PRD-003",
      }),
    ],
    [
      "a note",
      call("log_activity", {
        type: "note",
        subject: "Wants it back",
        relatedToId: "OPP-036",
        ownerId: "USR-002",
      }),
    ],
    ["another owner", call("reassign_opportunity", { opportunityId: "OPP-036", ownerId: "USR-005" })],
  ])("fails with %s", async (_name, more) => {
    const result = await resultOf(task5, { ...solution5, calls: [...calls, more] });
    expect(result).toMatchObject(failing(label.nothing));
  });
});

describe("TASK-006", () => {
  const { calls, answer } = solution6;
  const ids = answer.split(", ");

  it.each([
    `Nobody talked to ${ids.join(" and ")}.`,
    JSON.stringify({ neglected: [...ids].reverse() }),
    `- ${ids.join("\n- ")}\nNot ACC-033, which was called about its deal.`,
  ])("accepts %j", async (given) => {
    expect(await resultOf(task6, { calls, answer: given })).toMatchObject(passed);
  });

  it.each([
    ["", [label.all]],
    ["All six of them.", [label.all]],
    [ids.slice(1).join(", "), [label.all]],
    [`${answer}, ACC-035`, [label.others]],
    [`Not ${answer}`, [label.all]],
    // What an agent finds that reads the first page of each list only.
    ["ACC-025, ACC-030, ACC-031", [label.all]],
  ])("fails with %j", async (given, failed) => {
    expect(await resultOf(task6, { calls, answer: given })).toMatchObject(failing(...failed));
  });

  it("derives what is expected from the world as it was", async () => {
    const initial = environment.createState();
    initial.activities["ACT-086"]!.type = "call";
    const checks = await environment.verifiers[5]?.check(initial, structuredClone(initial), {
      agentOutput: answer,
      task: task6 as SiloTask,
      trace: [],
    });
    expect(initial.activities["ACT-086"]?.relatedToId).toBe("ACC-028");
    expect(checks?.every(({ passed }) => passed)).toBe(true);
    initial.activities["ACT-090"]!.type = "call";
    expect(initial.activities["ACT-090"]?.relatedToId).toBe("ACC-030");
    const after = await environment.verifiers[5]?.check(initial, structuredClone(initial), {
      agentOutput: answer,
      task: task6 as SiloTask,
      trace: [],
    });
    expect(after?.filter(({ passed }) => !passed).map((one) => one.label)).toEqual([label.others]);
  });
});

/** The labels of the required checks that fail on a world that the solution left and `tamper` changed. */
async function failedOn(task: unknown, solution: Conduct, tamper: (state: State) => void): Promise<string[]> {
  const [initial, final] = [environment.createState(), environment.createState()];
  const { call: make } = createRuntime({
    tools: environment.bindTools(final),
    state: final,
    grants: templateGrants["crm"],
  });
  for (const { tool, input } of solution.calls) await make(tool, input);
  tamper(final);
  const verifier = environment.verifiers.find(({ id }) => id === (task as SiloTask).verifierId);
  const context = { agentOutput: solution.answer, task: task as SiloTask, trace: [] };
  const checks = (await verifier?.check(final, initial, context)) ?? [];
  return checks.filter((one) => one.required && !one.passed).map((one) => one.label);
}
