import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anything, hostileValues, unsafeCharacters } from "../test/hostile-values.js";
import { siloError } from "./silo-codes.js";
import {
  InputInvalidError,
  InvalidDefinitionError,
  OutputInvalidError,
  PermissionDeniedError,
  SchemaError,
  ToolError,
  toolError,
  ToolNotFoundError,
} from "./tool-error.js";
import { toToolErrorValue } from "./tool-error-value.js";

const tool = "close_ticket";

describe("errors made for the caller", () => {
  it.each([
    [toolError("invalid_state", "Ticket T-1 is closed, not open."), "invalid_state"],
    [toolError("out_of_stock", "Only 3 are left."), "out_of_stock"],
    [
      new InputInvalidError({ tool, message: 'Invalid arguments for "close_ticket": "id" is required.' }),
      "invalid_input",
    ],
    [new ToolNotFoundError("close_tickt", { available: [tool], nearest: [tool] }), "tool_not_found"],
    [new PermissionDeniedError(tool, "tickets:write"), "not_allowed"],
  ])("%s becomes %s, with its own message and no fault", (thrown, code) => {
    expect(toToolErrorValue(thrown, { tool })).toEqual({ value: { code, message: thrown.message } });
  });
});

describe("faults of the tool", () => {
  const secret = "the password is swordfish";
  it.each([
    [new OutputInvalidError({ tool, message: secret }), "output_invalid", "OUTPUT_INVALID"],
    [new SchemaError("user.password", secret), "internal_error", "SCHEMA_INVALID"],
    [
      new InvalidDefinitionError({ tool, findings: [{ message: secret }] }),
      "internal_error",
      "INVALID_DEFINITION",
    ],
    [new TypeError(secret), "internal_error", "internal_error"],
    [siloError("agent_not_found", { file: secret }), "internal_error", "internal_error"],
    [secret, "internal_error", "internal_error"],
    [{ code: "not_found", message: secret }, "internal_error", "internal_error"],
    [new ToolError("", secret), "internal_error", "internal_error"],
  ])("%s tells the agent %s and no more; the author gets all", (thrown, code, faultCode) => {
    const { value, fault } = toToolErrorValue(thrown, { tool });
    expect(value.code).toBe(code);
    expect(value.message).toContain("This is a fault in the tool, not in how it was called.");
    expect(value.message).toContain(tool);
    expect(JSON.stringify(value)).not.toContain("swordfish");
    expect(fault?.code).toBe(faultCode);
    expect(fault?.message).toContain("swordfish");
  });

  it("keeps the stack and the causes for the author", () => {
    const thrown = new Error("outer", { cause: new RangeError("inner") });
    const { fault } = toToolErrorValue(thrown, { tool });
    expect(fault?.stack).toMatch(/^Error: outer\n {4}at [^]*\ncaused by: RangeError: inner\n/);
  });
});

describe("whatever is thrown", () => {
  function checkInvariants(thrown: unknown): void {
    const caught = toToolErrorValue(thrown, { tool });
    const { code, message } = caught.value;
    expect(unsafeCharacters(code)).toEqual([]);
    expect(unsafeCharacters(message.replace(/[\n\t]/g, ""))).toEqual([]);
    expect(code.length).toBeLessThanOrEqual(100);
    expect(code.length).toBeGreaterThan(0);
    expect(message.length).toBeLessThanOrEqual(8192);
    expect(JSON.parse(JSON.stringify(caught))).toEqual(caught);
    expect(JSON.stringify(caught).length).toBeLessThan(600_000);
  }

  it.each(hostileValues().map((value, index) => [index, value] as const))(
    "hostile value %i",
    (_index, value) => {
      checkInvariants(value);
      checkInvariants(toolError(value as string, value as string));
      checkInvariants(new Error("around", { cause: value }));
    },
  );

  it("is answered with a safe and bounded value", () => {
    fc.assert(fc.property(anything, checkInvariants));
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary", maxLength: 20_000 }),
        (code, message) => {
          checkInvariants(toolError(code, message));
        },
      ),
    );
  });

  it("reaches the agent as it is where it is harmless", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 }), (text) => {
        expect(toToolErrorValue(toolError(text, text), { tool })).toEqual({
          value: { code: text, message: text },
        });
      }),
    );
  });
});
