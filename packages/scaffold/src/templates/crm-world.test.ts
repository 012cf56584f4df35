import { describe, expect, it } from "vitest";
import { bindTools, createState } from "../../templates/crm/index.js";
import { isStale } from "../../templates/crm/deals.js";
import { nextId } from "../../templates/crm/records.js";
import { templateGrants } from "../template-catalogue.js";
import { openCrm } from "./testing/crm-world.js";

const world = createState();
const { users, stages, products, accounts, contacts, leads, opportunities, activities } = world;
const collections = { users, stages, products, accounts, contacts, leads, opportunities, activities };
const day = /^\d{4}-\d{2}-\d{2}$/;
const outcome = (stageId: string) => stages[stageId]?.outcome;

describe("createState", () => {
  it("gives equal worlds that share nothing", () => {
    const [one, other] = [createState(), createState()];
    expect(one).toEqual(other);
    const objects = new Set(objectsIn(one));
    expect(objectsIn(other).filter((object) => objects.has(object))).toEqual([]);
  });
});

describe("the data", () => {
  it("is as large as it is said to be", () => {
    const sizes = Object.fromEntries(
      Object.entries(collections).map(([name, all]) => [name, Object.keys(all).length]),
    );
    expect(sizes).toEqual({
      users: 8,
      stages: 7,
      products: 7,
      accounts: 44,
      contacts: 96,
      leads: 62,
      opportunities: 84,
      activities: 174,
    });
  });

  it.each(Object.entries(collections))("keeps %s by their ids", (_, all) => {
    expect(Object.entries(all).filter(([key, { id }]) => key !== id)).toEqual([]);
  });

  it("refers only to what exists", () => {
    const dangling: string[] = [];
    const refer = (from: string, to: object, id: string | null) => {
      if (id !== null && !Object.hasOwn(to, id)) dangling.push(`${from} -> ${id}`);
    };
    for (const user of Object.values(users)) refer(user.id, users, user.managerId);
    for (const account of Object.values(accounts)) refer(account.id, users, account.ownerId);
    for (const contact of Object.values(contacts)) {
      for (const id of [contact.accountId, ...contact.secondaryAccountIds]) refer(contact.id, accounts, id);
    }
    for (const lead of Object.values(leads)) {
      refer(lead.id, users, lead.ownerId);
      refer(lead.id, products, lead.productId);
      refer(lead.id, accounts, lead.conversion?.accountId ?? null);
      refer(lead.id, contacts, lead.conversion?.contactId ?? null);
      refer(lead.id, opportunities, lead.conversion?.opportunityId ?? null);
    }
    for (const deal of Object.values(opportunities)) {
      refer(deal.id, accounts, deal.accountId);
      refer(deal.id, contacts, deal.contactId);
      refer(deal.id, users, deal.ownerId);
      refer(deal.id, stages, deal.stageId);
      refer(deal.id, products, deal.productId);
      refer(deal.id, leads, deal.leadId);
    }
    for (const activity of Object.values(activities)) {
      refer(activity.id, users, activity.ownerId);
      refer(activity.id, { ...accounts, ...contacts, ...leads, ...opportunities }, activity.relatedToId);
    }
    expect(dangling).toEqual([]);
  });

  it("keeps its own rules", () => {
    const broken = [
      ...Object.values(leads).filter(
        ({ status, conversion }) => (status === "converted") !== (conversion !== null),
      ),
      ...Object.values(leads).filter(
        ({ id, conversion }) =>
          conversion?.opportunityId && opportunities[conversion.opportunityId]?.leadId !== id,
      ),
      ...Object.values(opportunities).filter((deal) => {
        const contact = deal.contactId === null ? undefined : contacts[deal.contactId];
        return contact && ![contact.accountId, ...contact.secondaryAccountIds].includes(deal.accountId);
      }),
      ...Object.values(opportunities).filter(
        ({ stageId, lossReason }) => (outcome(stageId) === "lost") !== (lossReason !== null),
      ),
      ...Object.values(opportunities).filter(
        ({ stageId, closeDate }) => outcome(stageId) !== "open" && closeDate > world.now,
      ),
      ...Object.values(activities).filter(({ type, dueDate }) => (type === "task") !== (dueDate !== null)),
      ...Object.values(activities).filter(({ type, completedAt }) => type !== "task" && completedAt === null),
      ...Object.values(activities).filter(
        ({ ownerId, completedAt }) => (completedAt ?? "") >= (users[ownerId]?.departedOn ?? "9999"),
      ),
      ...Object.values(opportunities).filter(
        ({ createdOn, closeDate, accountId }) =>
          createdOn > closeDate || createdOn < (accounts[accountId]?.createdOn ?? ""),
      ),
      ...Object.values(accounts).filter(
        ({ id, type }) =>
          (type !== "prospect") !==
          Object.values(opportunities).some(
            ({ accountId, stageId }) => accountId === id && outcome(stageId) === "won",
          ),
      ),
    ];
    expect(broken).toEqual([]);
  });

  it("says the same thing once only: names, domains and addresses are twice where the README says so", () => {
    const twice = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);
    expect(twice(Object.values(accounts).map(({ name }) => name))).toEqual([]);
    expect(twice(Object.values(accounts).map(({ domain }) => domain))).toEqual([
      "brightwaterhaulage.example",
    ]);
    expect(twice(Object.values(contacts).map(({ email }) => email))).toEqual([
      "claire.beauchemin@brightwaterhaulage.example",
    ]);
    expect(twice(Object.values(leads).map(({ email }) => email))).toEqual([]);
  });

  it("has its dates in one form, and nothing that happened after now", () => {
    const days = [
      ...Object.values(accounts).map(({ createdOn }) => createdOn),
      ...Object.values(leads).map(({ createdOn }) => createdOn),
      ...Object.values(opportunities).map(({ createdOn }) => createdOn),
    ];
    const moments = [
      world.now,
      ...Object.values(leads).flatMap(({ conversion }) => conversion?.convertedAt ?? []),
      ...Object.values(activities).flatMap(({ completedAt }) => completedAt ?? []),
    ];
    expect(days.filter((text) => !day.test(text) || text > world.now)).toEqual([]);
    expect(moments.filter((text) => new Date(text).toISOString() !== text || text > world.now)).toEqual([]);
  });

  it("uses reserved mail domains only", () => {
    const addresses = [users, contacts, leads].flatMap((people) =>
      Object.values(people).map(({ email }) => email),
    );
    expect(addresses.filter((address) => !address.endsWith(".example"))).toEqual([]);
  });

  it("is as untidy as its README says", () => {
    const open = Object.values(opportunities).filter(({ stageId }) => outcome(stageId) === "open");
    expect(accounts["ACC-010"]?.domain).toBe(accounts["ACC-013"]?.domain);
    expect(users["USR-004"]?.departedOn).toBe("2026-08-28");
    expect(open.filter(({ ownerId }) => ownerId === "USR-004").map(({ id }) => id)).toEqual([
      "OPP-003",
      "OPP-005",
      "OPP-015",
      "OPP-018",
      "OPP-025",
    ]);
    expect(open.filter(({ closeDate }) => closeDate < "2026-09-14").map(({ id }) => id)).toEqual([
      "OPP-015",
      "OPP-020",
      "OPP-026",
    ]);
    expect(open.filter(({ contactId }) => contactId === null).map(({ id }) => id)).toEqual([
      "OPP-022",
      "OPP-027",
    ]);
    expect(accounts["ACC-013"]?.name).toBe("Bright Water Haulage Ltd.");
    expect(open.filter((deal) => isStale(world, deal))).toHaveLength(13);
    expect(
      Object.values(contacts).filter(({ secondaryAccountIds }) => secondaryAccountIds.length > 0),
    ).toHaveLength(3);
    expect(contacts["CON-039"]?.secondaryAccountIds).toEqual(["ACC-014"]);
    expect(leads["LEAD-004"]).toMatchObject({ name: "Ingrid Halvorsen", status: "qualified" });
    expect(leads["LEAD-009"]?.conversion?.accountId).toBe("ACC-012");
  });
});

describe("the tools", () => {
  it("have names of the form verb_noun, each once, and say what they do, take, give and affect", () => {
    const tools = bindTools(world);
    expect(tools).toHaveLength(42);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[a-z]+_[a-z]+$/);
      expect(tool.outputSchema).toBeDefined();
      expect(tool.effect).toBe(/^(list|get|report)_/.test(tool.name) ? "read" : "write");
    }
  });
});

describe("permissions", () => {
  it("stand on what cannot be undone, and are granted where a task needs them", async () => {
    const tools = bindTools(world);
    const guarded = tools.filter(({ permissions }) => permissions !== undefined);
    expect(guarded.map(({ name }) => name)).toEqual(
      tools.map(({ name }) => name).filter((name) => /^(delete|merge)_/.test(name)),
    );
    expect(guarded).toHaveLength(6);
    const { refused } = openCrm(templateGrants["crm"]);
    for (const { name, permissions } of guarded) {
      const isGranted = permissions?.every((one) => templateGrants["crm"]?.includes(one));
      expect(isGranted).toBe(name.startsWith("merge_"));
    }
    await refused("delete_account", { accountId: "ACC-042" }, "PERMISSION_DENIED", "crm.delete");
  });
});

describe("nextId", () => {
  it("counts on from the highest number", () => {
    const state = createState();
    expect(nextId(state, "opportunities")).toBe("OPP-085");
    delete state.opportunities["OPP-007"];
    expect(nextId(state, "opportunities")).toBe("OPP-085");
    state.opportunities = {};
    expect(nextId(state, "opportunities")).toBe("OPP-001");
  });
});

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
