import { describe, expect, it } from "vitest";
import { hostileValues } from "../test/hostile-values.js";
import { exitCodeOf, isSiloError, siloError, toSiloError } from "./silo-codes.js";
import { InputError, isCodedError, StateError } from "./silo-error.js";
import { InvalidDefinitionError, toolError } from "./tool-error.js";

const notFound = siloError("agent_not_found", { file: "agent.ts" });

describe("siloError", () => {
  it("makes an error of the category's class with the parameters as details", () => {
    expect(notFound instanceof StateError).toBe(true);
    expect(notFound).toMatchObject({
      code: "agent_not_found",
      category: "state",
      exitCode: 10,
      message: "There is no agent file agent.ts.",
      details: { file: "agent.ts" },
    });
  });
});

describe("isSiloError", () => {
  it("is true for codes of the catalogue, also where the class was used", () => {
    expect(isSiloError(notFound)).toBe(true);
    expect(isSiloError(new StateError({ code: "task_not_found", message: "x" }))).toBe(true);
  });

  it("is false for other codes, other categories and anything else", () => {
    expect(isSiloError(new StateError({ code: "E3001", message: "x" }))).toBe(false);
    expect(isSiloError(new InputError({ code: "task_not_found", message: "x" }))).toBe(false);
    expect(isSiloError(toolError("not_found", "x"))).toBe(false);
    for (const value of hostileValues()) expect(isSiloError(value)).toBe(false);
  });

  it("with a code wants that code and its details", () => {
    expect(isSiloError(notFound, "agent_not_found")).toBe(true);
    expect(isSiloError(notFound, "task_not_found")).toBe(false);
    expect(isSiloError(new StateError({ code: "agent_not_found", message: "x" }), "agent_not_found")).toBe(
      false,
    );
  });
});

describe("toSiloError", () => {
  it("leaves a coded error as it is, whatever caused it", () => {
    const outer = siloError(
      "environment_load_failed",
      { file: "index.ts", reason: "x" },
      { cause: notFound },
    );
    expect(toSiloError(outer)).toBe(outer);
    const foreign = new InputError({ code: "E1", message: "x" });
    expect(toSiloError(foreign)).toBe(foreign);
  });

  it("finds the code that plain errors wrap", () => {
    expect(toSiloError(new Error("outer", { cause: new Error("middle", { cause: notFound }) }))).toBe(
      notFound,
    );
    expect(toSiloError(siloError("unexpected_error", { reason: "x" }, { cause: notFound }))).toBe(notFound);
  });

  it("makes a tool's malformed definition tool_invalid, with all findings", () => {
    const findings = [
      { path: "name", message: '"name" must not be empty' },
      { path: "version", message: '"version" must be semantic' },
    ];
    const cause = new InvalidDefinitionError({ tool: "close_ticket", findings });
    const error = toSiloError(new Error("while loading", { cause }));
    expect(error).toMatchObject({ code: "tool_invalid", cause, details: { tool: "close_ticket", findings } });
    expect(error.message).toBe(
      'Tool "close_ticket" is not valid: "name" must not be empty; "version" must be semantic',
    );
  });

  it("makes anything else unexpected_error, with the thrown thing as its cause", () => {
    const thrown = new TypeError("x is undefined");
    expect(toSiloError(thrown)).toMatchObject({
      code: "unexpected_error",
      cause: thrown,
      details: { reason: "TypeError: x is undefined" },
    });
    expect(toSiloError("text").message).toContain("text");
    for (const value of hostileValues()) {
      const error = toSiloError(value);
      expect(error.code).toBe("unexpected_error");
      expect(error.message.length).toBeLessThan(9000);
      expect(() => JSON.stringify(error)).not.toThrow();
    }
  });
});

describe("exitCodeOf", () => {
  it("is the code's own, and 101 for what nothing foresaw", () => {
    expect(exitCodeOf(notFound)).toBe(10);
    expect(exitCodeOf(siloError("cancelled", { what: "The run" }))).toBe(130);
    expect(
      exitCodeOf(new Error("x", { cause: siloError("load_timeout", { file: "a", timeoutMs: 1 }) })),
    ).toBe(50);
    expect(exitCodeOf(new InvalidDefinitionError({ findings: [] }))).toBe(2);
    expect(exitCodeOf(toolError("not_found", "x"))).toBe(101);
    expect(exitCodeOf(undefined)).toBe(101);
    expect(isCodedError(toSiloError(undefined))).toBe(true);
  });
});
