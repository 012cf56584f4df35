import { expect, it } from "vitest";
import { dropUndefined } from "./drop-undefined.js";

it("keeps every field that has a value, and only those", () => {
  const kept = dropUndefined({ a: 0, b: undefined, c: null, d: "", e: false });
  expect(Object.keys(kept)).toEqual(["a", "c", "d", "e"]);
});

it("takes a field named __proto__ for a field", () => {
  const kept = dropUndefined(JSON.parse('{"__proto__":{"polluted":true}}') as object);
  expect(Object.keys(kept)).toEqual(["__proto__"]);
  expect((kept as { polluted?: boolean }).polluted).toBeUndefined();
});
