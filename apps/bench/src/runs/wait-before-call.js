import { setTimeout } from "node:timers/promises";

/** How often the waiting agent waits, and how long each time, in milliseconds: as for a model far away. */
export const waits = { times: 10, ms: 100 };

export function waitBeforeCall() {
  return setTimeout(waits.ms);
}
