import { beforeEach, describe, expect, it } from "vitest";
import type { State } from "../../templates/crm/state.js";
import { type CrmWorld, openCrm } from "./testing/crm-world.js";

let state: State;
let call: CrmWorld["call"];
let refused: CrmWorld["refused"];
beforeEach(() => {
  ({ state, call, refused } = openCrm());
});

describe("convert_lead", () => {
  const opportunity = { name: "First order", amount: 1000, closeDate: "2026-09-14" };

  it("makes an account, a contact and a deal of the lead's owner", async () => {
    await call("convert_lead", { leadId: "LEAD-004", opportunity });
    expect(state.accounts["ACC-045"]).toMatchObject({
      name: "Fjord Maritime Group",
      domain: "fjordmaritime.example",
      ownerId: "USR-006",
    });
    expect(state.contacts["CON-097"]).toMatchObject({ name: "Ingrid Halvorsen", accountId: "ACC-045" });
    expect(state.opportunities["OPP-085"]).toMatchObject({
      ...opportunity,
      stageId: "prospecting",
      leadId: "LEAD-004",
      contactId: "CON-097",
    });
    expect(state.leads["LEAD-004"]).toMatchObject({
      status: "converted",
      conversion: {
        accountId: "ACC-045",
        contactId: "CON-097",
        opportunityId: "OPP-085",
        convertedAt: state.now,
      },
    });
  });

  it("opens no deal unless asked", async () => {
    expect(await call("convert_lead", { leadId: "LEAD-004" })).toMatchObject({
      opportunity: null,
      lead: { conversion: { opportunityId: null } },
    });
    expect(Object.keys(state.opportunities)).toHaveLength(84);
  });

  it("converts into an account that exists, and knows a contact by the email address", async () => {
    await call("convert_lead", { leadId: "LEAD-007", accountId: "ACC-010" });
    expect(state.leads["LEAD-007"]?.conversion).toMatchObject({ accountId: "ACC-010", contactId: "CON-097" });
    const lead = state.leads["LEAD-006"];
    const contact = state.contacts["CON-001"];
    if (lead && contact) lead.email = contact.email.toUpperCase();
    await call("convert_lead", { leadId: "LEAD-006", accountId: "ACC-001" });
    expect(state.leads["LEAD-006"]?.conversion).toMatchObject({ accountId: "ACC-001", contactId: "CON-001" });
    expect(Object.keys(state.accounts)).toHaveLength(44);
  });

  it("refuses what the rules forbid, and then changes nothing", async () => {
    await refused("convert_lead", { leadId: "LEAD-099" }, "not_found", "LEAD-099");
    await refused(
      "convert_lead",
      { leadId: "LEAD-009" },
      "invalid_state",
      "converted (to ACC-012), not qualified",
    );
    await refused("convert_lead", { leadId: "LEAD-002" }, "invalid_state", "working, not qualified");
    await refused("convert_lead", { leadId: "LEAD-004", accountId: "ACC-099" }, "not_found", "ACC-099");
    const convert = (changes: object) => ({
      leadId: "LEAD-004",
      opportunity: { ...opportunity, ...changes },
    });
    await refused(
      "convert_lead",
      convert({ closeDate: "2026-09-13" }),
      "invalid_input",
      "2026-09-13",
      "2026-09-14",
    );
    await refused("convert_lead", convert({ stageId: "closed_won" }), "invalid_input", "Closed Won");
    await refused("convert_lead", convert({ stageId: "nowhere" }), "not_found", "nowhere");
  });

  it("refuses to make an account a second time", async () => {
    const lead = state.leads["LEAD-004"];
    if (lead) lead.company = "brackwell freightways";
    await refused("convert_lead", { leadId: "LEAD-004" }, "conflict", "ACC-001 (Brackwell Freightways)");
    await refused("convert_lead", { leadId: "LEAD-007" }, "conflict", "ACC-010", "ACC-013");
  });

  it("refuses to make records for an owner who has left, until the lead has another", async () => {
    const lead = state.leads["LEAD-017"];
    if (lead) lead.status = "qualified";
    await refused("convert_lead", { leadId: "LEAD-017" }, "invalid_state", "Tomas Varga", "update_lead");
    await call("update_lead", { leadId: "LEAD-017", ownerId: "USR-002" });
    expect(await call("convert_lead", { leadId: "LEAD-017" })).toMatchObject({
      account: { ownerId: "USR-002" },
    });
  });
});

describe("update_lead", () => {
  it("changes what is given and nothing else", async () => {
    const before = structuredClone(state.leads["LEAD-002"]);
    await call("update_lead", { leadId: "LEAD-002", status: "qualified", estimatedValue: 5 });
    expect(state.leads["LEAD-002"]).toEqual({ ...before, status: "qualified", estimatedValue: 5 });
  });

  it("refuses what the rules forbid", async () => {
    await refused("update_lead", { leadId: "LEAD-099" }, "not_found", "LEAD-099");
    await refused("update_lead", { leadId: "LEAD-009", status: "new" }, "invalid_state", "ACC-012");
    await refused("update_lead", { leadId: "LEAD-002" }, "invalid_input", "status");
    await refused("update_lead", { leadId: "LEAD-002", ownerId: "USR-004" }, "not_allowed", "2026-08-28");
  });
});

describe("update_opportunity", () => {
  const update = (changes: object) => ({ opportunityId: "OPP-005", ...changes });

  it("changes what is given and nothing else", async () => {
    const before = structuredClone(state.opportunities["OPP-005"]);
    const changes = {
      ...{ name: "Harrowfen - Yard", stageId: "proposal", amount: 50000 },
      ...{ closeDate: "2026-09-14", contactId: "CON-012" },
    };
    await call("update_opportunity", update(changes));
    expect(state.opportunities["OPP-005"]).toEqual({ ...before, ...changes });
  });

  it("gives a deal to another account, with a contact who acts for it", async () => {
    await call("update_opportunity", update({ accountId: "ACC-001", contactId: "CON-001" }));
    expect(state.opportunities["OPP-005"]).toMatchObject({ accountId: "ACC-001", contactId: "CON-001" });
    await call("update_opportunity", { opportunityId: "OPP-022", accountId: "ACC-001" });
    expect(state.opportunities["OPP-022"]).toMatchObject({ accountId: "ACC-001", contactId: null });
  });

  it("refuses what the rules forbid", async () => {
    await refused("update_opportunity", update({}), "invalid_input", "stageId");
    await refused("update_opportunity", { opportunityId: "OPP-999", amount: 1 }, "not_found", "OPP-999");
    await refused(
      "update_opportunity",
      { opportunityId: "OPP-036", amount: 1 },
      "invalid_state",
      "Closed Lost",
    );
    await refused("update_opportunity", update({ stageId: "won" }), "not_found", "won");
    await refused("update_opportunity", update({ closeDate: "2026-09-13" }), "invalid_input", "2026-09-14");
    await refused("update_opportunity", update({ contactId: "CON-099" }), "not_found", "CON-099");
    await refused("update_opportunity", update({ contactId: "CON-001" }), "conflict", "ACC-001", "ACC-006");
    await refused("update_opportunity", update({ accountId: "ACC-999" }), "not_found", "ACC-999");
    await refused(
      "update_opportunity",
      update({ accountId: "ACC-001" }),
      "conflict",
      "CON-011",
      "link_contact",
    );
    await refused(
      "update_opportunity",
      update({ stageId: "closed_won" }),
      "invalid_input",
      "close_opportunity",
    );
  });
});

describe("close_opportunity", () => {
  const close = (opportunityId: string, outcome: string, lossReason?: string) => ({
    opportunityId,
    outcome,
    ...(lossReason === undefined ? {} : { lossReason }),
  });

  it("closes a deal today, for good", async () => {
    await call("close_opportunity", close("OPP-005", "won"));
    expect(state.opportunities["OPP-005"]).toMatchObject({ stageId: "closed_won", closeDate: "2026-09-14" });
    await call("close_opportunity", close("OPP-022", "lost", "No budget"));
    expect(state.opportunities["OPP-022"]).toMatchObject({
      stageId: "closed_lost",
      lossReason: "No budget",
      closeDate: "2026-09-14",
    });
    await refused("close_opportunity", close("OPP-005", "lost", "Price"), "invalid_state", "Closed Won");
  });

  it("refuses what the rules forbid", async () => {
    await refused("close_opportunity", close("OPP-999", "won"), "not_found", "OPP-999");
    await refused("close_opportunity", close("OPP-022", "won"), "invalid_state", "no contact", "contactId");
    await refused("close_opportunity", close("OPP-005", "lost"), "invalid_input", "lossReason");
    await refused("close_opportunity", close("OPP-005", "won", "Price"), "invalid_input", "lossReason");
  });
});

describe("create_opportunity", () => {
  const wanted = {
    ...{ name: "Kolvane Ice Cream - Yard", accountId: "ACC-027", ownerId: "USR-006" },
    ...{ amount: 18000, closeDate: "2026-09-14", productId: "PRD-003" },
  };

  it("opens a deal in the first stage and without a contact, unless told", async () => {
    await call("create_opportunity", wanted);
    expect(state.opportunities["OPP-085"]).toEqual({
      ...wanted,
      ...{ id: "OPP-085", contactId: null, stageId: "prospecting", leadId: null, lossReason: null },
      createdOn: "2026-09-14",
    });
    await call("create_opportunity", { ...wanted, contactId: "CON-051", stageId: "proposal" });
    expect(state.opportunities["OPP-086"]).toMatchObject({ contactId: "CON-051", stageId: "proposal" });
  });

  it.each([
    [{ accountId: "ACC-999" }, "not_found", "ACC-999"],
    [{ productId: "PRD-999" }, "not_found", "PRD-999"],
    [{ contactId: "CON-999" }, "not_found", "CON-999"],
    [{ contactId: "CON-001" }, "conflict", "ACC-027"],
    [{ ownerId: "USR-004" }, "not_allowed", "Tomas Varga"],
    [{ closeDate: "2026-09-13" }, "invalid_input", "2026-09-14"],
    [{ stageId: "closed_won" }, "invalid_input", "Closed Won"],
    [{ stageId: "won" }, "not_found", "won"],
  ])("refuses %j", async (changes, code, named) => {
    await refused("create_opportunity", { ...wanted, ...changes }, code, named);
  });
});

describe("reassign_opportunity", () => {
  it("gives an open or a closed deal to another owner", async () => {
    await call("reassign_opportunity", { opportunityId: "OPP-005", ownerId: "USR-005" });
    await call("reassign_opportunity", { opportunityId: "OPP-036", ownerId: "USR-005" });
    expect(state.opportunities["OPP-005"]?.ownerId).toBe("USR-005");
    expect(state.opportunities["OPP-036"]?.ownerId).toBe("USR-005");
  });

  it("refuses what the rules forbid", async () => {
    const reassign = (opportunityId: string, ownerId: string) => ({ opportunityId, ownerId });
    await refused("reassign_opportunity", reassign("OPP-999", "USR-005"), "not_found", "OPP-999");
    await refused("reassign_opportunity", reassign("OPP-001", "USR-099"), "not_found", "USR-099");
    await refused(
      "reassign_opportunity",
      reassign("OPP-001", "USR-004"),
      "not_allowed",
      "Tomas Varga",
      "2026-08-28",
    );
    await refused("reassign_opportunity", reassign("OPP-001", "USR-002"), "conflict", "Dmitri Castellan");
  });
});

describe("activities", () => {
  const about = { subject: "Asked about the trial", relatedToId: "OPP-019", ownerId: "USR-006" };

  it("log_activity records what has happened", async () => {
    await call("log_activity", { ...about, type: "call" });
    await call("log_activity", { ...about, type: "note", occurredAt: "2026-09-14T08:00:00+02:00" });
    expect(state.activities["ACT-175"]).toMatchObject({
      type: "call",
      completedAt: state.now,
      dueDate: null,
    });
    expect(state.activities["ACT-176"]).toMatchObject({ completedAt: "2026-09-14T06:00:00.000Z" });
    expect(await call("get_opportunity", { opportunityId: "OPP-019" })).toMatchObject({
      lastActivityAt: state.now,
      stale: false,
    });
  });

  it("create_task and complete_task", async () => {
    await call("create_task", { ...about, dueDate: "2026-09-14" });
    expect(state.activities["ACT-175"]).toMatchObject({
      type: "task",
      dueDate: "2026-09-14",
      completedAt: null,
    });
    await call("complete_task", { activityId: "ACT-175" });
    expect(state.activities["ACT-175"]?.completedAt).toBe(state.now);
  });

  it("update_task changes what is given and nothing else", async () => {
    const before = structuredClone(state.activities["ACT-006"]);
    const changes = { subject: "Call Sindre", dueDate: "2026-09-14", ownerId: "USR-002" };
    await call("update_task", { activityId: "ACT-006", ...changes });
    expect(state.activities["ACT-006"]).toEqual({ ...before, ...changes });
    const update = (changed: object, activityId = "ACT-006") => ({ activityId, ...changed });
    await refused("update_task", update({}), "invalid_input", "subject, dueDate or ownerId");
    await refused("update_task", update({ subject: "x" }, "ACT-999"), "not_found", "ACT-999");
    await refused("update_task", update({ subject: "x" }, "ACT-001"), "invalid_state", "call");
    await refused("update_task", update({ ownerId: "USR-004" }), "not_allowed", "Tomas Varga");
    await refused("update_task", update({ dueDate: "2026-09-13" }), "invalid_input", "2026-09-14");
  });

  it("refuse what the rules forbid", async () => {
    const call = { ...about, type: "call" };
    await refused("log_activity", { ...call, relatedToId: "PRD-001" }, "not_found", "PRD-001");
    await refused("log_activity", { ...call, ownerId: "USR-004" }, "not_allowed", "Tomas Varga");
    await refused(
      "log_activity",
      { ...call, occurredAt: "2026-09-14T09:00:01Z" },
      "invalid_input",
      state.now,
    );
    await refused(
      "log_activity",
      { ...call, occurredAt: "2016-12-31T23:59:60Z" },
      "invalid_input",
      "23:59:60",
    );
    const task = { ...about, dueDate: "2026-09-14" };
    await refused("create_task", { ...task, relatedToId: "OPP-999" }, "not_found", "OPP-999");
    await refused("create_task", { ...task, ownerId: "USR-004" }, "not_allowed", "Tomas Varga");
    await refused("create_task", { ...task, dueDate: "2026-09-13" }, "invalid_input", "2026-09-14");
    await refused("complete_task", { activityId: "ACT-999" }, "not_found", "ACT-999");
    await refused("complete_task", { activityId: "ACT-001" }, "invalid_state", "call");
    state.activities["ACT-003"]!.completedAt = state.now;
    await refused("complete_task", { activityId: "ACT-003" }, "invalid_state", state.now);
    await refused("update_task", { activityId: "ACT-003", subject: "x" }, "invalid_state", state.now);
  });
});

describe("advance_clock", () => {
  it("moves the clock forward, and what depends on it follows", async () => {
    expect(await call("advance_clock", { to: "2026-10-01T00:00:00+02:00" })).toEqual({
      now: "2026-09-30T22:00:00.000Z",
    });
    expect(await call("get_opportunity", { opportunityId: "OPP-005" })).toMatchObject({ overdue: true });
  });

  it("never moves it back", async () => {
    await refused("advance_clock", { to: state.now }, "invalid_input", state.now);
    await refused("advance_clock", { to: "2026-09-14T10:00:00+02:00" }, "invalid_input", state.now);
  });
});
