import { onlyChanged, otherChanges } from "./only-changed.js";

interface State {
  now: string;
  summary?: string;
  deals: Record<string, { id: string; owner: string }>;
}

declare const initial: State;
declare const final: State;
declare const unknownState: unknown;
declare const id: string;

export const results: boolean[] = [
  onlyChanged(initial, final, {}),
  onlyChanged(initial, final, ["now", "summary"]),
  onlyChanged(initial, final, { deals: [id], now: true }, { ignore: ["summary"] }),
  onlyChanged(initial, final, { deals: { [id]: ["owner"] } }),
  onlyChanged(initial, final, { deals: Object.fromEntries([id].map((each) => [each, ["owner"]])) }),
  onlyChanged(initial.deals, final.deals, [id]),
  onlyChanged(unknownState, unknownState, { anything: true }, { ignore: ["other"] }),
  onlyChanged([{ id }], [{ id }], [id]),
  onlyChanged(new Map([[id, 1]]), new Map([[id, 1]]), [id]),
];

// @ts-expect-error a misspelled member
onlyChanged(initial, final, { deal: [id] });

// @ts-expect-error a misspelled member in a list
otherChanges(initial, final, ["nwo"]);

// @ts-expect-error a misspelled member to ignore
onlyChanged(initial, final, {}, { ignore: ["clock"] });

// @ts-expect-error a place is allowed or not named
onlyChanged(initial, final, { now: false });
