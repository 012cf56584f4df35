import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { validationReportSchema, type ValidationReport } from "@silo/artifacts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, manifest, task, type EnvironmentProject } from "../test/environment-project.js";
import { validateEnvironment } from "./validate-environment.js";

let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
});
afterEach(() => project.remove());

async function validate(): Promise<ValidationReport> {
  const report = await validateEnvironment({ name: "demo", folder: project.environment });
  validationReportSchema.parse(report);
  expect(report.ok).toBe(report.findings.every(({ level }) => level !== "error"));
  return report;
}

const schema = `{ type: "object" }`;
const verifier = `{ id: "VER-1", taskId: "TASK-1", name: "V", check: () => [] }`;
const tool = `{ name: "t", description: "d", inputSchema: ${schema}, run() {} }`;

/** An entrypoint of these parts. */
function entrypoint({
  state = "() => ({ n: 1 })",
  tools = `() => [${tool}]`,
  verifiers = `[${verifier}]`,
  top = "",
} = {}): { "index.ts": string } {
  return {
    "index.ts": `${top} /* of start.json */ export const createState = ${state}; export const bindTools = ${tools}; export const verifiers = ${verifiers};`,
  };
}

describe("validate", () => {
  it("finds nothing in an environment that is right, and counts what it has", async () => {
    expect(await validate()).toEqual({
      environment: "demo",
      ok: true,
      findings: [],
      counts: { data: 1, tasks: 1, tools: 1, verifiers: 1 },
    });
  });

  it.each<
    [string, Record<string, string | object | undefined>, Partial<ValidationReport["findings"][number]>[]]
  >([
    [
      "no manifest",
      { "silo.environment.json": undefined },
      [{ code: "manifest_missing", file: "silo.environment.json" }],
    ],
    [
      "a manifest that lacks a field",
      { "silo.environment.json": { ...manifest, template: undefined } },
      [{ code: "manifest_invalid", file: "silo.environment.json" }],
    ],
    [
      "a manifest that is no JSON",
      { "silo.environment.json": '{\n "name": "demo",\n}' },
      [{ code: "invalid_json", file: "silo.environment.json", line: 3, column: 1 }],
    ],
    [
      "a manifest of another name",
      { "silo.environment.json": { ...manifest, name: "Demo" } },
      [{ code: "name_mismatch", file: "silo.environment.json" }],
    ],
    [
      "an entrypoint that is not there",
      { "silo.environment.json": { ...manifest, entrypoint: "./main.ts" } },
      [{ code: "entrypoint_missing", file: "silo.environment.json" }],
    ],
    [
      "an entrypoint outside",
      { "silo.environment.json": { ...manifest, entrypoint: "../../../x.ts" } },
      [{ code: "entrypoint_outside_environment", file: "silo.environment.json" }],
    ],
    ["a module that throws", { "index.ts": "throw new Error('at load');" }, [{ code: "load_failed" }]],
    [
      "a module that does not parse",
      { "index.ts": "export const = 1;" },
      [{ code: "load_failed" }, { code: "type_error", file: "index.ts", line: 1, column: 14 }],
    ],
    [
      "a dataset that nothing reads",
      { "data/more.json": "[]" },
      [{ level: "warning", code: "data_unused", file: "data/more.json" }],
    ],
    [
      "a task about what is not there",
      { "tasks/TASK-1.json": { ...task, entities: ["A", "nobody"] } },
      [{ level: "warning", code: "entity_unknown", file: "tasks/TASK-1.json" }],
    ],
    [
      "a type error",
      { "extra.ts": "\nexport const n: number = 'one';\n" },
      [{ code: "type_error", file: "extra.ts", line: 2, column: 14 }],
    ],
    [
      "a module without the three exports",
      { "index.ts": "export const createState = () => ({});" },
      [{ code: "runtime_contract_invalid" }],
    ],
    [
      "data that is no JSON",
      { "data/more.json": "[1 2]" },
      [{ code: "invalid_json", file: "data/more.json", line: 1, column: 4 }],
    ],
    [
      "a task that is no JSON",
      { "tasks/TASK-2.json": "" },
      [{ code: "invalid_json", file: "tasks/TASK-2.json", line: 1, column: 1 }],
    ],
    [
      "a task that lacks a field",
      { "tasks/TASK-2.json": { ...task, id: "TASK-2", title: undefined } },
      [{ code: "task_invalid", file: "tasks/TASK-2.json" }],
    ],
    [
      "a task of another id than its file",
      { "tasks/TASK-2.json": { ...task, id: "TASK-3" } },
      [{ code: "task_invalid", file: "tasks/TASK-2.json" }],
    ],
    [
      "a task whose file has an unsafe name",
      { "tasks/my task.json": { ...task, id: "my task" } },
      [{ code: "task_invalid", file: "tasks/my task.json" }],
    ],
    [
      "a task with a verifier that there is not",
      { "tasks/TASK-1.json": { ...task, verifierId: "VER-9" } },
      [
        { code: "verifier_not_found", file: "tasks/TASK-1.json" },
        { code: "verifier_unused", level: "warning" },
      ],
    ],
    [
      "a verifier of another task",
      { "tasks/TASK-2.json": { ...task, id: "TASK-2" } },
      [{ code: "verifier_task_mismatch", file: "tasks/TASK-2.json" }],
    ],
    [
      "a verifier that no task names",
      { "tasks/TASK-1.json": undefined },
      [{ code: "verifier_unused", level: "warning" }],
    ],
    [
      "two verifiers of one id",
      entrypoint({ verifiers: `[${verifier}, ${verifier}]` }),
      [{ code: "verifier_duplicate" }],
    ],
    [
      "a verifier that is none",
      entrypoint({ verifiers: `[${verifier}, { id: "VER-2" }]` }),
      [{ code: "verifier_invalid" }],
    ],
    [
      "a tool that is malformed",
      entrypoint({
        tools: `() => [${tool}, { ...${tool}, name: "u", version: "1", inputSchema: { type: "objekt" } }]`,
      }),
      [{ code: "tool_invalid" }, { code: "tool_invalid" }],
    ],
    [
      "two tools of one name",
      entrypoint({ tools: `() => [${tool}, ${tool}]` }),
      [{ code: "tool_duplicate" }],
    ],
    [
      "bindTools that throws",
      entrypoint({ tools: "() => { throw new TypeError('no tools'); }" }),
      [{ code: "tools_failed", message: "bindTools broke: TypeError: no tools" }],
    ],
    ["bindTools that returns an object", entrypoint({ tools: "() => ({})" }), [{ code: "tools_failed" }]],
    [
      "bindTools that returns what are no tools",
      entrypoint({ tools: `() => [${tool}, null, "t", {}]` }),
      [{ code: "tools_failed", message: "bindTools returns 3 items that are no tools." }],
    ],
    [
      "createState that throws",
      entrypoint({ state: "() => { throw new Error('x'); }" }),
      [{ code: "state_failed" }],
    ],
    [
      "a state that JSON cannot hold",
      entrypoint({ state: "() => ({ n: 1n })" }),
      [{ code: "state_not_json" }],
    ],
    [
      "a state that is shared",
      entrypoint({ top: "const list: string[] = [];", state: "() => ({ list })" }),
      [{ code: "state_shared" }],
    ],
    [
      "a state that is not the same twice",
      entrypoint({ top: "let n = 0;", state: "() => ({ n: n++ })" }),
      [{ code: "state_not_repeatable" }],
    ],
  ])("finds %s", async (_name, files, expected) => {
    project.write(files);
    const { findings } = await validate();
    expect(findings.map(({ code }) => code)).toEqual(expected.map(({ code }) => code));
    expect(findings).toMatchObject(expected.map((finding) => ({ level: "error", ...finding })));
    expect(findings.every(({ message }) => message.length > 0)).toBe(true);
  });

  it("finds an entrypoint that a link leads outside", async () => {
    rmSync(join(project.environment, "index.ts"));
    symlinkSync(join(project.folder, "package.json"), join(project.environment, "index.ts"));
    expect((await validate()).findings.map(({ code }) => code)).toEqual(["entrypoint_missing"]);
    rmSync(join(project.environment, "index.ts"));
    symlinkSync("/etc/hosts", join(project.environment, "index.ts"));
    expect((await validate()).findings.map(({ code }) => code)).toEqual(["entrypoint_outside_environment"]);
  });

  it("finds all of it at once, errors first, in the same order each time", async () => {
    project.write({
      ...entrypoint({
        tools: `() => [${tool}, ${tool}, { ...${tool}, name: "", description: "" }]`,
        verifiers: `[${verifier}, { ...${verifier}, id: "VER-2" }]`,
      }),
      "silo.environment.json": { ...manifest, name: "other" },
      "data/a.json": "{",
      "tasks/TASK-2.json": {},
      "tasks/TASK-3.json": { ...task, id: "TASK-3", verifierId: "VER-3" },
    });
    const first = await validate();
    expect(first.findings.map(({ level, code, file = "" }) => `${level} ${code} ${file}`.trim())).toEqual([
      "error tool_duplicate",
      "error tool_invalid",
      "error tool_invalid",
      "error invalid_json data/a.json",
      "error name_mismatch silo.environment.json",
      "error task_invalid tasks/TASK-2.json",
      "error verifier_not_found tasks/TASK-3.json",
      "warning verifier_unused",
    ]);
    expect(first.counts).toEqual({ data: 2, tasks: 3, tools: 3, verifiers: 2 });
    expect(await validate()).toEqual(first);
  });

  it("of several environments at the same time keeps them apart", async () => {
    const other = makeEnvironment();
    try {
      other.write(entrypoint({ tools: `() => [{ ...${tool}, description: "" }]` }));
      const reports = await Promise.all([
        validate(),
        validateEnvironment({ name: "demo", folder: other.environment }),
        validate(),
      ]);
      expect(reports.map(({ findings }) => findings.length)).toEqual([0, 1, 0]);
    } finally {
      other.remove();
    }
  });

  it("calls no tool and no verifier, and leaves nothing behind", async () => {
    const touched = "globalThis.siloTouched = true";
    project.write(
      entrypoint({
        tools: `() => [{ ...${tool}, run() { ${touched}; } }]`,
        verifiers: `[{ ...${verifier}, check() { ${touched}; return []; } }]`,
      }),
    );
    const before = project.tree();
    await validate();
    expect(Object.hasOwn(globalThis, "siloTouched")).toBe(false);
    expect(project.tree().filter((path) => !path.startsWith("node_modules"))).toEqual(
      before.filter((path) => !path.startsWith("node_modules")),
    );
    expect(project.tree().filter((path) => path.endsWith(".mjs"))).toEqual([]);
  });

  it("is an error itself, where a file may not be read", async () => {
    project.write({ "silo.environment.json": undefined, "silo.environment.json/x": "a folder in the way" });
    await expect(validate()).rejects.toMatchObject({ code: "file_access_denied" });
  });
});
