import { describe, expect, it } from "vitest";
import { deepFreeze } from "./deep-freeze.js";

describe("deepFreeze", () => {
  it("freezes all that a value holds, in place, cycles and contents of a Map or a Set included", () => {
    const inMap = { n: 1 };
    const key = { n: 1 };
    const inSet = { n: 1 };
    const value = {
      list: [{ n: 1 }],
      map: new Map([[key, inMap]]),
      set: new Set([inSet]),
      self: undefined as unknown,
    };
    value.self = value;
    expect(deepFreeze(value)).toBe(value);
    const all = [value, value.list, value.list[0], value.map, key, inMap, inSet];
    expect(all.map((item) => Object.isFrozen(item))).toEqual(all.map(() => true));
  });

  it("looks into what is frozen already", () => {
    const value = Object.freeze({ inner: { n: 1 } });
    expect(Object.isFrozen(deepFreeze(value).inner)).toBe(true);
  });

  it.each([
    [null],
    [undefined],
    [1],
    ["a"],
    [Symbol.iterator],
    [new Uint8Array(4)],
    [new DataView(new ArrayBuffer(1))],
  ])("leaves %o as it is", (value) => {
    expect(deepFreeze(value)).toBe(value);
  });
});
