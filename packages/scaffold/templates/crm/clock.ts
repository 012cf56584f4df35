import { toolError } from "@silo/runtime";
import type { State } from "./state.js";

/** The day of `now`, in UTC. */
export function today(state: State): string {
  return state.now.slice(0, 10);
}

/** A date-time with any offset in the one form of this world, UTC with milliseconds, so that texts compare as times. */
export function toUtc(moment: string): string {
  const time = Date.parse(moment);
  // The format date-time lets leap seconds through, which JavaScript's dates do not have.
  if (Number.isNaN(time))
    throw toolError("invalid_input", `${moment} is no moment; give one like 2026-09-14T09:00:00Z.`);
  return new Date(time).toISOString();
}

/** Refuses a period that ends before it begins; both days belong to it. */
export function requirePeriod(from: string, to: string): void {
  if (from <= to) return;
  throw toolError(
    "invalid_input",
    `"from" is ${from}, after "to", which is ${to}; give the earlier day first.`,
  );
}
