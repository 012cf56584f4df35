import { beforeEach, describe, expect, it } from "vitest";
import type { State } from "../../templates/crm/state.js";
import { type CrmWorld, openCrm } from "./testing/crm-world.js";

let state: State;
let call: CrmWorld["call"];
let refused: CrmWorld["refused"];
beforeEach(() => {
  ({ state, call, refused } = openCrm());
});

describe("create_account and update_account", () => {
  const wanted = { name: "Tidewell Salt", domain: "tidewell.example", ownerId: "USR-002" };

  it("keep what is given", async () => {
    await call("create_account", wanted);
    expect(state.accounts["ACC-045"]).toEqual({
      ...wanted,
      ...{ id: "ACC-045", type: "prospect", industry: null, country: null, employees: null },
      createdOn: "2026-09-14",
    });
    const changes = { type: "customer", industry: "food", country: "GB", employees: 12, ownerId: "USR-003" };
    await call("update_account", { accountId: "ACC-045", ...changes, name: "TIDEWELL SALT" });
    expect(state.accounts["ACC-045"]).toMatchObject({ ...changes, name: "TIDEWELL SALT" });
    await call("update_account", { accountId: "ACC-045", domain: "TIDEWELL.example" });
    expect(state.accounts["ACC-045"]?.domain).toBe("TIDEWELL.example");
  });

  it.each([
    [{ name: "pellworth grocers" }, "conflict", ["ACC-009", "Pellworth Grocers"]],
    [{ domain: "Pellworth.example" }, "conflict", ["ACC-009", "one company is one account"]],
    [{ domain: "brightwaterhaulage.example" }, "conflict", ["ACC-010", "ACC-013"]],
    [{ ownerId: "USR-004" }, "not_allowed", ["Tomas Varga", "2026-08-28"]],
    [{ country: "England" }, "INPUT_INVALID", ["country"]],
  ])("refuse %j", async (changes, code, named) => {
    await refused("create_account", { ...wanted, ...changes }, code, ...named);
    await refused("update_account", { accountId: "ACC-001", ...changes }, code, ...named);
  });

  it("update_account refuses what is not there, and to change nothing", async () => {
    await refused("update_account", { accountId: "ACC-999", employees: 1 }, "not_found", "ACC-999");
    await refused("update_account", { accountId: "ACC-001" }, "invalid_input", "ownerId");
  });
});

describe("create_contact and update_contact", () => {
  const wanted = {
    ...{ name: "Wilma Tresk", title: "Buyer", email: "wilma.tresk@kolvane.example" },
    accountId: "ACC-027",
  };

  it("keep what is given", async () => {
    await call("create_contact", wanted);
    expect(state.contacts["CON-097"]).toEqual({
      ...wanted,
      ...{ id: "CON-097", phone: null, secondaryAccountIds: [] },
    });
    const changes = { name: "Wilma Tresk-Lund", title: "Head Buyer", phone: "+1 555 0999" };
    await call("update_contact", {
      contactId: "CON-097",
      ...changes,
      email: "Wilma.Tresk@kolvane.example",
    });
    expect(state.contacts["CON-097"]).toMatchObject({ ...changes, email: "Wilma.Tresk@kolvane.example" });
  });

  it("refuse an address that somebody has, what is not there, and to change nothing", async () => {
    const email = "Ebba.Lindesjo@kolvane.example";
    await refused("create_contact", { ...wanted, email }, "conflict", "CON-051", "link_contact");
    await refused("update_contact", { contactId: "CON-001", email }, "conflict", "CON-051");
    await refused("create_contact", { ...wanted, email: "nobody" }, "INPUT_INVALID", "email");
    await refused("create_contact", { ...wanted, accountId: "ACC-999" }, "not_found", "ACC-999");
    await refused("update_contact", { contactId: "CON-999", name: "x" }, "not_found", "CON-999");
    await refused("update_contact", { contactId: "CON-001" }, "invalid_input", "phone");
  });
});

describe("link_contact and unlink_contact", () => {
  const link = (contactId: string, accountId: string, more: object = {}) => ({
    contactId,
    accountId,
    ...more,
  });

  it("let a person act for further accounts, and change the main one", async () => {
    await call("link_contact", link("CON-001", "ACC-002"));
    expect(state.contacts["CON-001"]).toMatchObject({
      accountId: "ACC-001",
      secondaryAccountIds: ["ACC-002"],
    });
    await call("link_contact", link("CON-001", "ACC-003", { main: true }));
    expect(state.contacts["CON-001"]).toMatchObject({
      accountId: "ACC-003",
      secondaryAccountIds: ["ACC-001", "ACC-002"],
    });
    await call("link_contact", link("CON-001", "ACC-002", { main: true }));
    expect(state.contacts["CON-001"]).toMatchObject({
      accountId: "ACC-002",
      secondaryAccountIds: ["ACC-003", "ACC-001"],
    });
    await call("unlink_contact", link("CON-001", "ACC-003"));
    expect(state.contacts["CON-001"]).toMatchObject({
      accountId: "ACC-002",
      secondaryAccountIds: ["ACC-001"],
    });
  });

  it("refuse what the rules forbid", async () => {
    await refused("link_contact", link("CON-999", "ACC-001"), "not_found", "CON-999");
    await refused("link_contact", link("CON-001", "ACC-999"), "not_found", "ACC-999");
    await refused("link_contact", link("CON-001", "ACC-001"), "conflict", "mainly works for ACC-001");
    await refused("link_contact", link("CON-039", "ACC-014"), "conflict", "acts for ACC-014");
    await refused("unlink_contact", link("CON-999", "ACC-001"), "not_found", "CON-999");
    await refused("unlink_contact", link("CON-001", "ACC-999"), "not_found", "ACC-999");
    await refused("unlink_contact", link("CON-001", "ACC-001"), "invalid_state", "link_contact");
    await refused("unlink_contact", link("CON-001", "ACC-002"), "conflict", "does not act for ACC-002");
    await call("update_opportunity", { opportunityId: "OPP-014", contactId: "CON-039" });
    await refused("unlink_contact", link("CON-039", "ACC-014"), "invalid_state", "OPP-014");
  });
});

describe("merge_contacts", () => {
  const merge = (survivorId: string, duplicateId: string) => ({ survivorId, duplicateId });

  it("leaves one person with the accounts, deals, leads and activities of both", async () => {
    const lead = state.leads["LEAD-009"]!;
    lead.conversion!.contactId = "CON-025";
    const before = structuredClone(state.contacts["CON-019"]);
    await call("merge_contacts", merge("CON-019", "CON-025"));
    expect(state.contacts["CON-019"]).toEqual({ ...before, secondaryAccountIds: ["ACC-013"] });
    expect(state.contacts["CON-025"]).toBeUndefined();
    expect(state.opportunities["OPP-013"]).toMatchObject({ contactId: "CON-019", accountId: "ACC-013" });
    expect(lead.conversion?.contactId).toBe("CON-019");
    expect(Object.values(state.activities).filter(({ relatedToId }) => relatedToId === "CON-025")).toEqual(
      [],
    );
    expect(state.activities["ACT-138"]?.relatedToId).toBe("CON-019");
  });

  it("refuses what the rules forbid", async () => {
    await refused("merge_contacts", merge("CON-999", "CON-025"), "not_found", "CON-999");
    await refused("merge_contacts", merge("CON-019", "CON-999"), "not_found", "CON-999");
    await refused("merge_contacts", merge("CON-019", "CON-019"), "invalid_input", "two contacts");
    await refused("merge_contacts", merge("CON-019", "CON-020"), "conflict", "one address");
  });
});

describe("merge_accounts", () => {
  const merge = (survivorId = "ACC-010", duplicateId = "ACC-013") => ({ survivorId, duplicateId });

  it("says, one after the other, what has to come first, and then moves everything", async () => {
    await refused("merge_accounts", merge(), "invalid_state", "OPP-013", "update_opportunity");
    await call("update_opportunity", {
      opportunityId: "OPP-013",
      accountId: "ACC-010",
      contactId: "CON-019",
    });
    await refused("merge_accounts", merge(), "conflict", "CON-019", "CON-025", "merge_contacts");
    await call("merge_contacts", { survivorId: "CON-019", duplicateId: "CON-025" });
    const closed = { ...state.opportunities["OPP-041"]!, id: "OPP-900", accountId: "ACC-013" };
    state.opportunities["OPP-900"] = { ...closed, contactId: "CON-087" };
    state.leads["LEAD-009"]!.conversion!.accountId = "ACC-013";
    const before = structuredClone(state.accounts["ACC-010"]);
    expect(await call("merge_accounts", merge())).toEqual({
      account: before,
      movedContactIds: ["CON-087"],
      movedOpportunityIds: ["OPP-900"],
    });
    expect(state.accounts["ACC-013"]).toBeUndefined();
    expect(state.contacts["CON-087"]).toMatchObject({ accountId: "ACC-010", secondaryAccountIds: [] });
    // Claire acted for both accounts, which are one now.
    expect(state.contacts["CON-019"]).toMatchObject({ accountId: "ACC-010", secondaryAccountIds: [] });
    expect(state.opportunities["OPP-900"]?.accountId).toBe("ACC-010");
    expect(state.leads["LEAD-009"]?.conversion?.accountId).toBe("ACC-010");
    expect(JSON.stringify(state)).not.toContain('"ACC-013"');
  });

  it("refuses what the rules forbid", async () => {
    await refused("merge_accounts", merge("ACC-999"), "not_found", "ACC-999");
    await refused("merge_accounts", merge("ACC-010", "ACC-999"), "not_found", "ACC-999");
    await refused("merge_accounts", merge("ACC-010", "ACC-010"), "invalid_input", "two accounts");
    await refused(
      "merge_accounts",
      merge("ACC-010", "ACC-012"),
      "conflict",
      "kestrelmoor.example",
      "one company",
    );
  });
});

describe("leads", () => {
  const wanted = {
    ...{ name: "Aldo Ferrini", title: "Owner", company: "Ferrini Gelato", email: "aldo@ferrini.example" },
    ...{ source: "web", productId: "PRD-002", estimatedValue: 9000, ownerId: "USR-007" },
  };

  it("create_lead enters a new one", async () => {
    await call("create_lead", wanted);
    expect(state.leads["LEAD-063"]).toEqual({
      ...wanted,
      ...{ id: "LEAD-063", phone: null, status: "new", createdOn: "2026-09-14", conversion: null },
    });
  });

  it.each([
    [{ email: "Ingrid.Halvorsen@fjordmaritime.example" }, "conflict", "LEAD-004, which is qualified"],
    [{ productId: "PRD-999" }, "not_found", "PRD-999"],
    [{ ownerId: "USR-004" }, "not_allowed", "Tomas Varga"],
    [{ ownerId: "USR-999" }, "not_found", "USR-999"],
    [{ source: "fair" }, "INPUT_INVALID", "source"],
  ])("create_lead refuses %j", async (changes, code, named) => {
    await refused("create_lead", { ...wanted, ...changes }, code, named);
  });

  it("delete_lead takes a lead away with what was logged about it, unless it is converted", async () => {
    await call("delete_lead", { leadId: "LEAD-002" });
    expect(state.leads["LEAD-002"]).toBeUndefined();
    expect(state.activities["ACT-052"]).toBeUndefined();
    await refused("delete_lead", { leadId: "LEAD-002" }, "not_found", "LEAD-002");
    await refused("delete_lead", { leadId: "LEAD-009" }, "invalid_state", "ACC-012");
  });
});

describe("what is deleted", () => {
  it("goes with the activities about it", async () => {
    await call("delete_opportunity", { opportunityId: "OPP-008" });
    expect(state.opportunities["OPP-008"]).toBeUndefined();
    expect(state.activities["ACT-019"]).toBeUndefined();
    await call("delete_contact", { contactId: "CON-094" });
    expect(state.contacts["CON-094"]).toBeUndefined();
    expect(Object.values(state.activities).some(({ relatedToId }) => relatedToId === "CON-094")).toBe(false);
    await call("create_account", { name: "Empty", domain: "empty.example", ownerId: "USR-002" });
    await call("log_activity", {
      ...{ type: "note", subject: "x", relatedToId: "ACC-045", ownerId: "USR-002" },
    });
    await call("delete_account", { accountId: "ACC-045" });
    expect(state.accounts["ACC-045"]).toBeUndefined();
    expect(state.activities["ACT-175"]).toBeUndefined();
  });

  it("is not what something else needs, and not what is final", async () => {
    await refused("delete_account", { accountId: "ACC-999" }, "not_found", "ACC-999");
    await refused("delete_account", { accountId: "ACC-013" }, "invalid_state", "CON-025, CON-087, OPP-013");
    await refused("delete_account", { accountId: "ACC-012" }, "invalid_state", "LEAD-009");
    await refused("delete_contact", { contactId: "CON-999" }, "not_found", "CON-999");
    await refused("delete_contact", { contactId: "CON-023" }, "invalid_state", "OPP-012, LEAD-009");
    await refused("delete_opportunity", { opportunityId: "OPP-999" }, "not_found", "OPP-999");
    await refused("delete_opportunity", { opportunityId: "OPP-036" }, "invalid_state", "Closed Lost");
    await refused("delete_opportunity", { opportunityId: "OPP-012" }, "invalid_state", "LEAD-009");
  });
});
