import { expect, it } from "vitest";
import * as runtime from "./index.js";

it("exports what a template and a host need by name, and nothing else", () => {
  expect(Object.keys(runtime).sort()).toEqual([
    "called",
    "calledBefore",
    "changed",
    "check",
    "createRuntime",
    "defineTool",
    "defineVerifier",
    "inspectAgent",
    "inspectEnvironment",
    "isInstalled",
    "loadAgent",
    "loadEnvironment",
    "mentions",
    "neverCalled",
    "numberIn",
    "numbersIn",
    "onlyChanged",
    "openProofSource",
    "optional",
    "otherChanges",
    "readRecordedRun",
    "replayRun",
    "resolveModule",
    "runSeries",
    "runTask",
    "s",
    "toolError",
    "toolsFor",
  ]);
});
