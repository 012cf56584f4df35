import { expect, it } from "vitest";
import * as root from "./index.js";

it("exports what is published, by name", () => {
  expect(Object.keys(root).sort()).toEqual([
    "called",
    "calledBefore",
    "changed",
    "check",
    "deepFreeze",
    "defineVerifier",
    "grade",
    "mentions",
    "neverCalled",
    "numberIn",
    "numbersIn",
    "onlyChanged",
    "optional",
    "otherChanges",
    "verifierProblems",
  ]);
});
