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
