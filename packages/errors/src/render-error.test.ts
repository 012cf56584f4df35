import { describe, expect, it } from "vitest";
import { renderError } from "./render-error.js";
import { InputError, StateError } from "./silo-error.js";

describe("renderError", () => {
  it("has the code and the message on one line, what to try on the next, and the example below it", () => {
    const error = new StateError({
      message: "Repository not found",
      code: "E3001",
      suggestion: {
        action: "check",
        fix: "Verify the repository name is correct",
        example: "mytool list-repos",
      },
    });
    expect(renderError(error)).toBe(
      "error: E3001: Repository not found\ntry: Verify the repository name is correct\n     mytool list-repos",
    );
  });

  it("is one line where there is no suggestion", () => {
    expect(renderError(new InputError({ code: "E1", message: "No." }))).toBe("error: E1: No.");
  });

  it("lets no message reach the terminal as commands", () => {
    expect(renderError(new InputError({ code: "E1\n", message: "\u001B[2Jgone\nline two" }))).toBe(
      "error: E1\\n: \\u001b[2Jgone\nline two",
    );
  });

  it("renders whatever else was thrown as unexpected_error", () => {
    expect(renderError(new TypeError("x is undefined"))).toMatch(
      /^error: unexpected_error: .*TypeError: x is undefined\ntry: /,
    );
  });
});
