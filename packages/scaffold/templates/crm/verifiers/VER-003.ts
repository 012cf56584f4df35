import { check, defineVerifier, numbersIn, optional, otherChanges } from "@silo/runtime";
import { listed } from "../changes.js";
import { outcomeOf } from "../deals.js";
import { find } from "../records.js";
import type { State } from "../state.js";

export const ver003 = defineVerifier<State>({
  id: "VER-003",
  taskId: "TASK-003",
  name: "Weighted value of the open pipeline reported",
  check(final, initial, { agentOutput }) {
    const deals = openDeals(initial);
    const expected = sum(deals.map(({ weighted }) => weighted));
    const stated = amountsIn(agentOutput);
    const working = workingAmounts(deals);
    const rivals = stated.filter((value) => value !== expected && !working.has(value));
    const changed = otherChanges(initial, final, {});
    return [
      check(
        "The answer gives the weighted value of the open pipeline, and no other total",
        stated.includes(expected) && rivals.length === 0,
        `Expected ${expected}; the answer states ${listed(stated.map(String))}. Other totals: ${listed(rivals.map(String))}.`,
      ),
      check("Nothing changed", changed.length === 0, `Changes: ${listed(changed)}.`),
      optional(
        "The answer names the currency",
        /\$|\bUSD(?!\p{L})|\bdollars?\b/iu.test(agentOutput),
        `The answer is ${JSON.stringify(agentOutput.slice(0, 200))}.`,
      ),
    ];
  },
});

/** The amounts of money that an answer states. A bare number below 1000 counts something else (deals, days). */
function amountsIn(answer: string): number[] {
  const bare = numbersIn(answer, { only: "plain" }).filter((value) => Math.abs(value) >= 1000);
  return [...new Set([...numbersIn(answer, { only: "money" }), ...bare])];
}

interface OpenDeal {
  stageId: string;
  amount: number;
  weighted: number;
}

function openDeals(state: State): OpenDeal[] {
  return Object.values(state.opportunities)
    .filter((deal) => outcomeOf(state, deal) === "open")
    .map(({ stageId, amount }) => ({
      stageId,
      amount,
      // Multiplied first: amounts and percentages are whole, so that this is exact.
      weighted: (amount * find(state, "stages", stageId).probability) / 100,
    }));
}

/** What may stand beside the total as working: single deals and whole stages, as they are and weighted. */
function workingAmounts(deals: OpenDeal[]): Set<number> {
  const stageIds = [...new Set(deals.map(({ stageId }) => stageId))];
  const stages = stageIds.map((id) => deals.filter(({ stageId }) => stageId === id));
  const groups = [...stages, ...deals.map((deal) => [deal])];
  return new Set(
    groups.flatMap((group) => [
      sum(group.map(({ amount }) => amount)),
      sum(group.map(({ weighted }) => weighted)),
    ]),
  );
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
