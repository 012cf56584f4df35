import {
  cpSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isSiloError } from "@silo/errors";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProjectEnvironment } from "../src/project-environment.js";
import { Silo } from "../src/silo.js";
import { treeOf } from "./environment-project.js";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), "silo-twins-"));
});
afterAll(() => rmSync(root, { recursive: true }));

const task = (id: string) => ({ id, title: "T", instruction: "I", verifierId: "V" });

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return "made";
  } catch (error) {
    return isSiloError(error) ? error.code : String(error);
  }
}

describe("names that are one", () => {
  let project: string;
  let fresh: ProjectEnvironment;
  beforeEach(() => {
    project = mkdtempSync(join(root, "twins-"));
    fresh = Silo.open({ cwd: project }).environments.create({ name: "demo" });
  });

  it.each<[string, () => unknown, string]>([
    [
      "an environment in another case",
      () => Silo.open({ cwd: project }).environments.create({ name: "DEMO" }),
      "environment_already_exists",
    ],
    ["a dataset in another case", () => fresh.data.add("TODOS", 1), "data_already_exists"],
    ["a task in another case", () => fresh.tasks.add(task("task-001")), "task_already_exists"],
    [
      "a verifier in another case",
      () => fresh.verifiers.add("ver-001", { task: "TASK-001" }),
      "verifier_already_exists",
    ],
    [
      "a verifier with the same identifier",
      () => fresh.verifiers.add("VER001", { task: "TASK-001" }),
      "already_registered",
    ],
    ["a tool in another spelling", () => fresh.tools.add("listTodos"), "tool_already_exists"],
    ["a tool with dots", () => fresh.tools.add("list.todos"), "tool_already_exists"],
    ["a tool in another case", () => fresh.tools.add("LIST_TODOS"), "tool_already_exists"],
  ])("%s", async (_name, make, code) => {
    const before = treeOf(project);
    expect(await codeOf(make)).toBe(code);
    expect(treeOf(project)).toEqual(before);
  });

  it("two tools with other files and the same identifier", async () => {
    await fresh.tools.add("get_lead2");
    expect(await codeOf(() => fresh.tools.add("get_lead_2"))).toBe("already_registered");
  });
});

describe("a symbolic link", () => {
  let project: string;
  let outside: string;
  let fresh: ProjectEnvironment;
  beforeEach(() => {
    project = mkdtempSync(join(root, "links-"));
    outside = mkdtempSync(join(root, "outside-"));
    fresh = Silo.open({ cwd: project }).environments.create({ name: "demo" });
  });

  it.each<[string, () => unknown]>([
    ["data", () => fresh.data.add("x", 1)],
    ["tasks", () => fresh.tasks.add(task("x"))],
    ["tools", () => fresh.tools.add("x")],
    ["verifiers", () => fresh.verifiers.add("x", { task: "TASK-001" })],
  ])("in the place of %s that leads out is not written through", async (folder, make) => {
    cpSync(join(fresh.folder, folder), outside, { recursive: true });
    rmSync(join(fresh.folder, folder), { recursive: true });
    symlinkSync(outside, join(fresh.folder, folder));
    const before = treeOf(outside);
    expect(await codeOf(make)).toBe("file_access_denied");
    expect(treeOf(outside)).toEqual(before);
  });

  it("in the place of .silo that leads out is not written through", async () => {
    rmSync(join(project, ".silo"), { recursive: true });
    symlinkSync(outside, join(project, ".silo"));
    expect(await codeOf(() => Silo.open({ cwd: project }).environments.create({ name: "x" }))).toBe(
      "file_access_denied",
    );
    expect(treeOf(outside)).toEqual([]);
  });

  it("in the place of a dataset or a barrel that leads out is not written through", async () => {
    for (const [file, make] of [
      ["data/todos.json", () => fresh.data.update("todos", 1)],
      ["tools/index.ts", () => fresh.tools.add("x")],
    ] as const) {
      const target = join(outside, "target");
      const link = join(fresh.folder, file);
      writeFileSync(target, readFileSync(link));
      rmSync(link);
      symlinkSync(target, link);
      const text = readFileSync(target, "utf8");
      expect(await codeOf(make)).toBe("file_access_denied");
      expect(readFileSync(target, "utf8")).toBe(text);
    }
  });

  it("that stays inside is followed, and stays a link", async () => {
    const link = join(fresh.folder, "tools/index.ts");
    const target = join(dirname(link), "all.ts");
    writeFileSync(target, readFileSync(link));
    rmSync(link);
    symlinkSync("all.ts", link);
    await fresh.tools.add("x");
    expect(readFileSync(target, "utf8")).toContain('"./x.js"');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });
});
