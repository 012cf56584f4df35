import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anything, hostileValues } from "../test/hostile-values.js";
import { errorFromJSON } from "./error-from-json.js";
import { isErrorExitCode, exitCodes } from "./exit-codes.js";
import { isSiloError, siloError } from "./silo-codes.js";
import { categoryClasses, isCodedError, type CodedErrorOptions, type ErrorCategory } from "./silo-error.js";

function throughJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

const text = fc.string({ unit: "binary", maxLength: 60 });
const optional = { requiredKeys: [] as [] };

const suggestion = fc.record(
  {
    action: fc.constantFrom("check", "retry", "fix", "escalate"),
    fix: text,
    example: text,
    applicability: fc.constantFrom("always", "sometimes", "if_interactive"),
  },
  { requiredKeys: ["action", "fix"] },
);

const extras = fc.record(
  {
    suggestion,
    isRetryable: fc.boolean(),
    exitCode: fc.constantFrom(...Object.values(exitCodes).filter(isErrorExitCode)),
    // JSON has no negative zero.
    details: fc.dictionary(fc.string(), fc.jsonValue().map(throughJson)),
    cause: fc.oneof(
      text.map((message) => new TypeError(message, { cause: new Error("inner") })),
      text,
      fc.jsonValue().filter((value) => value !== null),
    ),
  },
  optional,
);

describe("errorFromJSON", () => {
  it("is the inverse of toJSON", () => {
    const category = fc.constantFrom<ErrorCategory>("input", "auth", "state", "runtime", "internal");
    fc.assert(
      fc.property(category, text, text, extras, (name, code, message, options) => {
        const error = new categoryClasses[name]({
          code,
          message,
          ...(options as Partial<CodedErrorOptions>),
        });
        const wire = JSON.stringify(error);
        const rebuilt = errorFromJSON(JSON.parse(wire));
        expect(JSON.stringify(rebuilt)).toBe(wire);
        expect(rebuilt instanceof categoryClasses[name]).toBe(true);
        const {
          cause: _cause,
          stack: _stack,
          ...fields
        } = { ...rebuilt, message: rebuilt.message, name: rebuilt.name };
        expect(fields).toEqual({ ...error, message: error.message, name: error.name });
      }),
    );
  });

  it("gives an error of the catalogue back as one", () => {
    const error = siloError("run_not_found", { runId: "r", folder: "runs" }, { cause: new RangeError("x") });
    const rebuilt = errorFromJSON(JSON.parse(JSON.stringify(error)));
    expect(isSiloError(rebuilt, "run_not_found")).toBe(true);
    expect(rebuilt.cause).toMatchObject({ name: "RangeError", message: "x" });
    expect(rebuilt.cause instanceof Error).toBe(true);
  });

  it("does not let details change a prototype", () => {
    const rebuilt = errorFromJSON(
      JSON.parse('{"code":"x","category":"input","message":"y","details":{"__proto__":{"a":1}}}'),
    );
    expect((rebuilt.details as { a?: number }).a).toBeUndefined();
    expect(Object.keys(rebuilt.details!)).toEqual(["__proto__"]);
  });

  it("drops fields that have no business there", () => {
    const rebuilt = errorFromJSON({
      code: "x",
      category: "input",
      message: "y",
      exit_code: 256,
      suggestion: { fix: 1 },
      details: "z",
    });
    expect(rebuilt).toMatchObject({ exitCode: 2, isRetryable: false });
    expect([rebuilt.suggestion, rebuilt.details]).toEqual([undefined, undefined]);
  });

  it("answers anything else with unexpected_error", () => {
    for (const value of [...hostileValues(), { code: "x", message: "y", category: "toString" }]) {
      expect(errorFromJSON(value)).toMatchObject({ code: "unexpected_error" });
    }
    fc.assert(fc.property(anything, (value) => isCodedError(errorFromJSON(value))));
  });
});
