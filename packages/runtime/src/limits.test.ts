import { describe, expect, it } from "vitest";
import { defaultLimits, limitNames, limitProblem, resolveLimits } from "./limits.js";

describe("resolveLimits", () => {
  it("takes the last layer that says something", () => {
    expect(resolveLimits()).toEqual(defaultLimits);
    expect(resolveLimits(undefined, { maxToolCalls: 3 })).toEqual({ ...defaultLimits, maxToolCalls: 3 });
    expect(resolveLimits({ maxToolCalls: 3, timeoutMs: 4 }, { timeoutMs: 5 })).toEqual({
      ...defaultLimits,
      maxToolCalls: 3,
      timeoutMs: 5,
    });
    expect(resolveLimits({ toolTimeoutMs: 9 }).toolTimeoutMs).toBe(9);
    expect(defaultLimits).toEqual({
      maxToolCalls: 100,
      timeoutMs: 120_000,
      memoryMb: 1024,
      loadTimeoutMs: 30_000,
      verifierTimeoutMs: 60_000,
    });
  });
});

describe("limitProblem", () => {
  it.each([0, -1, NaN, Infinity, "5" as unknown as number])("finds %o in every limit", (value) => {
    for (const name of limitNames) {
      expect(limitProblem({ ...defaultLimits, [name]: value })).toContain(name);
    }
  });

  it("takes half a dollar, and half of nothing else", () => {
    for (const name of limitNames) {
      const problem = limitProblem({ ...defaultLimits, [name]: 1000.5 });
      expect([name, problem !== undefined]).toEqual([name, name !== "maxCostUsd"]);
    }
  });

  it("finds a memory that Node could not start in", () => {
    expect(limitProblem({ ...defaultLimits, memoryMb: 127 })).toBe(
      "memoryMb must be a whole number of at least 128, received 127",
    );
  });

  it("finds a time that no timer can wait", () => {
    expect(limitProblem({ ...defaultLimits, timeoutMs: 2 ** 31 })).toContain("2147483647");
    expect(limitProblem({ ...defaultLimits, timeoutMs: 2 ** 31 - 1 })).toBeUndefined();
  });
});
