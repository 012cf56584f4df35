import { expect, it } from "vitest";
import { exitCodes } from "./exit-codes.js";

it("is the published table, with numbers that a shell passes on unchanged", () => {
  expect(exitCodes).toEqual({
    success: 0,
    not_passed: 1,
    usage: 2,
    state: 10,
    rate_limited: 20,
    auth: 30,
    permission_denied: 40,
    timeout: 50,
    dependency: 65,
    runtime: 70,
    temporary: 75,
    unknown: 101,
    interrupted: 130,
  });
  for (const exitCode of Object.values(exitCodes)) {
    expect(Number.isInteger(exitCode) && exitCode >= 0 && (exitCode <= 125 || exitCode === 130)).toBe(true);
  }
});
