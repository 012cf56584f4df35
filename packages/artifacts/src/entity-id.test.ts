import { expect, it } from "vitest";
import { hasKeyAsId } from "./entity-id.js";

it.each([
  [{ id: "A" }, true],
  [{ order_id: "A", n: 1 }, true],
  [{ jobId: "A" }, true],
  [{ id: "B", order_id: "A" }, true],
  [{ id: "B" }, false],
  [{ name: "A" }, false],
  [{ paid: "A" }, false],
  [{ order_id: ["A"] }, false],
  [{}, false],
])("%j is stored under its id A: %s", (entity, holds) => {
  expect(hasKeyAsId(entity, "A")).toBe(holds);
});

it("reads an id that is a number", () => {
  expect(hasKeyAsId({ jobId: 7 }, "7")).toBe(true);
});
