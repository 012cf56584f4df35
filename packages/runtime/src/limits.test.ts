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
      loadTimeoutMs: 30_000,
      verifierTimeoutMs: 60_000,
    });
  });
});

describe("limitProblem", () => {
  it.each([0, -1, 1.5, NaN, Infinity, "5" as unknown as number])("finds %o in every limit", (value) => {
    for (const name of limitNames) {
      expect(limitProblem({ ...defaultLimits, [name]: value })).toContain(name);
    }
  });

  it("finds a time that no timer can wait", () => {
    expect(limitProblem({ ...defaultLimits, timeoutMs: 2 ** 31 })).toContain("2147483647");
    expect(limitProblem({ ...defaultLimits, timeoutMs: 2 ** 31 - 1 })).toBeUndefined();
  });
});
