import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, manifest, type EnvironmentProject } from "../test/environment-project.js";
import { listJsonFiles, readJsonFile, readManifest, resolveEntrypoint } from "./environment-files.js";

let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
});
afterEach(() => project.remove());

function codeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return isSiloError(error) ? error.code : error;
  }
}

describe("readManifest", () => {
  it.each<[string, string | object | undefined, string]>([
    ["is missing", undefined, "environment_load_failed"],
    ["is no JSON", "{", "invalid_json"],
    ["lacks a field", { ...manifest, entrypoint: undefined }, "environment_load_failed"],
    ["has a field that there is not", { ...manifest, entryPoint: "x" }, "environment_load_failed"],
    ["has a field of another type", { ...manifest, tools: "none" }, "environment_load_failed"],
    ["is null", "null", "environment_load_failed"],
  ])("refuses one that %s", (_name, content, code) => {
    project.write({ "silo.environment.json": content });
    expect(codeOf(() => readManifest(project.environment))).toBe(code);
  });

  it("reads one with all that it may hold, after a byte order mark", () => {
    const full = { $schema: "x", ...manifest, grants: ["fs:write"] };
    project.write({ "silo.environment.json": `\uFEFF${JSON.stringify(full)}` });
    expect(readManifest(project.environment)).toEqual(full);
  });
});

describe("resolveEntrypoint", () => {
  it.each(["./index.ts", "index.ts", "./src/../index.ts", "..dots/index.ts"])("%s", (entrypoint) => {
    project.write({ "..dots/index.ts": "" });
    const file = resolveEntrypoint(project.environment, { ...manifest, entrypoint });
    expect(file).toBe(join(project.environment, entrypoint));
  });

  it.each<[string, string]>([
    ["../index.ts", "entrypoint_outside_environment"],
    ["..", "entrypoint_outside_environment"],
    [".", "entrypoint_outside_environment"],
    ["./a/../../demo2/index.ts", "entrypoint_outside_environment"],
    ["/etc/passwd", "entrypoint_outside_environment"],
    ["./linked.ts", "entrypoint_outside_environment"],
    ["./linked/index.ts", "entrypoint_outside_environment"],
    ["./none.ts", "environment_load_failed"],
    ["./dangling.ts", "environment_load_failed"],
  ])("refuses %s", (entrypoint, code) => {
    writeFileSync(join(project.folder, "index.ts"), "");
    mkdirSync(join(project.environment, "..", "demo2"));
    writeFileSync(join(project.environment, "..", "demo2", "index.ts"), "");
    symlinkSync(join(project.folder, "index.ts"), join(project.environment, "linked.ts"));
    symlinkSync(project.folder, join(project.environment, "linked"));
    symlinkSync("/nowhere/at/all", join(project.environment, "dangling.ts"));
    expect(codeOf(() => resolveEntrypoint(project.environment, { ...manifest, entrypoint }))).toBe(code);
  });

  it("follows links that stay inside, also where the environment itself is one", () => {
    symlinkSync(join(project.environment, "index.ts"), join(project.environment, "inside.ts"));
    const link = join(project.environment, "..", "other");
    symlinkSync(project.environment, link);
    expect(resolveEntrypoint(link, { ...manifest, entrypoint: "./inside.ts" })).toBe(join(link, "inside.ts"));
  });
});

describe("JSON files", () => {
  it("are listed by name; a folder of that name is none", () => {
    mkdirSync(join(project.environment, "data", "x.json"));
    project.write({ "data/b.json": "", "data/a.json": "", "data/c.txt": "" });
    expect(listJsonFiles(join(project.environment, "data"))).toEqual(["a", "b", "start"]);
  });

  it("that cannot be read are a coded error", () => {
    rmSync(join(project.environment, "index.ts"));
    mkdirSync(join(project.environment, "index.ts"));
    expect(codeOf(() => readJsonFile(join(project.environment, "index.ts"), "x"))).toBe("file_access_denied");
    expect(codeOf(() => readJsonFile(join(project.environment, "none.json"), "x"))).toBe(
      "file_access_denied",
    );
  });
});
