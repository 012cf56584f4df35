import { frozenJson } from "@silo/artifacts";
import { expect, it } from "vitest";
import { worldHash } from "./world-hash.js";

const world = { now: "today", orders: { b: { n: [1, { z: 1, a: null }] }, a: { n: [] } }, list: [{ id: 1 }] };

it("is the same for a state and for its frozen copy, twice, whatever the order of keys", () => {
  const hash = worldHash(world);
  const copy = frozenJson(world);
  expect([worldHash(copy), worldHash(copy)]).toEqual([hash, hash]);
  const { a, b } = world.orders;
  expect(worldHash(frozenJson({ list: world.list, orders: { a, b }, now: "today" }))).toBe(hash);
});

it("tells worlds apart that share most of what they hold", () => {
  const copy = frozenJson(world);
  const other = frozenJson({ ...world, orders: { ...world.orders, a: { n: [0] } } }, copy);
  expect(worldHash(other)).not.toBe(worldHash(copy));
});
