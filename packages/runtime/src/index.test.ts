import { expect, it } from "vitest";
import * as runtime from "./index.js";

it("exports what a template and a host need by name, and nothing else", () => {
  expect(Object.keys(runtime).sort()).toEqual([
    "check",
    "collectDefinitionFaults",
    "createRuntime",
    "defaultLimits",
    "defineTool",
    "defineVerifier",
    "isInstalled",
    "limitNames",
    "loadAgent",
    "loadEnvironment",
    "optional",
    "runTask",
    "s",
    "toolError",
    "toolsFor",
  ]);
});
