import { changed, onlyChanged, otherChanges } from "@silo/verify";

interface State {
  now: string;
  settings: { currency: string; rate: number };
  opportunities: Record<string, { id: string; ownerId: string; amount: number }>;
}

const initial: State = {
  now: "2026-09-15",
  settings: { currency: "USD", rate: 1 },
  opportunities: {
    "OPP-005": { id: "OPP-005", ownerId: "USR-004", amount: 900 },
    "OPP-006": { id: "OPP-006", ownerId: "USR-004", amount: 500 },
  },
};
const final: State = {
  now: "2026-09-16",
  settings: { currency: "USD", rate: 2 },
  opportunities: {
    "OPP-005": { id: "OPP-005", ownerId: "USR-005", amount: 900 },
    "OPP-007": { id: "OPP-007", ownerId: "USR-004", amount: 100 },
  },
};

console.log(changed(initial, final));
console.log(changed(initial.opportunities, final.opportunities).added);

// Ids of a collection, or names of what an object holds; `true` allows a place and all below it.
const allowed = { opportunities: ["OPP-005", "OPP-007"], settings: ["rate"] };
console.log(onlyChanged(initial, final, allowed, { ignore: ["now"] }));
console.log(otherChanges(initial, final, allowed, { ignore: ["now"] }));

// Of this deal only the amount may change, so that its new owner counts as another change.
console.log(otherChanges(initial, final, { opportunities: { "OPP-005": ["amount"] } }, { ignore: ["now"] }));

// The strictest form: the world that should be, compared with the world that is.
const expected = structuredClone(initial);
expected.opportunities["OPP-005"]!.ownerId = "USR-005";
console.log(otherChanges(expected, final, {}, { ignore: ["now"] }));
