import { isSiloError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { requireSafeName, unsafeReason } from "./safe-name.js";

describe("a safe name", () => {
  it.each([
    "a",
    "A",
    "7",
    "demo",
    "demo-2",
    "demo_2",
    "TASK-001",
    "com10",
    "console",
    "nul-1",
    "constructor",
    "a".repeat(64),
  ])("%s", (name) => {
    expect(unsafeReason(name)).toBeUndefined();
    requireSafeName(name, "an environment");
  });

  it.each<[unknown, RegExp]>([
    ["", /empty/],
    [undefined, /not a text/],
    [7, /not a text/],
    ["a".repeat(65), /65 characters/],
    ["..", /only letters/],
    [".", /only letters/],
    [".hidden", /only letters/],
    ["-flag", /only letters/],
    ["_private", /only letters/],
    ["__proto__", /only letters/],
    ["../up", /path separator/],
    ["a/b", /path separator/],
    ["/etc", /path separator/],
    ["a\\b", /path separator/],
    ["C:", /only letters/],
    ["a b", /only letters/],
    ["a\n", /only letters/],
    ["a\u0000", /only letters/],
    ['a"b', /only letters/],
    ["a`${x}`", /only letters/],
    ["a'); drop", /only letters/],
    ["übung", /only letters/],
    ["日本", /only letters/],
    ["a\u202Eb", /only letters/],
    ["con", /reserved/],
    ["CON", /reserved/],
    ["Aux", /reserved/],
    ["com1", /reserved/],
    ["LPT9", /reserved/],
    ["nul", /reserved/],
    ["con.txt", /only letters/],
    ["node_modules", /reserved/],
    ["Node_Modules", /reserved/],
  ])("%j is none", (name, reason) => {
    expect(unsafeReason(name as string)).toMatch(reason);
    let thrown: unknown;
    try {
      requireSafeName(name as string, "a task");
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown, "unsafe_name") && thrown.details).toMatchObject({
      kind: "a task",
      reason: expect.stringMatching(reason) as unknown,
    });
    // The name is shown, and cannot forge a line or a terminal's colour.
    expect((thrown as Error).message).not.toMatch(/[\n\u0000\u202E]/);
  });
});
