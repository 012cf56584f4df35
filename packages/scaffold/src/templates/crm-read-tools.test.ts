import { beforeEach, describe, expect, it } from "vitest";
import { createState } from "../../templates/crm/index.js";
import type { State } from "../../templates/crm/state.js";
import { type CrmWorld, openCrm } from "./testing/crm-world.js";

let state: State;
let call: CrmWorld["call"];
let refused: CrmWorld["refused"];
beforeEach(() => {
  ({ state, call, refused } = openCrm());
});

const idsOf = (page: unknown) => (page as { items: { id: string }[] }).items.map(({ id }) => id);

describe("lists", () => {
  const lists = [
    "accounts",
    "contacts",
    "leads",
    "opportunities",
    "users",
    "products",
    "activities",
  ] as const;

  it.each(lists)("list_%s pages through everything once, in order", async (name) => {
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page = (await call(`list_${name}`, { limit: 5, offset })) as {
        nextOffset: number | null;
        total: number;
      };
      expect(page.total).toBe(Object.keys(state[name]).length);
      seen.push(...idsOf(page));
      offset = page.nextOffset;
    }
    expect(seen).toEqual(Object.keys(createState()[name]));
  });

  it("have 20 items on a page unless asked otherwise, and none beyond the end", async () => {
    expect(await call("list_contacts")).toMatchObject({ total: 96, nextOffset: 20 });
    expect(await call("list_contacts", { offset: 100 })).toEqual({ items: [], total: 96, nextOffset: null });
    await refused("list_contacts", { limit: 26 }, "INPUT_INVALID", "limit", "25");
  });

  it("put ids in the order of their numbers", async () => {
    const deal = state.opportunities["OPP-005"];
    if (deal)
      state.opportunities = {
        "OPP-1000": { ...deal, id: "OPP-1000" },
        "OPP-999": { ...deal, id: "OPP-999" },
      };
    expect(idsOf(await call("list_opportunities"))).toEqual(["OPP-999", "OPP-1000"]);
  });

  it.each([
    ["list_accounts", { query: "BRIGHT" }, ["ACC-010", "ACC-013"]],
    ["list_accounts", { type: "former_customer", ownerId: "USR-004" }, ["ACC-015"]],
    ["list_accounts", { industry: "agriculture" }, ["ACC-019", "ACC-031", "ACC-033"]],
    ["list_contacts", { query: "poldmaa" }, ["CON-015"]],
    ["list_contacts", { accountId: "ACC-014" }, ["CON-026", "CON-027", "CON-039", "CON-095"]],
    ["list_leads", { status: "converted" }, ["LEAD-009", "LEAD-014", "LEAD-031"]],
    ["list_leads", { query: "ingrid" }, ["LEAD-004", "LEAD-025"]],
    ["list_leads", { query: "fjord maritime" }, ["LEAD-004"]],
    ["list_opportunities", { outcome: "lost", ownerId: "USR-008" }, ["OPP-048", "OPP-056", "OPP-070"]],
    ["list_opportunities", { overdue: true }, ["OPP-015", "OPP-020", "OPP-026"]],
    ["list_opportunities", { accountId: "ACC-007", stageId: "closed_won" }, ["OPP-033", "OPP-074"]],
    ["list_opportunities", { stale: true, ownerId: "USR-008" }, ["OPP-008", "OPP-020"]],
    ["list_users", { active: false }, ["USR-004"]],
    ["list_users", { query: "tomas", active: true }, ["USR-008"]],
    ["list_users", { role: "manager" }, ["USR-001"]],
    ["list_products", { family: "hardware" }, ["PRD-005"]],
    ["list_activities", { relatedToId: "LEAD-004", completed: false }, ["ACT-050"]],
    ["list_activities", { ownerId: "USR-004", type: "task", dueBefore: "2026-09-01" }, ["ACT-055"]],
    ["list_activities", { type: "task", completedFrom: "2026-07-09" }, ["ACT-130"]],
    ["list_activities", { relatedToId: "CON-067", completedFrom: "2026-06-02" }, []],
  ])("%s with %j finds %j", async (name, input, ids) => {
    expect(idsOf(await call(name, input))).toEqual(ids);
  });

  it.each([
    ["list_accounts", { ownerId: "USR-099" }],
    ["list_contacts", { accountId: "toString" }],
    ["list_leads", { ownerId: "USR-099" }],
    ["list_opportunities", { stageId: "Proposal" }],
    ["list_activities", { relatedToId: "USR-001" }],
  ])("%s refuses the unknown id in %j", async (name, input) => {
    await refused(name, input, "not_found", Object.values(input)[0] as string);
  });

  it("list_stages gives the stages in their order", async () => {
    const stages = (await call("list_stages")) as { items: { probability: number }[] };
    expect(stages.items.map(({ probability }) => probability)).toEqual([10, 20, 40, 60, 80, 100, 0]);
    expect(idsOf(await call("list_stages", { outcome: "lost" }))).toEqual(["closed_lost"]);
    expect(await call("list_stages", { limit: 6, offset: 6 })).toMatchObject({ total: 7, nextOffset: null });
  });
});

describe("single records", () => {
  it.each([
    ["get_account", { accountId: "ACC-999" }],
    ["get_contact", { contactId: "CON-999" }],
    ["get_lead", { leadId: "LEAD-999" }],
    ["get_opportunity", { opportunityId: "OPP-999" }],
    ["get_stage", { stageId: "won" }],
    ["get_user", { userId: "__proto__" }],
    ["get_activity", { activityId: "ACT-999" }],
  ])("%s refuses an id that does not exist", async (name, input) => {
    await refused(name, input, "not_found", Object.values(input)[0] as string, "list_");
  });

  it("come with what belongs to them", async () => {
    expect(await call("get_account", { accountId: "ACC-014" })).toMatchObject({
      contactIds: ["CON-026", "CON-027", "CON-095"],
      secondaryContactIds: ["CON-039"],
      opportunityIds: ["OPP-014", "OPP-027", "OPP-040"],
    });
    expect(await call("get_contact", { contactId: "CON-019" })).toMatchObject({
      opportunityIds: ["OPP-010", "OPP-035"],
    });
    expect(await call("get_lead", { leadId: "LEAD-004" })).toMatchObject({
      lead: { company: "Fjord Maritime Group" },
      activityIds: ["ACT-048", "ACT-049", "ACT-050"],
    });
    expect(await call("get_stage", { stageId: "negotiation" })).toMatchObject({
      stage: { probability: 80 },
      opportunityIds: ["OPP-001", "OPP-005", "OPP-007", "OPP-014", "OPP-017", "OPP-081"],
    });
    expect(await call("get_user", { userId: "USR-004" })).toMatchObject({
      reportIds: [],
      owned: { accounts: 5, leads: 3, openOpportunities: 5, closedOpportunities: 6 },
    });
    expect(await call("get_opportunity", { opportunityId: "OPP-020" })).toMatchObject({
      stage: { name: "Proposal" },
      lastActivityAt: "2026-07-15T18:00:00.000Z",
      overdue: true,
      stale: true,
    });
    expect(await call("get_activity", { activityId: "ACT-009" })).toMatchObject({ overdue: true });
    expect(await call("get_settings")).toEqual({ now: state.now, currency: "USD", staleAfterDays: 45 });
  });

  it("a deal that nobody ever touched is stale by its age", async () => {
    state.activities = {};
    const untouched = { lastActivityAt: null };
    expect(await call("get_opportunity", { opportunityId: "OPP-021" })).toMatchObject({
      ...untouched,
      stale: true,
    });
    expect(await call("get_opportunity", { opportunityId: "OPP-022" })).toMatchObject({
      ...untouched,
      stale: false,
    });
  });

  it("a closed deal is neither overdue nor stale", async () => {
    expect(await call("get_opportunity", { opportunityId: "OPP-029" })).toMatchObject({
      overdue: false,
      stale: false,
    });
  });
});

describe("reports", () => {
  it("report_closings counts what was won and lost in a period, both ends included", async () => {
    const period = { from: "2025-06-27", to: "2026-06-26" };
    expect(await call("report_closings", period)).toEqual({ won: 6, lost: 7, winRate: 46.2 });
    expect(await call("report_closings", { ...period, ownerId: "USR-008" })).toEqual({
      won: 1,
      lost: 2,
      winRate: 33.3,
    });
    expect(await call("report_closings", { from: "2026-06-27", to: "2026-09-14" })).toEqual({
      won: 0,
      lost: 0,
      winRate: null,
    });
  });

  it("report_activities counts what each person completed in a period", async () => {
    const { users } = (await call("report_activities", { from: "2026-07-09", to: "2026-07-09" })) as {
      users: { userId: string }[];
    };
    expect(users.map(({ userId }) => userId)).toEqual(Object.keys(state.users));
    const none = { call: 0, email: 0, meeting: 0, note: 0, task: 0 };
    expect(users[2]).toEqual({ userId: "USR-003", ...none, task: 1 });
    expect(users[7]).toEqual({ userId: "USR-008", ...none, meeting: 1 });
    expect(users[0]).toEqual({ userId: "USR-001", ...none });
  });

  it("refuse a period that ends before it begins, and people who do not exist", async () => {
    const backwards = { from: "2026-02-01", to: "2026-01-31" };
    await refused("report_closings", backwards, "invalid_input", "2026-02-01", "2026-01-31");
    await refused("report_activities", backwards, "invalid_input", "2026-02-01", "2026-01-31");
    const unknown = { from: "2026-01-01", to: "2026-01-31", ownerId: "USR-099" };
    await refused("report_closings", unknown, "not_found", "USR-099");
  });
});
