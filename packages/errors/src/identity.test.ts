import { expect, it, vi } from "vitest";
import * as one from "./index.js";

it("holds across two loaded copies of the source", async () => {
  vi.resetModules();
  const two = await import("./index.js");
  expect(two.SiloError).not.toBe(one.SiloError);

  const coded: unknown = two.siloError("agent_not_found", { file: "a" });
  expect(Object.getPrototypeOf(coded)).not.toBe(one.StateError.prototype);
  expect([
    one.isSiloError(coded),
    one.isSiloError(coded, "agent_not_found"),
    one.isCodedError(coded),
  ]).toEqual([true, true, true]);
  expect([
    coded instanceof one.StateError,
    coded instanceof one.SiloError,
    coded instanceof one.InputError,
  ]).toEqual([true, true, false]);
  expect(one.toSiloError(coded)).toBe(coded);
  expect(one.exitCodeOf(new Error("x", { cause: coded }))).toBe(10);

  const denied: unknown = new two.PermissionDeniedError("a", "b");
  expect([one.isToolError(denied), one.isToolError(denied, "PERMISSION_DENIED")]).toEqual([true, true]);
  expect([denied instanceof one.ToolError, denied instanceof one.PermissionDeniedError]).toEqual([
    true,
    true,
  ]);
  expect(denied instanceof one.SchemaError).toBe(false);
  expect(one.toToolErrorValue(denied, { tool: "a" }).value.code).toBe("not_allowed");
});
