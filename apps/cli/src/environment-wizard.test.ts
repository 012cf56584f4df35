import { expect, it } from "vitest";
import { freeName } from "./environment-wizard.js";

it("suggests a name that is free, in whatever case the others are", () => {
  expect(freeName("demo", [])).toBe("demo");
  expect(freeName("demo", ["Demo"])).toBe("demo-2");
  expect(freeName("demo", ["demo", "DEMO-2", "demo-4"])).toBe("demo-3");
});
