import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isSiloError } from "@silo/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProjectEnvironment } from "../src/project-environment.js";
import { Silo } from "../src/silo.js";
import { treeOf } from "./environment-project.js";

const main = fileURLToPath(new URL("../../../apps/cli/dist/main.js", import.meta.url));

let project: string;
let demo: ProjectEnvironment;
beforeEach(() => {
  project = mkdtempSync(join(realpathSync(tmpdir()), "silo codegen-"));
  demo = Silo.open({ cwd: project }).environments.create({ name: "demo" });
});
afterEach(() => rmSync(project, { recursive: true }));

const read = (file: string): string => readFileSync(join(demo.folder, file), "utf8");
const write = (file: string, text: string): void => writeFileSync(join(demo.folder, file), text);

/** The `result` of the built command, which loads the world in a process of its own. */
function command(...words: string[]): Record<string, never> {
  const { stdout } = spawnSync(process.execPath, [main, ...words, "--json"], {
    cwd: project,
    encoding: "utf8",
  });
  return (JSON.parse(stdout) as { result: Record<string, never> }).result;
}

const hostile = "\"'`${process.exit(1)}`\\ */ // \n\u2028\u2029\ud800 \u202e </script>";

describe("a tool and a verifier that were added", () => {
  it("compile, mean what was said, and fail until they are implemented", async () => {
    demo.tasks.update({
      ...demo.tasks.get("TASK-001"),
      verifierId: "VER-007",
      title: `T ${hostile.replace("\ud800", "")}`,
    });
    expect(await demo.tools.add("archive_todo", { description: hostile })).toEqual({
      file: "tools/archive-todo.ts",
      identifier: "archiveTodo",
      barrel: "tools/index.ts",
    });
    expect(await demo.verifiers.add("VER-007", { task: "TASK-001" })).toEqual({
      file: "verifiers/VER-007.ts",
      identifier: "ver007",
      barrel: "verifiers/index.ts",
    });
    expect(command("env", "validate")).toMatchObject({ ok: true, counts: { tools: 3, verifiers: 2 } });
    expect(command("tool", "show", "archive_todo")).toMatchObject({
      tool: { description: hostile },
    });
    expect(command("verifier", "show", "VER-007")).toMatchObject({
      verifier: { taskId: "TASK-001", name: `T ${hostile.replace("\ud800", "")}` },
    });
    const agent = join(project, "agent.mjs");
    writeFileSync(
      agent,
      "export default async ({ callTool }) => ({ output: JSON.stringify(await callTool('archive_todo', {})) });\n",
    );
    const { stdout } = spawnSync(
      process.execPath,
      [main, "run", "--task", "TASK-001", "--agent", agent, "--json"],
      { cwd: project, encoding: "utf8" },
    );
    const { result } = JSON.parse(stdout) as { result: { result: { passed: boolean; agentOutput: string } } };
    expect(result.result.passed).toBe(false);
    expect(JSON.parse(result.result.agentOutput)).toMatchObject({
      isError: true,
      output: { code: "not_implemented", message: expect.stringContaining("archive_todo") as unknown },
    });
  });

  it("take another state type, over CRLF", async () => {
    write("state.ts", `${read("state.ts")}\nexport interface Other { todos: State["todos"] }\n`);
    write("tools/index.ts", read("tools/index.ts").replaceAll("\n", "\r\n"));
    await demo.tools.add("other_one", { state: "Other" });
    expect(read("tools/other-one.ts")).toContain('import type { Other } from "../state.js";\r\n');
    expect(read("tools/index.ts").replaceAll("\r\n", "")).not.toContain("\n");
  });
});

describe("adding changes nothing, where", () => {
  const addTool = (): Promise<unknown> => demo.tools.add("x_y");
  const addVerifier = (task = "TASK-001"): Promise<unknown> => demo.verifiers.add("VER-9", { task });

  it.each<[string, () => void, () => Promise<unknown>, string, string]>([
    [
      "the barrel has no array",
      () => write("tools/index.ts", "export {};\n"),
      addTool,
      "registry_not_found",
      "xY",
    ],
    [
      "there is no barrel",
      () => rmSync(join(demo.folder, "tools/index.ts")),
      addTool,
      "registry_not_found",
      "xY",
    ],
    [
      "there is no folder",
      () => rmSync(join(demo.folder, "verifiers"), { recursive: true }),
      addVerifier,
      "registry_not_found",
      "ver9",
    ],
    [
      "the barrel has the identifier",
      () => write("tools/index.ts", "export const tools = [xY];\n"),
      addTool,
      "already_registered",
      "xY",
    ],
    [
      "the barrel does not parse",
      () => write("tools/index.ts", "export const tools = [\n"),
      addTool,
      "environment_load_failed",
      "line 2",
    ],
    [
      "there is no state type",
      () => write("state.ts", "export type World = 1;\n"),
      addTool,
      "state_type_not_found",
      "state.ts",
    ],
    [
      "there is no state.ts",
      () => rmSync(join(demo.folder, "state.ts")),
      addTool,
      "state_type_not_found",
      "state.ts",
    ],
    [
      "state.ts has another type",
      () => undefined,
      () => demo.tools.add("x_y", { state: "Nope" }),
      "state_type_not_found",
      "state.ts",
    ],
    [
      "the tool's file is there",
      () => write("tools/x-y.ts", ""),
      addTool,
      "tool_already_exists",
      "tools/x-y.ts",
    ],
    [
      "a folder is in its place",
      () => mkdirSync(join(demo.folder, "tools/X-Y.ts")),
      addTool,
      "tool_already_exists",
      "tools/X-Y.ts",
    ],
    [
      "the verifier's file is there",
      () => write("verifiers/VER-9.ts", ""),
      addVerifier,
      "verifier_already_exists",
      "VER-9",
    ],
    [
      "another file has the verifier",
      () => {
        write("verifiers/other.ts", 'export const other = defineVerifier({ id: "VER-9", check() {} });\n');
        write(
          "verifiers/index.ts",
          'import { other } from "./other.js";\nexport const verifiers = [other];\n',
        );
      },
      addVerifier,
      "verifier_already_exists",
      "verifiers/other.ts",
    ],
    [
      "another file has the tool",
      () => {
        write("tools/other.ts", 'export const other = { "name": `x_y`, run: () => 1 };\n');
        write("tools/index.ts", 'import { other } from "./other";\nexport const tools = [other];\n');
      },
      addTool,
      "tool_already_exists",
      "tools/other.ts",
    ],
    ["there is no such task", () => undefined, () => addVerifier("TASK-9"), "task_not_found", "TASK-9"],
    ["the task is none", () => write("tasks/TASK-001.json", "{}"), addVerifier, "task_invalid", "TASK-001"],
    [
      "a folder is in the barrel's place",
      () => {
        rmSync(join(demo.folder, "tools/index.ts"));
        mkdirSync(join(demo.folder, "tools/index.ts"));
      },
      addTool,
      "storage_failed",
      "tools",
    ],
    [
      "a file is in the folder's place",
      () => {
        rmSync(join(demo.folder, "tools"), { recursive: true });
        write("tools", "");
      },
      addTool,
      "storage_failed",
      "a file stands where a folder should be",
    ],
    [
      "the barrel is no UTF-8",
      () => writeFileSync(join(demo.folder, "tools/index.ts"), Buffer.from([0x2f, 0x2f, 0xff])),
      addTool,
      "storage_failed",
      "UTF-8",
    ],
  ])("%s", async (_name, prepare, add, code, shown) => {
    prepare();
    const before = treeOf(project);
    let thrown: unknown;
    try {
      await add();
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown) ? thrown.code : thrown).toBe(code);
    expect((thrown as Error).message).toContain(shown);
    expect(treeOf(project)).toEqual(before);
  });

  it("the message is that of the source", async () => {
    write("verifiers/VER-007.ts", "");
    await expect(demo.verifiers.add("VER-007", { task: "TASK-001" })).rejects.toThrow(
      '"verifiers/VER-007.ts" already exists in environment "demo".',
    );
  });
});
