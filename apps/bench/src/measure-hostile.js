import assert from "node:assert/strict";
import { compileSchema } from "@silo/schema-validate";
import { measureGroup } from "./rounds.js";

/**
 * Values and schemas that are meant to hang a validator, or to be let through: each is answered, in bounded time.
 * @param {import("./rounds.js").Effort} effort
 * @returns {Promise<import("./rounds.js").Row[]>}
 */
export function measureHostile(effort) {
  const items = Array.from({ length: 1_000_000 }, () => 1);
  const text = JSON.stringify(items);
  const wrongItems = compile({ type: "array", items: { type: "string" } });
  const tree = compile({ type: "object", properties: { next: { $ref: "#" } } });
  const open = compile({ type: "object", additionalProperties: { type: "string" } });
  const pattern = compile({ type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } });
  const deep = nested(10_000);
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_item, index) => [`key${index}`, 1]));
  const backtracking = { a: `${"a".repeat(50_000)}!` };
  /** @type {Record<string, unknown>} */
  const cycle = {};
  cycle.next = cycle;
  for (const [schema, value] of /** @type {const} */ ([
    [wrongItems, items],
    [tree, deep],
    [open, keys],
    [pattern, backtracking],
    [tree, cycle],
  ])) {
    assert.ok(schema.check(value).length > 0);
  }
  return measureGroup("hostile arguments", effort, [
    { name: "JSON.parse of a million items", run: () => JSON.parse(text) },
    { name: "a million items, each wrong", run: () => wrongItems.check(items) },
    { name: "10,000 levels", run: () => tree.check(deep) },
    { name: "100,000 keys", run: () => open.check(keys) },
    { name: "a pattern that backtracks", run: () => pattern.check(backtracking) },
    { name: "a value that contains itself", run: () => tree.check(cycle) },
    { name: "a schema with $async, refused", run: () => refused({ $async: true, type: "object" }) },
    {
      name: "a reference to #/$defs/toString, refused",
      run: () => refused({ type: "object", $defs: {}, properties: { a: { $ref: "#/$defs/toString" } } }),
    },
  ]);
}

/** @param {import("@silo/schema-validate").JsonSchemaObject} schema */
function compile(schema) {
  return compileSchema(schema, { purpose: "data", origin: "foreign" });
}

/** @param {import("@silo/schema-validate").JsonSchemaObject} schema */
function refused(schema) {
  try {
    compileSchema(schema, { purpose: "input" });
  } catch (error) {
    return error;
  }
  throw new Error("It was accepted.");
}

/** @param {number} levels */
function nested(levels) {
  /** @type {Record<string, unknown>} */
  let value = {};
  for (let level = 0; level < levels; level += 1) value = { next: value };
  return value;
}
