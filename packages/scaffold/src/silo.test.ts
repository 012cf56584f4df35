import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isSiloError } from "@silo/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, type EnvironmentProject } from "../test/environment-project.js";
import { Silo } from "./silo.js";

let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
});
afterEach(() => project.remove());

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

function notFound(name: string, cwd = project.folder): unknown {
  try {
    Silo.open({ cwd }).environments.open(name);
  } catch (error) {
    return isSiloError(error, "environment_not_found") ? error.details : error;
  }
  return undefined;
}

describe("Silo.open", () => {
  it("takes an absolute folder, a relative one, and the working directory", () => {
    expect(Silo.open({ cwd: project.folder }).cwd).toBe(project.folder);
    expect(Silo.open({ cwd: relative(process.cwd(), project.folder) }).cwd).toBe(project.folder);
    expect(Silo.open().cwd).toBe(process.cwd());
  });
});

describe("environments", () => {
  it("are the folders, in code-unit order, hidden ones and files left out", () => {
    const folder = join(project.environment, "..");
    for (const name of ["b", "B", ".hidden", "a-1"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, "notes.txt"), "");
    symlinkSync(project.environment, join(folder, "linked"));
    symlinkSync("/nowhere/at/all", join(folder, "dangling"));
    expect(Silo.open({ cwd: project.folder }).environments.list()).toEqual([
      "B",
      "a-1",
      "b",
      "demo",
      "linked",
    ]);
  });

  it.each<[string, (project: EnvironmentProject) => void]>([
    ["there is no .silo", ({ folder }) => rmSync(join(folder, ".silo"), { recursive: true })],
    [
      "environments is a file",
      ({ environment }) => {
        rmSync(join(environment, ".."), { recursive: true });
        writeFileSync(join(environment, ".."), "");
      },
    ],
    [
      "the project is empty",
      ({ folder }) => {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
      },
    ],
  ])("are none, where %s", (_name, change) => {
    change(project);
    expect(Silo.open({ cwd: project.folder }).environments.list()).toEqual([]);
    expect(notFound("demo")).toMatchObject({ environment: "demo", found: "the project has no environments" });
  });

  it("need no name where there is only one; where there are none or several, the error says which", () => {
    const { environments } = Silo.open({ cwd: project.folder });
    expect(environments.open().name).toBe("demo");
    environments.create({ name: "alpha" });
    expect(thrownBy(() => environments.open())).toMatchObject({
      code: "usage_error",
      message: "The project has 2 environments, so one must be named: alpha, demo.",
      suggestion: { example: "--env alpha" },
    });
    environments.remove("alpha");
    environments.remove("demo");
    expect(thrownBy(() => environments.open())).toMatchObject({
      code: "environment_not_found",
      details: { found: "none was named, and the project has no environments" },
    });
  });

  it("open by name, and know their folder", () => {
    const environment = Silo.open({ cwd: project.folder }).environments.open("demo");
    expect([environment.name, environment.folder]).toEqual(["demo", project.environment]);
    expect(environment.manifest()).toMatchObject({ name: "demo", entrypoint: "./index.ts" });
  });

  it.each([
    ["dmeo", 'it has demo (did you mean "demo"?)'],
    ["Demo", 'it has demo (did you mean "demo"?)'],
    ["something-else", "it has demo"],
    ["", "it has demo"],
    ["../environments/demo", "it has demo"],
    [".", "it has demo"],
    ["__proto__", "it has demo"],
  ])("that are not there are an error with what is: %j", (name, found) => {
    expect(notFound(name)).toEqual({
      environment: name,
      folder: project.folder,
      found: expect.stringContaining(found.split(" (")[0] ?? "") as unknown,
    });
    if (found.includes("did you mean")) expect(notFound(name)).toMatchObject({ found });
  });

  it("of a project that does not exist say so", () => {
    expect(notFound("demo", join(project.folder, "none"))).toMatchObject({
      found: "the project folder does not exist",
    });
    const { environments } = Silo.open({ cwd: join(project.folder, "none") });
    expect(() => environments.list()).toThrowError(
      expect.objectContaining({ code: "environment_not_found" }),
    );
    expect(() => environments.create({ name: "demo" })).toThrowError(
      expect.objectContaining({ code: "environment_not_found" }),
    );
  });

  it("that are made are opened", () => {
    const made = Silo.open({ cwd: project.folder }).environments.create({ name: "new" });
    expect(made.folder).toBe(join(project.environment, "..", "new"));
    expect(made.tasks.ids()).toEqual(["TASK-001"]);
  });

  it("need no name where there is only one", () => {
    const { environments } = Silo.open({ cwd: project.folder });
    expect(environments.open().name).toBe("demo");
    environments.create({ name: "other" });
    expect(() => environments.open()).toThrowError(
      expect.objectContaining({
        code: "usage_error",
        message: expect.stringContaining("demo, other") as unknown,
      }),
    );
    environments.remove("other");
    environments.remove("demo");
    expect(() => environments.open()).toThrowError(
      expect.objectContaining({ code: "environment_not_found" }),
    );
  });

  it("that are taken away are gone whole, and nothing else is", () => {
    const { environments } = Silo.open({ cwd: project.folder });
    environments.create({ name: "other" });
    const before = project.tree();
    environments.remove("other");
    expect(project.tree()).toEqual(before.filter((path) => !path.startsWith(".silo/environments/other")));
    expect(() => environments.remove("other")).toThrowError(
      expect.objectContaining({ code: "environment_not_found" }),
    );
    expect(() => environments.remove("../environments")).toThrowError(
      expect.objectContaining({ code: "environment_not_found" }),
    );
  });
});

describe("tools and verifiers", () => {
  it("are those that the module exports, and no others", async () => {
    const environment = Silo.open({ cwd: project.folder }).environments.open("demo");
    expect(await environment.tools.list()).toMatchObject([
      { name: "set_n", effect: "write", permissions: [] },
    ]);
    expect((await environment.tools.get("set_n")).inputSchema).toMatchObject({ required: ["n"] });
    expect(await environment.verifiers.list()).toEqual([{ id: "VER-1", taskId: "TASK-1", name: "n is 2" }]);
    expect((await environment.verifiers.get("VER-1")).name).toBe("n is 2");
    await expect(environment.tools.get("get_n")).rejects.toMatchObject({
      code: "tool_not_registered",
      details: { available: "set_n" },
    });
    await expect(environment.verifiers.get("VER-2")).rejects.toMatchObject({ code: "verifier_not_found" });
  });
});
