import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLayers, readManifest } from "../src/layers.js";
import { packAll } from "../src/pack.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "silo-packed-"));
const bin = join(repository, "node_modules/.bin");
const packages = Object.entries(readLayers(repository).packages);
const libraries = packages.map(([name]) => name).filter((name) => name !== "cli");
let tarballs: Record<string, string> = {};

beforeAll(() => {
  tarballs = packAll(repository, join(folder, "tarballs"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, args: string[], cwd: string): { exitCode: number | null; output: string } {
  // What the package manager that runs this test tells its scripts is not there in a project of somebody's.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_PATH$|PNPM_)/i.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  return { exitCode: status, output: `${stdout}${stderr}` };
}

function emptyProject(name: string, type: "module" | "commonjs", files: string[]): string {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name, version: "1.0.0", private: true, type }),
  );
  const installed = run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...files], project);
  if (installed.exitCode !== 0) throw new Error(installed.output);
  return project;
}

/** The first block of a language in a Markdown file. */
function blockOf(file: string, language: string): string {
  const text = readFileSync(join(repository, file), "utf8");
  const block = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text)?.[1];
  if (block === undefined) throw new Error(`${file} has no block of ${language}`);
  return block;
}

/** Imports a library both ways and prints what it exports, without `default` and the marks of the module systems. */
const listExports = (name: string): string[] => [
  "--input-type=module",
  "-e",
  `import { createRequire } from "node:module";
   const names = (exports) => Object.keys(exports).filter((name) => !["default", "__esModule", "module.exports"].includes(name)).sort();
   const imported = names(await import("${name}"));
   const required = names(createRequire(process.cwd() + "/x.js")("${name}"));
   console.log(JSON.stringify({ imported, required }));`,
];

describe("the packed packages, installed in an empty project", () => {
  let project = "";
  beforeAll(() => {
    project = emptyProject("all", "module", Object.values(tarballs));
  });

  it.each(libraries)("@silo/%s gives the same by import and by require", (name) => {
    const { exitCode, output } = run(process.execPath, listExports(`@silo/${name}`), project);
    expect(exitCode, output).toBe(0);
    const { imported, required } = JSON.parse(output) as { imported: string[]; required: string[] };
    expect(imported.length).toBeGreaterThan(0);
    expect(required).toEqual(imported);
  });

  it("answers npx silo --version with the version of its package", () => {
    const { version } = readManifest(repository, readLayers(repository).packages["cli"]!) as {
      version: string;
    };
    expect(run("npx", ["--no-install", "silo", "--version"], project)).toEqual({
      exitCode: 0,
      output: `${version}\n`,
    });
  });

  it("runs the sample of the SDK's README", () => {
    const folderOfSample = join(project, "sdk");
    mkdirSync(folderOfSample);
    writeFileSync(
      join(folderOfSample, "sample.mjs"),
      `${blockOf("packages/scaffold/README.md", "ts")}
console.log(report.ok, outcome.verdict);`,
    );
    writeFileSync(join(folderOfSample, "agent.ts"), "export default async () => ({ output: 1 });\n");
    const { exitCode, output } = run(process.execPath, ["sample.mjs"], folderOfSample);
    expect(output).toBe("true failed\n");
    expect(exitCode).toBe(0);
  });

  it("runs the commands of the command's README", () => {
    const folderOfCommands = join(project, "command");
    cpSync(join(repository, "apps/demo/agents"), join(folderOfCommands, "agents"), { recursive: true });
    writeFileSync(join(folderOfCommands, "agent.ts"), 'export { default } from "./agents/careful.js";\n');
    for (const line of blockOf("apps/cli/README.md", "sh").trim().split("\n")) {
      const [command, ...args] = line.split(" ");
      expect(command).toBe("silo");
      const { exitCode, output } = run("npx", ["--no-install", "silo", ...args], folderOfCommands);
      expect(exitCode, `${line}\n${output}`).toBe(0);
    }
  });

  it("runs an environment in a CommonJS project as well", () => {
    const commonjs = emptyProject("cjs", "commonjs", Object.values(tarballs));
    writeFileSync(
      join(commonjs, "agent.js"),
      "module.exports = async ({ callTool }) => ({ output: JSON.stringify(await callTool('list_todos', {})) });\n",
    );
    expect(run("npx", ["--no-install", "silo", "init", "demo"], commonjs).exitCode).toBe(0);
    const { exitCode, output } = run(
      "npx",
      [
        "--no-install",
        "silo",
        "run",
        "--env",
        "demo",
        "--task",
        "TASK-001",
        "--agent",
        "agent.js",
        "--no-json",
      ],
      commonjs,
    );
    expect(output).toContain("FAILED  reward 0");
    expect(output).toContain("TODO-1");
    expect(exitCode).toBe(1);
  });
});

describe("@silo/errors alone", () => {
  it("works without any other package", () => {
    const project = emptyProject("errors-alone", "commonjs", [tarballs["@silo/errors"] ?? ""]);
    expect(existsSync(join(project, "node_modules/@silo/schema-validate"))).toBe(false);
    const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as { packages: object };
    expect(Object.keys(lock.packages)).toEqual(["", "node_modules/@silo/errors"]);
    const script = `const { siloError, exitCodeOf } = require("@silo/errors"); const error = siloError("task_not_found", { taskId: "T", environment: "e", available: "none" }); console.log(error.code, exitCodeOf(error));`;
    expect(run(process.execPath, ["-e", script], project).output).toBe("task_not_found 10\n");
  });
});

describe.each(packages)("@silo/%s", (name, layer) => {
  it("passes publint", () => {
    const { exitCode, output } = run(
      join(bin, "publint"),
      ["run", tarballs[`@silo/${name}`] ?? "", "--strict"],
      repository,
    );
    expect(exitCode, output).toBe(0);
  });

  it.runIf(name !== "cli")("passes are-the-types-wrong", () => {
    const { exitCode, output } = run(
      join(bin, "attw"),
      ["--profile", "node16", "--no-color", tarballs[`@silo/${name}`] ?? ""],
      repository,
    );
    expect(exitCode, output).toBe(0);
  });

  it("brings its licence, its README and nothing of the sources but templates", () => {
    const files = run("tar", ["-tzf", tarballs[`@silo/${name}`] ?? ""], repository)
      .output.trim()
      .split("\n");
    expect(files).toContain("package/LICENSE");
    expect(files).toContain("package/README.md");
    expect(files.filter((file) => /\.test\.|^package\/(src|test)\//.test(file))).toEqual([]);
    const manifest = JSON.stringify(readManifest(repository, layer));
    expect(manifest).toContain('"MIT"');
  });
});
