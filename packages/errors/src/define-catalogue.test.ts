import { describe, expect, it } from "vitest";
import { defineCatalogue, type CatalogueEntry } from "./define-catalogue.js";
import { exitCodes } from "./exit-codes.js";
import { isSiloError } from "./silo-codes.js";
import { isCodedError, RuntimeError, StateError } from "./silo-error.js";

const errors = defineCatalogue({
  repo_not_found: {
    category: "state",
    exitCode: exitCodes.state,
    isRetryable: false,
    meaning: "There is no such repository",
    message: 'There is no repository "{repo}" of {owner}.',
    suggestion: { action: "check", fix: "List them", example: "mytool list {owner}" },
  },
  E3002: {
    category: "runtime",
    exitCode: exitCodes.rate_limited,
    isRetryable: true,
    message: "Too many requests; wait { in seconds } {seconds}.",
    suggestion: { action: "retry", fix: "Wait {seconds} s" },
  },
});

describe("defineCatalogue", () => {
  it("makes errors of the class, message, suggestion and details that the entry says", () => {
    const error = errors.create(
      "repo_not_found",
      { repo: "a", owner: "ana" },
      { details: { page: 2, repo: "z" } },
    );
    expect(error instanceof StateError).toBe(true);
    expect(error).toMatchObject({
      code: "repo_not_found",
      exitCode: 10,
      message: 'There is no repository "a" of ana.',
      suggestion: { action: "check", fix: "List them", example: "mytool list ana" },
      details: { repo: "a", owner: "ana", page: 2 },
    });
  });

  it("takes another word on whether it can be tried again", () => {
    expect(errors.create("E3002", { seconds: 5 }, { isRetryable: false }).isRetryable).toBe(false);
    expect(errors.create("E3002", { seconds: 5 }, { isRetryable: undefined }).isRetryable).toBe(true);
  });

  it("takes another suggestion and a cause", () => {
    const cause = new Error("429");
    const error = errors.create(
      "E3002",
      { seconds: 5 },
      { cause, suggestion: { action: "escalate", fix: "Ask" } },
    );
    expect(error instanceof RuntimeError).toBe(true);
    expect(error).toMatchObject({
      cause,
      suggestion: { action: "escalate", fix: "Ask" },
      isRetryable: true,
      exitCode: 20,
    });
    expect(error.message).toBe("Too many requests; wait { in seconds } 5.");
  });

  it("knows its own errors, and only those", () => {
    const error: unknown = errors.create("E3002", { seconds: 5 });
    expect([errors.is(error), errors.is(error, "E3002"), errors.is(error, "repo_not_found")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(errors.is(new RuntimeError({ code: "other", message: "x" }))).toBe(false);
    expect(errors.is(new StateError({ code: "E3002", message: "x" }))).toBe(false);
    expect(errors.is(new RuntimeError({ code: "toString", message: "x" }))).toBe(false);
    expect([isCodedError(error), isSiloError(error)]).toEqual([true, false]);
  });

  it("promises the details of a code only where they are there", () => {
    const byHand: unknown = new RuntimeError({ code: "E3002", message: "x" });
    expect([errors.is(byHand), errors.is(byHand, "E3002")]).toEqual([true, false]);
  });

  it("explains its codes", () => {
    expect(errors.explain("repo_not_found")).toBe(
      [
        "repo_not_found: There is no such repository.",
        "Category state, exit code 10, not retryable.",
        "try: List them",
        "     mytool list {owner}",
      ].join("\n"),
    );
    expect(errors.explain("E3002")).toBe(
      "E3002\nCategory runtime, exit code 20, retryable.\ntry: Wait {seconds} s",
    );
    expect(errors.explain("toString")).toBeUndefined();
  });

  it("lets no value end its quotation, break the line or reach the terminal", () => {
    const error = errors.create("repo_not_found", { repo: 'a" of root.\n', owner: "\u001B[31mana" });
    expect(error.message).toBe('There is no repository "a\\" of root.\\n" of \\u001b[31mana.');
    expect(error.details.repo).toBe('a" of root.\n');
  });

  it("does not fill in again what a value holds", () => {
    expect(errors.create("repo_not_found", { repo: "{owner}", owner: "$&" }).message).toBe(
      'There is no repository "{owner}" of $&.',
    );
  });

  it.each([
    ["no-hyphens", { category: "state", exitCode: 10 }],
    ["Mixed", { category: "state", exitCode: 10 }],
    ["a".repeat(64), { category: "state", exitCode: 10 }],
    ["fine", { category: "state", exitCode: 256 }],
    ["fine", { category: "state", exitCode: 0 }],
  ])("refuses %s with %j", (code, entry) => {
    const full = { isRetryable: false, message: "x", suggestion: { action: "fix", fix: "x" }, ...entry };
    expect(() => defineCatalogue({ [code]: full as CatalogueEntry })).toThrow(TypeError);
  });

  it("refuses to make a code that it does not hold", () => {
    expect(() => errors.create("toString" as "E3002", { seconds: 1 })).toThrow(TypeError);
  });
});
