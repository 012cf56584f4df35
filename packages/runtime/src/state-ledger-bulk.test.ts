import { expect, it } from "vitest";
import { openLedger } from "./state-ledger.js";

const count = 25_000;

it("undoes and names a change of 25,000 entities at once", { timeout: 60_000 }, () => {
  const ann = { id: "U1", name: "Ann" };
  const bob = { id: "U2", name: "Bob" };
  const objects = Array.from({ length: count }, (_, index) => ({
    id: `L${index}`,
    stage: "new",
    owner: ann,
  }));
  const leads = Object.fromEntries(objects.map((lead) => [lead.id, lead]));
  const state = { leads, users: [ann, bob] };
  const ledger = openLedger(state);
  const ids = Object.keys(leads);
  const places = ids.map((id) => `leads.${id}`).sort();
  const isAsMade = (): boolean =>
    Object.keys(leads).every((id, index) => id === ids[index]) &&
    objects.every((lead) => leads[lead.id] === lead && lead.stage === "new");

  for (const lead of objects) lead.stage = "won";
  expect(ledger.scan().places().join()).toBe(places.join());
  ledger.restore();
  expect(isAsMade()).toBe(true);

  for (const id of ids) delete leads[id];
  ledger.restore();
  expect(isAsMade()).toBe(true);

  // Each was one of the many owners of what it lets go.
  for (const lead of objects) lead.owner = bob;
  expect(ledger.scan().places().join()).toBe(places.join());
  ledger.commit();
  ann.name = "Anna";
  expect(ledger.scan().places()).toEqual(["users.U1"]);
  ledger.restore();
  bob.name = "Bo";
  expect(ledger.scan().places()).toHaveLength(count + 1);
});
