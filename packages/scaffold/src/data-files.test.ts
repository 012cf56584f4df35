import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, type EnvironmentProject } from "../test/environment-project.js";
import { DataFiles } from "./data-files.js";

let project: EnvironmentProject;
let data: DataFiles;
let folder: string;
beforeEach(() => {
  project = makeEnvironment();
  folder = join(project.environment, "data");
  data = new DataFiles("demo", project.environment);
});
afterEach(() => project.remove());

function codeOf(work: () => unknown): string {
  try {
    work();
    return "none";
  } catch (error) {
    return isSiloError(error) ? error.code : String(error);
  }
}

describe("datasets", () => {
  it("are made, read, replaced and taken away, whatever JSON they are", () => {
    for (const [index, value] of [[], {}, [{ id: "A" }], "text", 1.5, null, true].entries()) {
      const name = `set-${index}`;
      data.add(name, value);
      expect(data.get(name)).toEqual(value);
      data.update(name, { other: value });
      expect(data.get(name)).toEqual({ other: value });
      expect(readFileSync(join(folder, `${name}.json`), "utf8")).toMatch(/\n$/);
    }
    expect(data.list()).toEqual(["set-0", "set-1", "set-2", "set-3", "set-4", "set-5", "set-6", "start"]);
    for (const name of data.list()) data.remove(name);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("make their folder where there is none", () => {
    project.write({ "data/start.json": undefined, data: undefined });
    data.add("first", [1]);
    expect(data.get("first")).toEqual([1]);
  });

  it.each<[string, () => void, string]>([
    ["a name that is taken", () => data.add("start", 1), "data_already_exists"],
    ["a name that is taken in another case", () => data.add("START", 1), "data_already_exists"],
    ["a name that leads out", () => data.add("../start", 1), "unsafe_name"],
    ["a name that is empty", () => data.add("", 1), "unsafe_name"],
    ["a value that is no JSON", () => data.add("x", { f: () => 1 }), "value_not_json"],
    ["one that is not there", () => data.get("nope"), "data_not_found"],
    ["one that leads out, read", () => data.get("../tasks/TASK-1"), "data_not_found"],
    ["one that is not there, replaced", () => data.update("nope", 1), "data_not_found"],
    ["a value that is no JSON, in place of another", () => data.update("start", NaN), "value_not_json"],
    ["one that is not there, taken away", () => data.remove("nope"), "data_not_found"],
    ["one that leads out, taken away", () => data.remove("../tasks/TASK-1"), "data_not_found"],
  ])("%s: nothing is changed", (_name, work, code) => {
    const before = project.tree();
    const text = readFileSync(join(folder, "start.json"), "utf8");
    expect(codeOf(work)).toBe(code);
    expect(project.tree()).toEqual(before);
    expect(readFileSync(join(folder, "start.json"), "utf8")).toBe(text);
  });

  it("that are no JSON, and a folder in the way, are told", () => {
    writeFileSync(join(folder, "bad.json"), "{");
    expect(codeOf(() => data.get("bad"))).toBe("invalid_json");
    mkdirSync(join(folder, "taken.json"));
    expect(codeOf(() => data.add("taken", 1))).toBe("data_already_exists");
  });
});
