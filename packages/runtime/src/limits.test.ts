import { describe, expect, it } from "vitest";
import { defaultLimits, limitProblem, resolveLimits } from "./limits.js";

describe("resolveLimits", () => {
  it("takes the last layer that says something", () => {
    expect(resolveLimits()).toEqual(defaultLimits);
    expect(resolveLimits(undefined, { maxToolCalls: 3 })).toEqual({ ...defaultLimits, maxToolCalls: 3 });
    expect(resolveLimits({ maxToolCalls: 3, timeoutMs: 4 }, { timeoutMs: 5 })).toEqual({
      maxToolCalls: 3,
      timeoutMs: 5,
    });
    expect(defaultLimits).toEqual({ maxToolCalls: 100, timeoutMs: 120_000 });
  });
});

describe("limitProblem", () => {
  it.each([0, -1, 1.5, NaN, Infinity, "5" as unknown as number])("finds %o in either limit", (value) => {
    expect(limitProblem({ ...defaultLimits, maxToolCalls: value })).toContain("maxToolCalls");
    expect(limitProblem({ ...defaultLimits, timeoutMs: value })).toContain("timeoutMs");
  });

  it("finds a time that no timer can wait", () => {
    expect(limitProblem({ ...defaultLimits, timeoutMs: 2 ** 31 })).toContain("2147483647");
    expect(limitProblem({ maxToolCalls: 1, timeoutMs: 2 ** 31 - 1 })).toBeUndefined();
  });
});
