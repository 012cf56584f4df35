import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as source from "../src/index.js";

// What is published, installed alone: without the repository around it, and without any other package.

const packageFolder = fileURLToPath(new URL("../", import.meta.url));
const repository = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "silo-errors-"));
const subpaths = ["nearest", "error-from-json", "explain"];
let tarball = "";

beforeAll(() => {
  const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
    packageManager: string;
  };
  const pnpm = manifest.packageManager.split("+")[0]!;
  execFileSync("npx", ["-y", pnpm, "pack", "--pack-destination", folder], {
    cwd: packageFolder,
    stdio: "pipe",
  });
  tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(".tgz"))!,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An empty project with the tarball in it. There is nothing to fetch, so npm stays offline. */
function project(name: string, type: "module" | "commonjs"): string {
  const root = join(folder, name);
  mkdirSync(root);
  writeFileSync(join(root, "package.json"), JSON.stringify({ name, version: "1.0.0", private: true, type }));
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], {
    cwd: root,
    stdio: "pipe",
  });
  return root;
}

function node(root: string, code: string): unknown {
  const file = join(root, "main.js");
  writeFileSync(file, code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: root, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout) as unknown;
}

/** A use of every entry, as the body of a function that is given them. */
const use = `
  const { siloError, isSiloError, exitCodeOf, renderError, toToolErrorValue, toolError, agentText } = errors;
  const error = siloError("run_not_found", { runId: "r", folder: "runs" });
  const rebuilt = fromJson.errorFromJSON(JSON.parse(JSON.stringify(error)));
  return {
    text: renderError(error),
    exitCode: exitCodeOf(rebuilt),
    isSiloError: isSiloError(rebuilt, "run_not_found"),
    isInstance: rebuilt instanceof errors.StateError,
    value: toToolErrorValue(toolError("conflict", "It is taken."), { tool: "take" }).value,
    hostile: agentText({ big: 10n, not: NaN }),
    near: nearest.nearest("stagee", ["stage", "name"]),
    meaning: explain.explanationOf("run_not_found").exitCode,
  };
`;

const expected = {
  text: 'error: run_not_found: There is no run "r" in runs.\ntry: List the runs\n     silo runs list',
  exitCode: 10,
  isSiloError: true,
  isInstance: true,
  value: { code: "conflict", message: "It is taken." },
  hostile: '{"big":"[bigint 10]","not":"[NaN]"}',
  near: ["stage"],
  meaning: 10,
};

const entries = ["errors", "nearest", "fromJson", "explain"];
const specifiers = ["@silo/errors", ...subpaths.map((name) => `@silo/errors/${name}`)];
const imports = entries.map((name, index) => `import * as ${name} from "${specifiers[index]}";`).join("\n");
const requires = entries.map((name, index) => `const ${name} = require("${specifiers[index]}");`).join("\n");

const compile = (root: string): string => {
  copyFileSync(join(packageFolder, "test/consumer/consumer.ts"), join(root, "consumer.ts"));
  copyFileSync(join(packageFolder, "test/consumer/tsconfig.json"), join(root, "tsconfig.json"));
  const tsc = join(repository, "node_modules/.bin/tsc");
  return spawnSync(tsc, ["-p", root], { encoding: "utf8" }).stdout;
};

describe("installed alone in an empty project", () => {
  it("works in one of ECMAScript modules, with its types", () => {
    const root = project("esm", "module");
    const body = `console.log(JSON.stringify((() => {${use}})()));`;
    expect(node(root, `${imports}\n${body}`)).toEqual(expected);
    expect(compile(root)).toBe("");
    expect(readdirSync(join(root, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "@silo",
    ]);
    expect(readdirSync(join(root, "node_modules/@silo"))).toEqual(["errors"]);
  });

  it("works in one of CommonJS, with its types", () => {
    const root = project("cjs", "commonjs");
    const body = `console.log(JSON.stringify((() => {${use}})()));`;
    expect(node(root, `${requires}\n${body}`)).toEqual(expected);
    expect(compile(root)).toBe("");
  });

  it("gives its JSON files, and hides what is not exported", () => {
    const root = project("json", "module");
    const require = createRequire(join(root, "main.js"));
    expect(require("@silo/errors/catalogue.json")).toMatchObject({ formatVersion: 1 });
    expect(require("@silo/errors/envelope.schema.json")).toMatchObject({ $id: "urn:silo:envelope:1" });
    expect(() => require.resolve("@silo/errors/dist/index.js")).toThrow("not defined by");
  });

  it("works in a browser: bundled, it needs nothing of Node", async () => {
    const root = project("browser", "module");
    const { outputFiles } = await build({
      stdin: { contents: `${imports}\nexport { errors };\nexport function use() {${use}}`, resolveDir: root },
      bundle: true,
      minify: true,
      write: false,
      platform: "browser",
      format: "iife",
      globalName: "bundle",
    });
    // A context has the globals of the language, and none of Node.
    const context = createContext({});
    runInContext(outputFiles[0]!.text, context);
    expect(
      runInContext("[typeof process, typeof Buffer, typeof require, typeof global].join()", context),
    ).toBe("undefined,undefined,undefined,undefined");
    expect(JSON.parse(runInContext("JSON.stringify(bundle.use())", context) as string)).toEqual(expected);

    // Its errors are of another realm and another copy, and are told all the same.
    const foreign: unknown = runInContext(
      'bundle.errors.siloError("agent_not_found", { file: "a" })',
      context,
    );
    expect(foreign instanceof Error).toBe(false);
    expect([source.isSiloError(foreign, "agent_not_found"), foreign instanceof source.StateError]).toEqual([
      true,
      true,
    ]);
    expect(source.exitCodeOf(foreign)).toBe(10);
    const plain: unknown = runInContext('new RangeError("of another realm")', context);
    expect(source.toSiloError(plain)).toMatchObject({
      code: "unexpected_error",
      details: { reason: "RangeError: of another realm" },
    });
  });
});

describe("the tarball", () => {
  it("holds what is built and what is read, and no source condition", () => {
    const root = join(project("files", "module"), "node_modules/@silo/errors");
    expect(readdirSync(root).sort()).toEqual([
      "LICENSE",
      "README.md",
      "catalogue.json",
      "dist",
      "envelope.schema.json",
      "package.json",
    ]);
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object };
    expect(Object.keys(manifest.exports)).toEqual([
      ".",
      ...subpaths.map((name) => `./${name}`),
      "./catalogue.json",
      "./envelope.schema.json",
    ]);
    expect(JSON.stringify(manifest)).not.toContain("@silo/source");
  });
});
