import { describe, expect, it } from "vitest";
import { exitCodes } from "./exit-codes.js";
import {
  AuthError,
  InputError,
  InternalError,
  isCodedError,
  RuntimeError,
  SiloError,
  StateError,
  type CodedErrorOptions,
} from "./silo-error.js";

describe("the classes of coded errors", () => {
  it.each([
    [InputError, "InputError", "input", 2],
    [AuthError, "AuthError", "auth", 30],
    [StateError, "StateError", "state", 10],
    [RuntimeError, "RuntimeError", "runtime", 70],
    [InternalError, "InternalError", "internal", 70],
  ] as const)("%o has its name, category and exit code", (Class, name, category, exitCode) => {
    const error = new Class({ code: "E1", message: "It broke." });
    expect(error).toMatchObject({
      name,
      category,
      exitCode,
      code: "E1",
      message: "It broke.",
      isRetryable: false,
    });
    expect(error.stack).toMatch(new RegExp(`^${name}: It broke\\.\\n`));
    expect([error instanceof Class, error instanceof SiloError, error instanceof Error]).toEqual([
      true,
      true,
      true,
    ]);
    expect(isCodedError(error)).toBe(true);
    expect(Object.keys(error)).toEqual(["code", "category", "isRetryable", "exitCode"]);
  });

  it("tells its classes apart", () => {
    const error: unknown = new InputError({ code: "E1", message: "x" });
    expect([error instanceof StateError, error instanceof InputError]).toEqual([false, true]);
    const plain: unknown = new SiloError({ code: "E1", message: "x", category: "input" });
    expect([plain instanceof InputError, plain instanceof SiloError]).toEqual([false, true]);
  });

  it("takes an exit code from the table, and no other", () => {
    const options = { code: "E1", message: "x" };
    expect(new RuntimeError({ ...options, exitCode: exitCodes.rate_limited }).exitCode).toBe(20);
    for (const exitCode of [0, 1, 256, 1.5, "2"]) {
      expect(new RuntimeError({ ...options, exitCode } as unknown as CodedErrorOptions).exitCode).toBe(70);
    }
  });

  it("lets others derive from it", () => {
    class QuotaError extends RuntimeError {
      override name = "QuotaError";
    }
    const error: unknown = new QuotaError({ code: "quota", message: "Used up." });
    expect(error).toMatchObject({ name: "QuotaError", category: "runtime" });
    expect([error instanceof QuotaError, error instanceof RuntimeError, error instanceof SiloError]).toEqual([
      true,
      true,
      true,
    ]);
    expect(new RuntimeError({ code: "quota", message: "x" }) instanceof QuotaError).toBe(false);
    expect(isCodedError(error)).toBe(true);
  });

  it("keeps details and suggestion from being changed, and drops undefined details", () => {
    const error = new InputError({
      code: "E1",
      message: "x",
      details: { a: 1, b: undefined },
      suggestion: { action: "fix", fix: "y" },
    });
    expect(error.details).toEqual({ a: 1 });
    expect(Object.keys(error.details!)).toEqual(["a"]);
    expect([Object.isFrozen(error.details), Object.isFrozen(error.suggestion)]).toEqual([true, true]);
  });

  it("has no cause unless it is given one", () => {
    expect(Object.hasOwn(new InputError({ code: "E1", message: "x", cause: undefined }), "cause")).toBe(
      false,
    );
    expect(new InputError({ code: "E1", message: "x", cause: "y" }).cause).toBe("y");
  });
});

describe("toJSON", () => {
  it("is the wire form of contract E4, in its order", () => {
    const error = new InputError({
      message: "Missing required argument: name",
      code: "E1001",
      suggestion: { action: "fix", fix: "Provide the 'name' argument", example: "mytool greet Alice" },
    });
    expect(JSON.stringify(error, null, 1)).toBe(
      JSON.stringify(
        {
          code: "E1001",
          category: "input",
          message: "Missing required argument: name",
          is_retryable: false,
          suggestion: { action: "fix", fix: "Provide the 'name' argument", example: "mytool greet Alice" },
        },
        null,
        1,
      ),
    );
  });

  it("holds only JSON, whatever the details hold", () => {
    const details: Record<string, unknown> = { big: 10n, at: new Date(0), not: NaN };
    details["self"] = details;
    const error = new RuntimeError({
      code: "x",
      message: "y",
      details,
      exitCode: 75,
      cause: new TypeError("z", { cause: "deep" }),
    });
    expect(error.toJSON()).toEqual({
      code: "x",
      category: "runtime",
      message: "y",
      is_retryable: false,
      details: {
        big: "[bigint 10]",
        at: "1970-01-01T00:00:00.000Z",
        not: "[NaN]",
        self: expect.any(Object) as unknown,
      },
      exit_code: 75,
      cause: { name: "TypeError", message: "z", cause: { message: "deep" } },
    });
    expect(() => JSON.stringify(error)).not.toThrow();
  });
});

describe("causes on the wire", () => {
  interface WireCause {
    message: string;
    cause?: WireCause;
  }
  function chainOf(cause: unknown): string[] {
    const messages: string[] = [];
    const { cause: outer } = new InputError({ code: "x", message: "y", cause }).toJSON();
    for (let at = outer as WireCause | undefined; at; at = at.cause) messages.push(at.message);
    return messages;
  }

  it("end where a chain leads back to itself", () => {
    const first = new Error("first");
    first.cause = new Error("second", { cause: first });
    expect(chainOf(first)).toEqual(["first", "second"]);
    const own = new Error("own");
    own.cause = own;
    expect(chainOf(own)).toEqual(["own"]);
  });

  it("are at most sixteen, the outermost, each bounded", () => {
    let cause: unknown;
    for (let index = 99; index >= 0; index -= 1) cause = new Error(`${index}`, { cause });
    expect(chainOf(cause)).toEqual(Array.from({ length: 16 }, (_, index) => `${index}`));
    expect(chainOf(new Error("x".repeat(1_000_000)))[0]).toHaveLength(8192);
  });

  it("carry their code, and never a stack", () => {
    const cause = Object.assign(new TypeError("no such file"), { code: "ENOENT" });
    const wire = new RuntimeError({ code: "x", message: "y", cause }).toJSON();
    expect(wire.cause).toEqual({ name: "TypeError", message: "no such file", code: "ENOENT" });
    expect(JSON.stringify(wire)).not.toContain("    at ");
  });
});

describe("look-alikes", () => {
  const mark = Symbol.for("@silo/errors/kinds");
  const real = new StateError({ code: "task_not_found", message: "x" });
  it.each([
    [
      "a plain object",
      { ...real, name: "StateError", message: "x", code: "task_not_found", category: "state" },
    ],
    ["its wire form", real.toJSON()],
    ["an Error with its fields", Object.assign(new Error("x"), real)],
    ["a clone", structuredClone(real)],
    ["something that inherits from it", Object.create(real) as unknown],
    ["something with its prototype", Object.create(StateError.prototype) as unknown],
    ["a proxy around it", new Proxy(real, {})],
    ["an Error that is given the mark", Object.assign(new Error("x"), { code: "x", [mark]: ["SiloError"] })],
    [
      "a plain object that says it is an Error",
      Object.defineProperty({ [Symbol.toStringTag]: "Error", code: "x" }, mark, { value: ["SiloError"] }),
    ],
    ["null", null],
    ["text", "task_not_found"],
  ])("refuses %s", (_what, value) => {
    expect(isCodedError(value)).toBe(false);
    expect((value as unknown) instanceof SiloError).toBe(false);
  });
});
