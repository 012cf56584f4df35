import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { hostileValues } from "../test/hostile-values.js";
import { errorEnvelope, successEnvelope } from "./envelope.js";
import { explainedCodes, explanationOf } from "./explain/explain.js";
import { siloError, type SiloErrorCode } from "./silo-codes.js";
import { AuthError, InputError } from "./silo-error.js";

const schema = JSON.parse(
  readFileSync(new URL("../envelope.schema.json", import.meta.url), "utf8"),
) as object;
const isEnvelope = new Ajv2020({ strict: true, strictRequired: false }).compile(schema);
const meta = { tool: "mytool.greet", version: "1.0.0", duration_ms: 1 };

function check(envelope: unknown): void {
  expect(isEnvelope(JSON.parse(JSON.stringify(envelope))), JSON.stringify(isEnvelope.errors)).toBe(true);
}

describe("the envelope", () => {
  it("is the published one, member by member (contract E6)", () => {
    const error = new InputError({
      code: "E1001",
      message: "Missing required argument: name",
      suggestion: { action: "fix", fix: "Provide the 'name' argument", example: "mytool greet Alice" },
    });
    const sample = `{
  "ok": false,
  "error": {
    "code": "E1001",
    "category": "input",
    "message": "Missing required argument: name",
    "is_retryable": false,
    "suggestion": {
      "action": "fix",
      "fix": "Provide the 'name' argument",
      "example": "mytool greet Alice"
    }
  },
  "meta": { "tool": "mytool.greet", "version": "1.0.0", "duration_ms": 1 }
}`;
    expect(JSON.stringify(errorEnvelope(error, meta))).toBe(JSON.stringify(JSON.parse(sample)));
    check(errorEnvelope(error, meta));
  });

  it("carries a result", () => {
    expect(JSON.stringify(successEnvelope({ greeting: "Hi" }, meta))).toBe(
      '{"ok":true,"result":{"greeting":"Hi"},"meta":{"tool":"mytool.greet","version":"1.0.0","duration_ms":1}}',
    );
    check(successEnvelope(null, meta));
  });

  it("fits its schema for every code, and for whatever else is thrown", () => {
    for (const code of explainedCodes) {
      const explained = explanationOf(code);
      if (explained?.vocabulary !== "silo") continue;
      const parameters = explained.example.parameters as { file: string };
      check(
        errorEnvelope(
          siloError(code as SiloErrorCode as "agent_not_found", parameters, {
            cause: new Error("x", { cause: "y" }),
          }),
          meta,
        ),
      );
    }
    check(errorEnvelope(new AuthError({ code: "x", message: "y", exitCode: 40 }), meta));
    for (const value of hostileValues()) check(errorEnvelope(value, meta));
  });

  it.each([
    [{ ok: true, meta }],
    [{ ok: true, result: 1 }],
    [{ ok: false, meta }],
    [
      {
        ok: true,
        result: 1,
        error: { code: "x", category: "input", message: "y", is_retryable: false },
        meta,
      },
    ],
    [{ ok: false, error: { code: "x", category: "INPUT", message: "y", is_retryable: false }, meta }],
    [{ ok: false, error: { code: "x", category: "input", message: "y" }, meta }],
    [
      {
        ok: false,
        error: { code: "x", category: "input", message: "y", is_retryable: false, exit_code: 1 },
        meta,
      },
    ],
    [
      {
        ok: false,
        error: { code: "x", category: "input", message: "y", is_retryable: false, suggestion: { fix: "z" } },
        meta,
      },
    ],
    [{ ok: true, result: 1, meta: { ...meta, duration_ms: 0.5 } }],
  ])("has a schema that refuses %j", (value) => {
    expect(isEnvelope(value)).toBe(false);
  });
});
