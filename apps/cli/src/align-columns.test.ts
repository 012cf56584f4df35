import { expect, it } from "vitest";
import { alignColumns } from "./align-columns.js";

it("makes columns as wide as their widest cell, whatever colours take", () => {
  const paint = (text: string): string => `\u001b[32m${text}\u001b[39m`;
  expect(
    alignColumns([
      [{ text: "a" }, { text: "long", paint }, { text: "x" }],
      [{ text: "bcd" }, { text: "s" }, { text: "" }],
    ]),
  ).toEqual(["a    \u001b[32mlong\u001b[39m  x", "bcd  s"]);
  expect(alignColumns([])).toEqual([]);
});
