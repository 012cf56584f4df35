import { existsSync, readdirSync, rmSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { siloErrorCodes } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { envelopeOf, makeDemo, makeProject, silo, writeFiles } from "./run-silo.js";

const agent = "export default async () => ({ output: '' });\n";

async function projectWithDemo(files: Record<string, string> = {}): Promise<string> {
  const project = await makeDemo("blank", { "agent.mjs": agent });
  const environment = join(project, ".silo/environments/demo");
  if ("silo.environment.json/file" in files) rmSync(join(environment, "silo.environment.json"));
  writeFiles(join(project, ".silo/environments/demo"), files);
  return project;
}

const runDemo = ["run", "--env", "demo", "--task", "TASK-001", "--agent", "agent.mjs"];

interface Case {
  name: string;
  args: string[];
  code: string;
  exitCode: number;
  /** What the message must name. */
  names?: string[];
  files?: Record<string, string>;
}

const withAgent = (file: string): string[] => ["run", "--env", "demo", "--task", "TASK-001", "--agent", file];

const usage = { code: "usage_error", exitCode: 2 };

const cases: Case[] = [
  { name: "an unknown command", args: ["rnu"], ...usage, names: ['"rnu"', "run"] },
  { name: "an unknown command of a group", args: ["env", "valdate"], ...usage, names: ["env validate"] },
  { name: "a group without its command", args: ["env"], ...usage, names: ["env list", "env validate"] },
  { name: "an unknown option", args: [...runDemo, "--tsk", "x"], ...usage, names: ["--tsk", "--task"] },
  {
    name: "a missing option",
    args: ["run", "--env", "demo", "--task", "TASK-001"],
    ...usage,
    names: ["--agent"],
  },
  { name: "a missing name", args: ["init"], ...usage, names: ["NAME"] },
  { name: "one word too many", args: ["init", "a", "b"], ...usage, names: ['"b"'] },
  {
    name: "a number that is none",
    args: [...runDemo, "--max-tool-calls", "abc"],
    ...usage,
    names: ["--max-tool-calls", '"abc"'],
  },
  {
    name: "a number below the least",
    args: [...runDemo, "--max-tool-calls", "0"],
    ...usage,
    names: ["maxToolCalls", "0"],
  },
  {
    name: "a fraction of a call",
    args: [...runDemo, "--max-tool-calls=1.5"],
    ...usage,
    names: ["maxToolCalls", "1.5"],
  },
  {
    name: "a time that no timer can wait",
    args: [...runDemo, "--timeout-ms", "1e12"],
    ...usage,
    names: ["timeoutMs"],
  },
  {
    name: "an option given twice",
    args: [...runDemo, "--task", "TASK-001"],
    ...usage,
    names: ["--task", "2 times"],
  },
  {
    name: "an option without its value",
    args: ["run", "--env", "demo", "--task", "TASK-001", "--agent"],
    ...usage,
    names: ["--agent"],
  },
  {
    name: "an unknown environment",
    args: ["run", "--env", "demi", "--task", "T", "--agent", "agent.mjs"],
    code: "environment_not_found",
    exitCode: 10,
    names: ['"demi"', '"demo"'],
  },
  {
    name: "an unknown environment to validate",
    args: ["env", "validate", "--env", "x"],
    code: "environment_not_found",
    exitCode: 10,
  },
  {
    name: "a project folder that does not exist",
    args: ["env", "validate", "--env", "x", "--cwd", "nowhere"],
    code: "environment_not_found",
    exitCode: 10,
    names: ["does not exist"],
  },
  {
    name: "an unknown template",
    args: ["init", "x", "--template", "crn"],
    code: "template_not_found",
    exitCode: 2,
    names: ['"crn"', "blank, crm"],
  },
  {
    name: "a name that leaves its folder",
    args: ["init", "../x"],
    code: "unsafe_name",
    exitCode: 2,
    names: ["../x"],
  },
  { name: "a name for a device", args: ["init", "CON"], code: "unsafe_name", exitCode: 2 },
  {
    name: "an environment that is there",
    args: ["init", "demo"],
    code: "environment_already_exists",
    exitCode: 10,
  },
  {
    name: "a twin by case",
    args: ["init", "DEMO"],
    code: "environment_already_exists",
    exitCode: 10,
    names: ['"demo"'],
  },
  {
    name: "an unknown task",
    args: ["run", "--env", "demo", "--task", "TASK-9", "--agent", "agent.mjs"],
    code: "task_not_found",
    exitCode: 10,
    names: ['"TASK-9"', "TASK-001"],
  },
  {
    name: "a task outside the folder",
    args: ["run", "--env", "demo", "--task", "../silo.environment", "--agent", "agent.mjs"],
    code: "task_not_found",
    exitCode: 10,
  },
  {
    name: "an unknown agent file",
    args: ["run", "--env", "demo", "--task", "TASK-001", "--agent", "none.ts"],
    code: "agent_not_found",
    exitCode: 10,
    names: ["none.ts"],
  },
  {
    name: "an agent that is a folder",
    args: ["run", "--env", "demo", "--task", "TASK-001", "--agent", "."],
    code: "agent_invalid",
    exitCode: 2,
  },
  {
    name: "an agent that exports no function",
    args: ["run", "--env", "demo", "--task", "TASK-001", "--agent", ".silo/environments/demo/named.ts"],
    files: { "named.ts": "export const agent = () => 1;\n" },
    code: "agent_invalid",
    exitCode: 2,
    names: ["agent"],
  },
  {
    name: "an agent that exports something else",
    args: ["run", "--env", "demo", "--task", "TASK-001", "--agent", ".silo/environments/demo/text.ts"],
    files: { "text.ts": "export default 'agent';\n" },
    code: "agent_invalid",
    exitCode: 2,
    names: ["a string"],
  },
  {
    name: "an agent that breaks while it is loaded",
    args: ["run", "--env", "demo", "--task", "TASK-001", "--agent", ".silo/environments/demo/boom.ts"],
    files: { "boom.ts": "throw new Error('boom');\n" },
    code: "agent_invalid",
    exitCode: 2,
    names: ["boom"],
  },
  {
    name: "an agent that does not end loading",
    args: [...withAgent(".silo/environments/demo/hang.ts"), "--load-timeout-ms", "300"],
    files: { "hang.ts": "await new Promise(() => undefined);\nexport default 1;\n" },
    code: "load_timeout",
    exitCode: 50,
    names: ["hang.ts", "300 ms"],
  },
  {
    name: "an agent that is no code",
    args: ["run", "--env", "demo", "--task", "TASK-001", "--agent", ".silo/environments/demo/bad.ts"],
    files: { "bad.ts": "export default {{{\n" },
    code: "agent_invalid",
    exitCode: 2,
    names: ["bad.ts:1"],
  },
  {
    name: "broken JSON in a task",
    args: runDemo,
    files: { "tasks/TASK-001.json": '{\n  "id": "TASK-001",,\n}' },
    code: "invalid_json",
    exitCode: 2,
    names: ["TASK-001.json", "line 2"],
  },
  {
    name: "a task without its instruction",
    args: runDemo,
    files: { "tasks/TASK-001.json": '{"id":"TASK-001","title":"T","verifierId":"VER-001"}' },
    code: "task_invalid",
    exitCode: 2,
    names: ['"instruction"'],
  },
  {
    name: "a task with another id than its file",
    args: runDemo,
    files: {
      "tasks/TASK-001.json": '{"id":"TASK-002","title":"T","verifierId":"VER-001","instruction":"I"}',
    },
    code: "task_invalid",
    exitCode: 2,
    names: ['"TASK-002"', "TASK-001.json"],
  },
  {
    name: "a task whose verifier is not there",
    args: runDemo,
    files: { "tasks/TASK-001.json": '{"id":"TASK-001","title":"T","verifierId":"VER-9","instruction":"I"}' },
    code: "verifier_not_found",
    exitCode: 10,
    names: ['"VER-9"', "VER-001"],
  },
  {
    name: "an entrypoint outside",
    args: runDemo,
    files: { "silo.environment.json": manifest("../../../agent.mjs") },
    code: "entrypoint_outside_environment",
    exitCode: 2,
    names: ["../../../agent.mjs"],
  },
  {
    name: "an entrypoint that is not there",
    args: runDemo,
    files: { "silo.environment.json": manifest("./nope.ts") },
    code: "environment_load_failed",
    exitCode: 70,
    names: ["nope.ts"],
  },
  {
    name: "a broken manifest",
    args: runDemo,
    files: { "silo.environment.json": "{" },
    code: "invalid_json",
    exitCode: 2,
  },
  {
    name: "a manifest that lacks a field",
    args: runDemo,
    files: { "silo.environment.json": '{"name":"demo"}' },
    code: "environment_load_failed",
    exitCode: 70,
    names: ['"entrypoint"'],
  },
  {
    name: "a module without the contract",
    args: runDemo,
    files: { "index.ts": "export const createState = 1;\n" },
    code: "runtime_contract_invalid",
    exitCode: 2,
    names: ['"createState"', '"bindTools"', '"verifiers"'],
  },
  {
    name: "a module that breaks",
    args: runDemo,
    files: { "index.ts": "throw new Error('broken world');\n" },
    code: "environment_load_failed",
    exitCode: 70,
    names: ["broken world"],
  },
  {
    name: "a tool that is malformed",
    args: runDemo,
    files: {
      "tools/list-todos.ts":
        'import { defineTool } from "@silo/runtime";\nexport const listTodos = defineTool({ name: "", description: "", version: "one", inputSchema: { type: "objct" }, run: () => 1 } as never);\n',
    },
    code: "tool_invalid",
    exitCode: 2,
    names: ['"name"', '"description"', '"version"', "objct"],
  },
  {
    name: "a verifier that is malformed",
    args: runDemo,
    files: {
      "verifiers/index.ts":
        'import { defineVerifier } from "@silo/runtime";\nexport const verifiers = [defineVerifier({ id: "VER-001" } as never)];\n',
    },
    code: "verifier_invalid",
    exitCode: 2,
    names: ['"taskId"', '"check"'],
  },
  {
    name: "an unknown error code",
    args: ["explain", "task_not_fond"],
    code: "code_not_found",
    exitCode: 10,
    names: ["task_not_found"],
  },
  {
    name: "a folder where the manifest should be",
    args: runDemo,
    files: { "silo.environment.json/file": "" },
    code: "file_access_denied",
    exitCode: 40,
    names: ["silo.environment.json", "EISDIR"],
  },
  {
    name: "a file where the runs should be",
    args: runDemo,
    files: { "../../runs": "" },
    code: "storage_failed",
    exitCode: 70,
    names: ["runs"],
  },
];

function manifest(entrypoint: string): string {
  return JSON.stringify({ name: "demo", template: "blank", templateVersion: "0", entrypoint, tools: [] });
}

describe("bad input", () => {
  it.each(cases)("$name is $code", async ({ args, code, exitCode, names = [], files }) => {
    const project = await projectWithDemo(files);
    const before = readdirSync(project, { recursive: true }).sort();

    const json = await silo([...args, "--json"], { cwd: project });
    const envelope = envelopeOf(json);
    expect(envelope).toMatchObject({ ok: false, error: { code } });
    expect(json.exitCode).toBe(exitCode);

    const text = await silo([...args, "--no-json"], { cwd: project });
    expect(text.stdout).toBe("");
    expect(text.stderr).toMatch(new RegExp(`^error: ${code}: `, "m"));
    expect(text.exitCode).toBe(exitCode);
    for (const name of names) expect(text.stderr).toContain(name);

    expect(withoutCache(readdirSync(project, { recursive: true }).sort())).toEqual(withoutCache(before));
  });

  it("leaves nothing behind where the first environment of a project cannot be made", async () => {
    const project = makeProject();
    expect((await silo(["init", "../x"], { cwd: project })).exitCode).toBe(2);
    expect((await silo(["init", "x", "--template", "y"], { cwd: project })).exitCode).toBe(2);
    expect(readdirSync(project)).toEqual([]);
    writeFileSync(join(project, ".silo"), "a file where a folder should be");
    const { exitCode } = await silo(["init", "x"], { cwd: project });
    expect(exitCode).toBe(70);
    expect(readFileSync(join(project, ".silo"), "utf8")).toBe("a file where a folder should be");
    expect(existsSync(join(project, "..", "x"))).toBe(false);
  });
});

// Reached in output.test.ts, runs.test.ts and runs-input.test.ts, where a run must have begun.
const reachedInRuns = [
  ...["verifier_failed", "verifier_timeout", "environment_failed", "cancelled", "unexpected_error"],
  ...["run_not_found", "artifact_version_unsupported", "awaiting_input"],
];

/** Reached in authoring.test.ts. */
const reachedWhileAuthoring = [
  ...["data_not_found", "data_already_exists", "task_already_exists", "tool_not_registered"],
  ...["tool_already_exists", "verifier_already_exists", "registry_not_found", "already_registered"],
  "state_type_not_found",
];

/** Reached in flow-check.test.ts. */
const reachedByFlows = ["dependency_missing"];

// Only a call of the SDK gives it.
const withoutCommand = ["value_not_json"];

it("reaches every code that a command can give by now", () => {
  const reached = [
    ...cases.map(({ code }) => code),
    ...reachedInRuns,
    ...reachedWhileAuthoring,
    ...reachedByFlows,
    ...withoutCommand,
  ];
  expect([...new Set(reached)].sort()).toEqual([...siloErrorCodes].sort());
});

function withoutCache(files: (string | Buffer)[]): string[] {
  return files.map(String).filter((file) => !file.startsWith("node_modules"));
}
