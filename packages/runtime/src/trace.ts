import type { TraceEvent, TraceEventBody } from "@silo/artifacts";

/** The one list of a run's events, in order (contract A1). */
export interface Trace {
  events: readonly TraceEvent[];
  /** Never throws: an agent in the middle of a call could catch it. */
  add(body: TraceEventBody): void;
  /** Throws what kept an event from being stored. */
  requireStored(): void;
}

/** Numbers and dates each event, and hands it to `store` at once, so that a killed run leaves it behind (A4). */
export function startTrace(store?: (event: TraceEvent) => void): Trace {
  const events: TraceEvent[] = [];
  let failed: { thrown: unknown } | undefined;
  return {
    events,
    requireStored() {
      if (failed) throw failed.thrown;
    },
    add(body) {
      const { type, ...rest } = body;
      const event = { seq: events.length + 1, type, at: timestamp(), ...rest } as TraceEvent;
      events.push(event);
      if (failed) return;
      try {
        store?.(event);
      } catch (thrown) {
        failed = { thrown };
      }
    },
  };
}

let last = { time: 0, text: "" };

/** ISO 8601 in UTC. Formatting costs more than the rest of an event, and many share a millisecond. */
function timestamp(): string {
  const time = Date.now();
  if (time !== last.time) last = { time, text: new Date(time).toISOString() };
  return last.text;
}
