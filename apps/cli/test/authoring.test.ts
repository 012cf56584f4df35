import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { SiloTask, ValidationReport } from "@silo/artifacts";
import type { SiloErrorCode } from "@silo/errors";
import { Silo } from "@silo/scaffold";
import { describe, expect, it } from "vitest";
import { blocksOf, followBlocks, shell } from "./follow-page.js";
import { envelopeOf, makeDemo, makeProject, silo } from "./run-silo.js";

const page = readFileSync(fileURLToPath(new URL("../../../docs/authoring.md", import.meta.url)), "utf8");

/** The walk-through: from the beginning of the page to the section after it. */
const walkThrough = page.slice(0, page.indexOf("[Running agents](running.md) says what can stop a run"));
const blocks = blocksOf(walkThrough);

/** The text of a file that the page shows. */
function fileOf(path: string): string {
  const block = blocks.find(({ mark }) => mark === `file: ${path}`);
  if (!block) throw new Error(`docs/authoring.md shows no ${path}`);
  return block.text;
}

const folder = ".silo/environments/home";
const edited = {
  state: [`${folder}/state.ts`, `${folder}/environment.ts`],
  tools: [`${folder}/tools/list-people.ts`, `${folder}/tools/assign-todo.ts`],
  verifier: [`${folder}/verifiers/VER-002.ts`, `${folder}/solutions/TASK-002.json`],
};

function save(project: string, paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), fileOf(path));
  }
}

/** Every file of the project's `.silo`, by path, without what runs leave. */
function filesOf(project: string): Record<string, string> {
  const root = join(project, ".silo");
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => !/^(runs|cache)\b/.test(path) && statSync(join(root, path)).isFile(),
  );
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** The task of the page, with its fields as the page's command has them. */
const task: SiloTask = {
  id: "TASK-002",
  title: "Hand out a chore",
  instruction: "The plants are dry. Give that todo to Cleo, and change nothing else.",
  difficulty: "easy",
  verifierId: "VER-002",
  entities: ["TODO-1", "PER-3"],
};
const descriptions = {
  list_people: "Lists the people of the household, and who is away.",
  assign_todo: "Gives one open todo to one person who is at home.",
};

async function bySdk(project: string): Promise<void> {
  // As in a project that has it installed: what is built, and not the sources that this test itself runs on.
  mkdirSync(join(project, "node_modules/@silo"), { recursive: true });
  for (const name of ["runtime", "scaffold"]) {
    const built = fileURLToPath(new URL(`../../../packages/${name}`, import.meta.url));
    symlinkSync(built, join(project, "node_modules/@silo", name), "dir");
  }
  const environment = Silo.open({ cwd: project }).environments.create({ name: "home", template: "blank" });
  environment.data.add("people", JSON.parse(fileOf("people.json")));
  save(project, edited.state);
  for (const [name, description] of Object.entries(descriptions))
    await environment.tools.add(name, { description });
  save(project, edited.tools);
  environment.tasks.add(task);
  await environment.verifiers.add("VER-002", { task: "TASK-002", name: "Cleo waters the plants" });
  save(project, edited.verifier);
  expect(await environment.validate()).toMatchObject({ ok: true, findings: [] });
}

/** As a program does it that knows nothing but what the envelopes say. */
async function byEnvelopes(project: string): Promise<void> {
  const call = async (...args: string[]): Promise<Record<string, unknown>> => {
    const envelope = envelopeOf(await silo([...args, "--json"], { cwd: project }));
    if (!envelope.ok) throw new Error(`${args.join(" ")}: ${envelope.error.message}`);
    return envelope.result as Record<string, unknown>;
  };
  const made = await call("init", "home");
  const root = String(made["folder"]);
  const env = ["--env", String(made["environment"])];
  const write = (file: unknown): void => {
    const path = join(root, String(file));
    writeFileSync(path, fileOf(relative(project, path)));
  };
  await call("data", "add", "people", "--data", fileOf("people.json"), ...env);
  for (const file of ["state.ts", "environment.ts"]) write(file);
  for (const [name, description] of Object.entries(descriptions))
    write((await call("tool", "add", name, "--description", description, ...env))["file"]);
  const { task: added } = await call(
    ...["task", "add", "--id", task.id, "--title", task.title, "--instruction", task.instruction],
    ...["--difficulty", "easy", "--verifier", "VER-002", "--entities", "TODO-1,PER-3", ...env],
  );
  const { id, title, verifierId } = added as SiloTask;
  const verifier = await call(
    ...["verifier", "add", verifierId, "--task", id, "--name", "Cleo waters the plants", ...env],
  );
  write(verifier["file"]);
  write(`solutions/${id}.json`);
  expect(title).toBe(task.title);
  // What is left to do is what the findings say: nothing.
  const report = (await call("env", "validate", ...env)) as unknown as ValidationReport;
  expect(report.findings).toEqual([]);
}

describe("docs/authoring.md", () => {
  it(
    "can be followed by hand, through the SDK and by envelopes alone, to one and the same environment",
    { timeout: 300_000 },
    async () => {
      const projects = { hand: makeProject(), sdk: makeProject(), envelopes: makeProject() };
      await Promise.all([
        followBlocks(blocks, { project: projects.hand }),
        bySdk(projects.sdk),
        byEnvelopes(projects.envelopes),
      ]);
      const files = filesOf(projects.hand);
      expect(Object.keys(files)).toEqual(
        expect.arrayContaining(["AGENTS.md", "environments/home/tools/assign-todo.ts"]),
      );
      expect(filesOf(projects.sdk)).toEqual(files);
      expect(filesOf(projects.envelopes)).toEqual(files);

      const [, sample = ""] = /```ts\n([\s\S]*?)```/.exec(page.slice(walkThrough.length)) ?? [];
      writeFileSync(join(projects.sdk, "sample.mjs"), sample);
      const ended = await shell(`"${process.execPath}" sample.mjs`, projects.sdk);
      expect(ended.exitCode, ended.stderr).toBe(0);
      const added = Object.keys(filesOf(projects.sdk)).filter((path) => !(path in files));
      expect(added).toEqual(
        ["tools/remove-todo.ts", "verifiers/VER-003.ts"].map((path) => `environments/home/${path}`),
      );
    },
  );
});

interface Mistake {
  args: string[];
  exitCode: number;
  /** What is changed in the environment `demo` before. */
  files?: Record<string, string>;
}

const manifest = JSON.stringify({
  name: "demo",
  template: "blank",
  templateVersion: "0.0.0",
  entrypoint: "../../../agent.ts",
  tools: [],
});
const barrel = `import { archiveTodo } from "./elsewhere.js";\nexport const tools = [archiveTodo];\n`;
const archive = ["tool", "add", "archive_todo"];
const task001 = ["--id", "TASK-001", "--title", "T", "--instruction", "I", "--verifier", "VER-001"];

const mistakes: Partial<Record<SiloErrorCode, Mistake>> = {
  environment_not_found: { args: ["env", "show", "--env", "demi"], exitCode: 10 },
  environment_already_exists: { args: ["init", "demo"], exitCode: 10 },
  template_not_found: { args: ["init", "other", "--template", "crn"], exitCode: 2 },
  entrypoint_outside_environment: {
    args: ["tool", "list"],
    exitCode: 2,
    files: { "silo.environment.json": manifest },
  },
  runtime_contract_invalid: {
    args: ["verifier", "list"],
    exitCode: 2,
    files: { "index.ts": "export const createState = () => ({});\n" },
  },
  data_not_found: { args: ["data", "show", "people"], exitCode: 10 },
  data_already_exists: { args: ["data", "add", "todos", "--data", "[]"], exitCode: 10 },
  invalid_json: { args: ["data", "add", "people", "--data", "[1,"], exitCode: 2 },
  task_not_found: { args: ["task", "show", "--id", "TASK-009"], exitCode: 10 },
  task_already_exists: { args: ["task", "add", ...task001], exitCode: 10 },
  task_invalid: { args: ["task", "add", "--id", "TASK-009"], exitCode: 2 },
  tool_already_exists: { args: ["tool", "add", "list_todos"], exitCode: 10 },
  verifier_already_exists: { args: ["verifier", "add", "VER-001", "--task", "TASK-001"], exitCode: 10 },
  registry_not_found: {
    args: archive,
    exitCode: 10,
    files: { "tools/index.ts": "export const nothing = 1;\n" },
  },
  already_registered: { args: archive, exitCode: 10, files: { "tools/index.ts": barrel } },
  state_type_not_found: {
    args: archive,
    exitCode: 10,
    files: { "state.ts": "export const nothing = 1;\n" },
  },
  unsafe_name: { args: ["tool", "add", "../archive"], exitCode: 2 },
  tool_not_registered: { args: ["tool", "show", "archive_todo"], exitCode: 10 },
};

it.each(Object.entries(mistakes))(
  "a mistake while authoring is %s",
  async (code, { args, exitCode, files = {} }) => {
    const project = await makeDemo("blank");
    for (const [file, text] of Object.entries(files))
      writeFileSync(join(project, ".silo/environments/demo", file), text);
    const before = filesOf(project);
    const ended = await silo([...args, "--json"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({ ok: false, error: { code } });
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.stderr).toMatch(new RegExp(`^error: ${code}: .+\ntry: `, "m"));
    expect(filesOf(project)).toEqual(before);
  },
);

it("says what stands in the way as `error: CODE: message`", async () => {
  const project = await makeDemo("blank");
  const args = ["verifier", "add", "VER-001", "--task", "TASK-001", "--no-json"];
  expect((await silo(args, { cwd: project })).stderr).toContain(
    'error: verifier_already_exists: "verifiers/VER-001.ts" already exists in environment "demo".\n',
  );
});
