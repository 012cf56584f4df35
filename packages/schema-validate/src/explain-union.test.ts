import { describe, expect, test } from "vitest";
import { say } from "./testing/say.js";

const text = { type: "string" };
const integer = { type: "integer" };

describe("unions", () => {
  const page = {
    type: "object",
    properties: { kind: { const: "page" }, page: text },
    required: ["kind", "page"],
    additionalProperties: false,
  };
  const link = {
    type: "object",
    properties: { kind: { const: "link" }, url: text },
    required: ["kind", "url"],
    additionalProperties: false,
  };
  const union = { a: { oneOf: [page, link] } };

  test("with a tag report the branch that the tag chooses", () => {
    expect(say(union, { a: { kind: "link", page: "x" } })).toBe(
      '"a.url" is required; "a.page" is not a parameter; expected one of: kind, url',
    );
  });

  test("with a tag of an unknown value list those there are", () => {
    expect(say(union, { a: { kind: "pagee", page: "x" } })).toBe(
      '"a.kind" must be one of "page", "link", received string "pagee" (did you mean "page"?)',
    );
  });

  test("without their tag ask for it", () => {
    expect(say(union, { a: { page: "x" } })).toBe('"a.kind" is required (one of "page", "link")');
  });

  test("of nullable values name both types", () => {
    expect(say({ a: { anyOf: [{ type: "boolean" }, { type: "null" }] } }, { a: "yes" })).toBe(
      '"a" must be a boolean or null, received string "yes"',
    );
  });

  test("of constants read as a list of values", () => {
    expect(say({ a: { anyOf: [{ const: "x" }, { const: "y" }] } }, { a: "z" })).toBe(
      '"a" must be one of "x", "y", received string "z"',
    );
  });

  test("without a tag take the nearest branch, and say so", () => {
    const branches = [
      {
        type: "object",
        properties: { x: integer, y: integer },
        required: ["x", "y"],
        additionalProperties: false,
      },
      { type: "object", properties: { name: text }, required: ["name"], additionalProperties: false },
    ];
    expect(say({ at: { anyOf: branches } }, { at: { x: 1 } })).toBe(
      '"at.y" is required (integer) (in the nearest of 2 accepted forms)',
    );
  });

  test("ignore a branch that accepts nothing", () => {
    expect(say({ a: { anyOf: [{ not: {} }, integer] } }, { a: "7" })).toBe(
      '"a" must be an integer, received string "7" (send 7 without quotes)',
    );
  });
});
