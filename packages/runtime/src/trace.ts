import type { TraceEvent, TraceEventBody } from "@silo/artifacts";

/** The one list of a run's events, in order (contract A1). */
export interface Trace {
  events: readonly TraceEvent[];
  add(body: TraceEventBody): void;
}

/** Numbers and dates each event, and hands it to `store` at once, so that a killed run leaves it behind (A4). */
export function startTrace(store?: (event: TraceEvent) => void): Trace {
  const events: TraceEvent[] = [];
  return {
    events,
    add(body) {
      const { type, ...rest } = body;
      const event = { seq: events.length + 1, type, at: new Date().toISOString(), ...rest } as TraceEvent;
      events.push(event);
      store?.(event);
    },
  };
}
