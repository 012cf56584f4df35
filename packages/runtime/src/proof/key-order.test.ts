import { frozenJson } from "@silo/artifacts";
import { describe, expect, it } from "vitest";
import { withKeyOrder } from "./key-order.js";

const keysOf = (value: unknown): string => JSON.stringify(value);

describe("withKeyOrder", () => {
  const state = { a: 1, b: { c: [{ x: 1, y: 2 }], d: new Set([{ p: 1, q: 2 }]) }, e: null };

  it("reverses keys at every depth, and nothing else", () => {
    const reversed = withKeyOrder(state, "reversed");
    expect(reversed).toEqual(state);
    expect(keysOf(reversed)).toBe('{"e":null,"b":{"d":{},"c":[{"y":2,"x":1}]},"a":1}');
    const [item] = (reversed as typeof state).b.d;
    expect(keysOf(item)).toBe('{"q":2,"p":1}');
  });

  it("gives one order for one number, and several for several", () => {
    const orders = [1, 2, 3, 4, 5].map((seed) => keysOf(withKeyOrder(state, seed)));
    expect([1, 2, 3, 4, 5].map((seed) => keysOf(withKeyOrder(state, seed)))).toEqual(orders);
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  it("keeps Maps, dates and keys that are special", () => {
    const map = new Map([["b", { y: 1, x: 2 }]]);
    const given = JSON.parse('{"__proto__":{"a":1,"b":2}}') as object;
    const copy = withKeyOrder({ map, day: new Date(0), given }, "reversed") as Record<string, unknown>;
    expect(copy).toEqual({ map, day: new Date(0), given });
    expect(Object.keys(copy["given"] as object)).toEqual(["__proto__"]);
  });

  it("gives a frozen state the same orders as a plain one, and the record of two worlds one copy", () => {
    const plain = { orders: { A: { b: 1, a: { d: 1, c: 2 } }, B: { y: 1, x: 2 } } };
    const frozen = frozenJson(plain);
    const next = frozenJson({ orders: { ...plain.orders, B: { y: 2, x: 2 } } }, frozen);
    for (const order of ["reversed", 3] as const) {
      const copy = withKeyOrder(frozen, order) as typeof plain;
      expect(JSON.stringify(copy)).toBe(JSON.stringify(withKeyOrder(plain, order)));
      const other = withKeyOrder(next, order) as typeof plain;
      expect(other.orders.A).toBe(copy.orders.A);
      expect(other.orders.B).not.toBe(copy.orders.B);
    }
  });
});
