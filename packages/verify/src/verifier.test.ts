import { isSiloError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { check, defineVerifier, optional, verifierProblems, type SiloVerifier } from "./verifier.js";

const right: SiloVerifier = { id: "VER-1", taskId: "TASK-1", name: "V", check: () => [check("a", true)] };

describe("defineVerifier", () => {
  it("returns the declaration itself", () => {
    expect(defineVerifier(right)).toBe(right);
  });

  it.each<[string, unknown, string, number]>([
    ["no object", null, "", 1],
    ["a function", () => [], "", 1],
    ["an empty object", {}, "", 4],
    ["an id that is no text", { ...right, id: 7 }, "", 1],
    ["texts of spaces and no check", { id: "VER-1", taskId: " ", name: "\n", check: true }, "VER-1", 3],
  ])("refuses %s, with all that is wrong", (_name, value, verifierId, count) => {
    let thrown: unknown;
    try {
      defineVerifier(value as SiloVerifier);
    } catch (error) {
      thrown = error;
    }
    expect(verifierProblems(value)).toHaveLength(count);
    expect(isSiloError(thrown, "verifier_invalid") && thrown.details).toEqual({
      verifierId,
      problems: `${verifierProblems(value).join("; ")}.`,
    });
  });

  it("says what arrived instead of an object", () => {
    expect([null, undefined, "x"].flatMap(verifierProblems)).toEqual([
      "must be an object, received null",
      "must be an object, received undefined",
      "must be an object, received string",
    ]);
  });
});

describe("check and optional", () => {
  it("make checks, with a detail only where there is one", () => {
    expect(check("L", true)).toEqual({ label: "L", passed: true, required: true });
    expect(Object.keys(check("L", true))).not.toContain("detail");
    expect(optional("L", false, "")).toEqual({ label: "L", passed: false, detail: "", required: false });
  });
});
