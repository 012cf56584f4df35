import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestSchema } from "@silo/artifacts";
import { isSiloError } from "@silo/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, treeOf, type EnvironmentProject } from "../test/environment-project.js";
import { createEnvironment, type CreateEnvironmentOptions } from "./create-environment.js";
import { templateFolder, templates } from "./template-catalogue.js";
import { version } from "./version.js";

let project: EnvironmentProject;
let environments: string;

beforeEach(() => {
  project = makeEnvironment();
  rmSync(join(project.folder, ".silo"), { recursive: true });
  environments = join(project.folder, ".silo", "environments");
});
afterEach(() => project.remove());

function codeOf(options: CreateEnvironmentOptions, folder = project.folder): unknown {
  try {
    createEnvironment(folder, options);
  } catch (error) {
    return isSiloError(error) ? error.code : error;
  }
  return undefined;
}

describe("createEnvironment", () => {
  it.each(Object.keys(templates))("makes one from the template %s, whole", (template) => {
    const folder = createEnvironment(project.folder, {
      name: "sales",
      template,
      tools: ["email", "calendar"],
    });
    expect(folder).toBe(join(environments, "sales"));
    expect(treeOf(folder)).toEqual([...treeOf(templateFolder(template)), "silo.environment.json"].sort());
    const text = readFileSync(join(folder, "silo.environment.json"), "utf8");
    const manifest = manifestSchema.parse(JSON.parse(text));
    expect(manifest).toEqual({
      $schema: "../../schemas/manifest.schema.json",
      name: "sales",
      template,
      templateVersion: version,
      entrypoint: "./index.ts",
      tools: ["email", "calendar"],
    });
    expect(Object.keys(manifest)).toEqual([
      ...["$schema", "name", "template", "templateVersion", "entrypoint", "tools"],
    ]);
    const taskFile = join(folder, "tasks", "TASK-001.json");
    const { $schema } = JSON.parse(readFileSync(taskFile, "utf8")) as { $schema: string };
    // An editor finds it from where the file lies.
    const schema = JSON.parse(readFileSync(join(taskFile, "..", $schema), "utf8")) as object;
    expect(schema).toMatchObject({ $id: "urn:silo:task:1" });
    expect(treeOf(environments).filter((path) => path.startsWith("."))).toEqual([]);
    expect(readFileSync(join(project.folder, ".silo", ".gitignore"), "utf8")).toBe(
      "runs/\nconversations/\ncache/\n",
    );
  });

  it("takes the template blank where none is named", () => {
    createEnvironment(project.folder, { name: "demo" });
    expect(readFileSync(join(environments, "demo", "silo.environment.json"), "utf8")).toContain(
      '"template": "blank"',
    );
  });

  it("leaves the author's files as they are", () => {
    writeFileSync(join(project.folder, "package.json"), "{ mine }");
    mkdirSync(join(project.folder, ".silo"));
    writeFileSync(join(project.folder, ".silo", "tsconfig.json"), "// mine");
    writeFileSync(join(project.folder, ".silo", ".gitignore"), "mine");
    createEnvironment(project.folder, { name: "one" });
    writeFileSync(join(environments, "one", "index.ts"), "// mine too");
    createEnvironment(project.folder, { name: "two" });
    const read = (path: string): string => readFileSync(join(project.folder, path), "utf8");
    expect([read("package.json"), read(".silo/tsconfig.json"), read(".silo/.gitignore")]).toEqual([
      "{ mine }",
      "// mine",
      "mine",
    ]);
    expect(read(".silo/environments/one/index.ts")).toBe("// mine too");
  });
});

describe("createEnvironment changes nothing, where", () => {
  it.each<[string, (folder: string) => void, CreateEnvironmentOptions, string]>([
    ["the name is unsafe", () => undefined, { name: "../up" }, "unsafe_name"],
    ["the name is missing", () => undefined, {} as CreateEnvironmentOptions, "unsafe_name"],
    ["there is no such template", () => undefined, { name: "demo", template: "crn" }, "template_not_found"],
    [
      "the template has the name of a prototype",
      () => undefined,
      { name: "demo", template: "constructor" },
      "template_not_found",
    ],
    [
      "the template is a path",
      () => undefined,
      { name: "demo", template: "../templates/blank" },
      "template_not_found",
    ],
    [
      "it is there",
      (folder) => createEnvironment(folder, { name: "demo" }),
      { name: "demo" },
      "environment_already_exists",
    ],
    [
      "its name in other case is there",
      (folder) => createEnvironment(folder, { name: "Demo" }),
      { name: "dEMO" },
      "environment_already_exists",
    ],
    [
      "an empty folder is there",
      (folder) => mkdirSync(join(folder, ".silo/environments/demo"), { recursive: true }),
      { name: "demo" },
      "environment_already_exists",
    ],
    [
      "a file is there",
      (folder) => {
        mkdirSync(join(folder, ".silo/environments"), { recursive: true });
        writeFileSync(join(folder, ".silo/environments/demo"), "x");
      },
      { name: "demo" },
      "environment_already_exists",
    ],
    [
      "a link to nowhere is there",
      (folder) => {
        mkdirSync(join(folder, ".silo/environments"), { recursive: true });
        symlinkSync("/nowhere/at/all", join(folder, ".silo/environments/demo"));
      },
      { name: "demo" },
      "environment_already_exists",
    ],
    [
      "environments is a file",
      (folder) => {
        mkdirSync(join(folder, ".silo"));
        writeFileSync(join(folder, ".silo/environments"), "x");
      },
      { name: "demo" },
      "storage_failed",
    ],
    [
      ".silo is a file",
      (folder) => writeFileSync(join(folder, ".silo"), "x"),
      { name: "demo" },
      "storage_failed",
    ],
    [
      ".silo is a link to nowhere",
      (folder) => symlinkSync("/nowhere/at/all", join(folder, ".silo")),
      { name: "demo" },
      "file_access_denied",
    ],
  ])("%s", (_name, prepare, options, code) => {
    prepare(project.folder);
    const before = project.tree();
    expect(codeOf(options)).toBe(code);
    expect(project.tree()).toEqual(before);
  });

  it("the project folder does not exist, or is a file", () => {
    writeFileSync(join(project.folder, "file"), "");
    const before = project.tree();
    expect(codeOf({ name: "demo" }, join(project.folder, "none"))).toBe("environment_not_found");
    expect(codeOf({ name: "demo" }, join(project.folder, "file"))).toBe("environment_not_found");
    expect(project.tree()).toEqual(before);
  });

  it("it breaks in the middle: what was made until then is taken away", () => {
    const before = project.tree();
    expect(codeOf({ name: "demo", tools: [1n as unknown as string] })).toBe("value_not_json");
    expect(project.tree()).toEqual(before);
    mkdirSync(environments, { recursive: true });
    const withFolder = project.tree();
    expect(codeOf({ name: "demo", tools: [1n as unknown as string] })).toBe("value_not_json");
    expect(project.tree()).toEqual(withFolder);
  });

  it("names both where two differ by case only", () => {
    createEnvironment(project.folder, { name: "Demo" });
    let thrown: unknown;
    try {
      createEnvironment(project.folder, { name: "demo" });
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown, "environment_already_exists") && thrown.details).toEqual({
      environment: "Demo",
      folder: environments,
    });
  });
});
