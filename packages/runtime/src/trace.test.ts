import { describe, expect, it } from "vitest";
import { startTrace } from "./trace.js";

describe("a trace", () => {
  it("numbers, dates and stores each event at once, its own fields after the type", () => {
    const stored: string[] = [];
    const trace = startTrace((event) => stored.push(JSON.stringify(event)));
    trace.add({ type: "agent_output", output: "a" });
    trace.add({ type: "late_call", tool: "t", input: null });
    expect(stored).toEqual(trace.events.map((event) => JSON.stringify(event)));
    expect(trace.events.map((event) => Object.keys(event))).toEqual([
      ["seq", "type", "at", "output"],
      ["seq", "type", "at", "tool", "input"],
    ]);
    expect(trace.events.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(trace.events.every(({ at }) => new Date(at).toISOString() === at)).toBe(true);
    trace.requireStored();
  });

  it("goes on where an event cannot be stored, stores none after it, and says so when asked", () => {
    let tries = 0;
    const full = new Error("disk full");
    const trace = startTrace(() => {
      tries += 1;
      throw full;
    });
    trace.add({ type: "agent_output", output: "a" });
    trace.add({ type: "agent_output", output: "b" });
    expect([tries, trace.events.length]).toEqual([1, 2]);
    expect(() => trace.requireStored()).toThrowError(full);
  });
});
