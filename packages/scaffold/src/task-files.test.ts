import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, task, type EnvironmentProject } from "../test/environment-project.js";
import { TaskFiles } from "./task-files.js";

let project: EnvironmentProject;
let tasks: TaskFiles;
beforeEach(() => {
  project = makeEnvironment();
  tasks = new TaskFiles("demo", project.environment);
});
afterEach(() => project.remove());

function errorOf(id: string): { code?: string; details?: Record<string, unknown> } {
  try {
    return { details: { ...tasks.get(id) } };
  } catch (error) {
    return isSiloError(error) ? { code: error.code, details: { ...error.details } } : { code: String(error) };
  }
}

describe("the tasks of an environment", () => {
  it("are its files in the order of their ids; other files, hidden ones and folders are none", () => {
    project.write({
      "tasks/TASK-10.json": { ...task, id: "TASK-10" },
      "tasks/README.md": "x",
      "tasks/.TASK-3.json": "x",
      "tasks/task-0.json": { ...task, id: "task-0" },
    });
    mkdirSync(join(project.environment, "tasks", "folder.json"));
    expect(tasks.ids()).toEqual(["TASK-1", "TASK-10", "task-0"]);
    expect(tasks.list().map(({ id }) => id)).toEqual(tasks.ids());
    expect(tasks.get("TASK-1")).toEqual(task);
  });

  it("are none, where there is no folder or a file instead of it", () => {
    project.write({ "tasks/TASK-1.json": undefined, tasks: undefined });
    expect(tasks.ids()).toEqual([]);
    expect(errorOf("TASK-1")).toMatchObject({ code: "task_not_found", details: { available: "none" } });
    project.write({ tasks: "a file" });
    expect(tasks.list()).toEqual([]);
  });

  it.each(["TASK-2", "task-1", "", "../TASK-1", "../tasks/TASK-1", "TASK-1.json", "__proto__"])(
    "that are not there: %j",
    (id) => {
      expect(errorOf(id)).toEqual({
        code: "task_not_found",
        details: { taskId: id, environment: "demo", available: "TASK-1" },
      });
    },
  );

  it.each<[string, string | object, string, string]>([
    ["a syntax error", '{ "id": "TASK-2" "title": 1 }', "invalid_json", "line"],
    [
      "a missing field",
      { ...task, id: "TASK-2", instruction: undefined },
      "task_invalid",
      '"instruction" is required',
    ],
    ["an empty field", { ...task, id: "TASK-2", title: "" }, "task_invalid", '"title"'],
    [
      "a misspelled field",
      { ...task, id: "TASK-2", verifierId: undefined, verifierID: "VER-1" },
      "task_invalid",
      '"verifierId"',
    ],
    ["another difficulty", { ...task, id: "TASK-2", difficulty: "brutal" }, "task_invalid", '"easy"'],
    ["an array", [task], "task_invalid", "received array"],
    ["another id than its name", task, "task_invalid", '"TASK-1"'],
  ])("that are malformed: %s", (_name, content, code, text) => {
    project.write({ "tasks/TASK-2.json": content });
    const { code: found, details } = errorOf("TASK-2");
    expect(found).toBe(code);
    expect(details).toMatchObject({ file: join(project.environment, "tasks", "TASK-2.json") });
    expect(code === "invalid_json" ? Object.keys(details ?? {}) : String(details?.["problems"])).toContain(
      text,
    );
  });

  it("whose file has an unsafe name are malformed, and not missing", () => {
    project.write({ "tasks/my task.json": { ...task, id: "my task" } });
    expect(errorOf("my task")).toMatchObject({
      code: "task_invalid",
      details: { problems: expect.stringContaining("only letters") as unknown },
    });
    expect(() => tasks.list()).toThrowError(expect.objectContaining({ code: "task_invalid" }));
  });
});

describe("tasks that are written", () => {
  const added = { id: "TASK-2", title: "T", instruction: "I", verifierId: "VER-none" };

  it("are made as the task says, with a schema for editors, and then replaced as in the documented sample", () => {
    tasks.add(added);
    const $schema = "../../../schemas/task.schema.json";
    expect(tasks.get("TASK-2")).toEqual({ $schema, ...added });
    let updated = false;
    try {
      tasks.add({ ...added, title: "New" });
    } catch (error) {
      if (isSiloError(error) && error.code === "task_already_exists") {
        tasks.update({ ...added, title: "New" });
        updated = true;
      }
    }
    expect(updated).toBe(true);
    expect(tasks.get("TASK-2").title).toBe("New");
    tasks.remove("TASK-2");
    expect(tasks.ids()).toEqual(["TASK-1"]);
  });

  it("keep the schema that they name themselves", () => {
    tasks.add({ $schema: "mine.json", ...added });
    expect(tasks.get("TASK-2").$schema).toBe("mine.json");
  });

  it.each<[string, () => void, string]>([
    [
      "an id that is taken in another case",
      () => tasks.add({ ...task, id: "task-1" }),
      "task_already_exists",
    ],
    ["an id that leads out", () => tasks.add({ ...added, id: "../x" }), "unsafe_name"],
    ["no id", () => tasks.add({ title: "T" } as never), "task_invalid"],
    ["nothing", () => tasks.add(undefined as never), "task_invalid"],
    ["a field that is missing", () => tasks.add({ id: "TASK-3", title: "T" } as never), "task_invalid"],
    [
      "a field that is not known",
      () => tasks.update({ ...task, dificulty: "easy" } as never),
      "task_invalid",
    ],
    ["one that is not there", () => tasks.update(added), "task_not_found"],
    ["one that is not there, taken away", () => tasks.remove("../data/start"), "task_not_found"],
  ])("%s: nothing is changed", (_name, work, code) => {
    const before = project.tree();
    let caught: unknown;
    try {
      work();
    } catch (error) {
      caught = error;
    }
    expect(isSiloError(caught) && caught.code).toBe(code);
    expect(project.tree()).toEqual(before);
    expect(tasks.get("TASK-1")).toEqual(task);
  });
});
