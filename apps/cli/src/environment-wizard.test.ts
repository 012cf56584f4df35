import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Silo } from "@silo/scaffold";
import { expect, it, onTestFinished } from "vitest";
import { askForEnvironment, freeName, problemWith } from "./environment-wizard.js";

it("suggests a name that is free, in whatever case the others are", () => {
  expect(freeName("demo", [])).toBe("demo");
  expect(freeName("demo", ["Demo"])).toBe("demo-2");
  expect(freeName("demo", ["demo", "DEMO-2", "demo-4"])).toBe("demo-3");
});

it("says at once of a name that is unsafe or taken what is wrong, and of no other", () => {
  const folder = mkdtempSync(join(tmpdir(), "silo-wizard-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { environments } = Silo.open({ cwd: folder });
  environments.create({ name: "demo" });
  expect(problemWith("shop", environments)).toBeUndefined();
  expect(problemWith("DEMO", environments)).toBe('"DEMO" is there already; DEMO-2 is free');
  expect(problemWith("../up", environments)).toBe(
    '"../up" cannot be the name of an environment: it holds a path separator and would leave its folder.',
  );
  expect(problemWith("", environments)).toBe('"" cannot be the name of an environment: it is empty.');
});

it("asks nothing where a flag names a template that there is not", async () => {
  const { environments } = Silo.open({ cwd: tmpdir() });
  const asked = askForEnvironment({ template: "nope", templates: {}, environments });
  await expect(asked).rejects.toMatchObject({ code: "template_not_found" });
});
