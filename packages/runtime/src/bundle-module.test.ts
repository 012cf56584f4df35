import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { makeProject, type AuthorProject } from "../test/author-project.js";
import { loadModule, foldersOf } from "./bundle-module.js";

let project: AuthorProject | undefined;

afterEach(() => {
  expect(project?.leftovers() ?? []).toEqual([]);
  project?.remove();
  project = undefined;
});

function inProject(options: Parameters<typeof makeProject>[0], files: Record<string, string>): string {
  project = makeProject(options);
  return project.write(files);
}

async function load(file: string): Promise<Record<string, unknown>> {
  return (await loadModule(file)).exports;
}

const kinds = [
  ["with type module", true],
  ["without", false],
] as const;

describe.each(kinds)("a project %s", (_kind, isModule) => {
  it.each<[string, Record<string, string>, unknown]>([
    [
      "TypeScript, its imports written as .js, .ts or without",
      {
        "index.ts": `import { a } from "./a.js"; import { b } from "./b.ts"; import { c } from "./c"; import type { T } from "./t.js";
                   export const value: T[] = [a, b, c] satisfies number[];`,
        "a.ts": "export const a: number = 1;",
        "b.ts": "export const b = 2 as number;",
        "c.ts": "export const c = 3!;",
        "t.ts": "export type T = number;",
      },
      [1, 2, 3],
    ],
    [
      "an enum, a namespace and a parameter property",
      {
        "index.ts":
          "enum E { A = 4 } namespace N { export const b = 5; } class C { constructor(readonly c: number) {} } export const value = [E.A, N.b, new C(6).c];",
      },
      [4, 5, 6],
    ],
    [
      "a type that is exported without saying so",
      {
        "index.ts":
          'import { T } from "./t.js"; export { T }; export const value: T = import.meta.url.length > 0;',
        "t.ts": "export interface T2 {} export type T = boolean;",
      },
      true,
    ],
    [
      ".mts that imports .cjs and .json",
      {
        "index.mts": `import data from "./data.json" with { type: "json" }; import legacy from "./legacy.cjs"; export const value = [data.n, legacy.n];`,
        "data.json": '{ "n": 1 }',
        "legacy.cjs": "module.exports = { n: 2 };",
      },
      [1, 2],
    ],
    [".mjs with top-level await", { "index.mjs": "export const value = await Promise.resolve(7);" }, 7],
    [
      "JSON without an attribute",
      { "index.ts": 'import data from "./d.json"; export const value = data;', "d.json": "[1]" },
      [1],
    ],
    [
      "a cycle of imports",
      {
        "index.ts": 'import { b } from "./b.js"; export const a = () => 1; export const value = b();',
        "b.ts": 'import { a } from "./index.js"; export const b = () => a() + 1;',
      },
      2,
    ],
    ["export *", { "index.ts": 'export * from "./b.js";', "b.ts": "export const value = 3;" }, 3],
    [
      "a dynamic import of a file of its own",
      { "index.ts": 'export const value = (await import("./b.js")).n;', "b.ts": "export const n = 8;" },
      8,
    ],
    [
      "a package",
      {
        "index.ts": 'import { n } from "pkg"; export const value = n;',
        "node_modules/pkg/package.json": '{"name":"pkg","type":"module","exports":"./i.js"}',
        "node_modules/pkg/i.js": "export const n = 9;",
      },
      9,
    ],
    [
      "built-in modules, with and without node:",
      {
        "index.ts":
          'import { sep } from "path"; import fs from "node:fs"; export const value = [sep, typeof fs.readFileSync];',
      },
      ["/", "function"],
    ],
    [
      "a name that package.json imports",
      {
        "index.ts": 'import { n } from "#own"; export const value = n;',
        "own.ts": "export const n = 10;",
        "package.json": JSON.stringify({
          name: "p",
          ...(isModule ? { type: "module" } : {}),
          imports: { "#own": "./own.ts" },
        }),
      },
      10,
    ],
    [
      "a path of tsconfig.json",
      {
        "index.ts": 'import { n } from "@/own"; export const value = n;',
        "src/own.ts": "export const n = 11;",
        "tsconfig.json": '{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}',
      },
      11,
    ],
    [
      "text that only looks like import.meta",
      { "index.ts": "// import.meta.url\nexport const value = 'import.meta.dirname __dirname';" },
      "import.meta.dirname __dirname",
    ],
    [
      "a __dirname of its own",
      {
        "index.mts":
          'import { dirname } from "node:path"; import { fileURLToPath } from "node:url"; const __dirname = dirname(fileURLToPath(import.meta.url)); export const value = __dirname.length > 1;',
      },
      true,
    ],
  ])("loads %s", async (_name, files, value) => {
    expect((await load(inProject({ isModule }, files)))["value"]).toEqual(value);
  });

  it("keeps import.meta to the file that it is written in", async () => {
    const file = inProject(
      { isModule },
      {
        "env/index.ts":
          'export { deep } from "../lib/deep.js"; export const own = [import.meta.url, import.meta.filename, import.meta.dirname];',
        "lib/deep.ts": "export const deep = [import.meta.url, import.meta.filename, import.meta.dirname];",
      },
    );
    const deep = join(project?.folder ?? "", "lib", "deep.ts");
    expect(await load(file)).toMatchObject({
      own: [pathToFileURL(file).href, file, join(file, "..")],
      deep: [pathToFileURL(deep).href, deep, join(deep, "..")],
    });
  });

  it("names the files that it is made of, and no package", async () => {
    const file = inProject(
      { isModule },
      {
        "env/index.ts":
          'import d from "./d.json"; import { x } from "../x.js"; import "pkg"; import type { T } from "./t.js"; export const value: T = [d, x];',
        "env/d.json": "{}",
        "env/t.ts": "export type T = unknown;",
        "x.ts": "export const x = 1;",
        "node_modules/pkg/package.json": '{"name":"pkg"}',
        "node_modules/pkg/index.js": "",
      },
    );
    const { files } = await loadModule(file);
    const folder = project?.folder ?? "";
    expect(files.sort()).toEqual([join(folder, "env/d.json"), file, join(folder, "x.ts")]);
  });
});

describe("CommonJS", () => {
  it.each<[string, string, string, unknown]>([
    ["module.exports", "index.cjs", "module.exports = { a: 1 };", { default: { a: 1 } }],
    ["exports.x", "index.cts", "exports.a = 1;", { default: { a: 1 } }],
    [
      "what a compiler made of a default export",
      "index.cjs",
      'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = 1;',
      { default: { default: 1 } },
    ],
  ])("%s is nested under default", async (_name, name, text, exports) => {
    expect(await load(inProject({ isModule: false }, { [name]: text }))).toMatchObject(exports as object);
  });

  it("has require, __dirname and __filename", async () => {
    const file = inProject(
      { isModule: false },
      {
        "env/index.cjs": `
        const { readFileSync } = require("node:fs");
        const { join } = require("path");
        const name = "./own" + ".cjs";
        module.exports = { read: readFileSync(join(__dirname, "a.txt"), "utf8"), own: require(name), place: [__filename, __dirname], pkg: require("pkg"), where: require.resolve("pkg") };`,
        "env/a.txt": "read me",
        "env/own.cjs": "module.exports = 5;",
        "node_modules/pkg/package.json": '{"name":"pkg"}',
        "node_modules/pkg/index.js": "module.exports = 6;",
      },
    );
    const where = join(project?.folder ?? "", "node_modules/pkg/index.js");
    expect((await load(file))["default"]).toEqual({
      read: "read me",
      own: 5,
      place: [file, join(file, "..")],
      pkg: 6,
      where,
    });
  });
});

describe("odd paths", () => {
  it.each(["silo a b-", "silo+a-", "silo@a-", "silo-übergröße-日本-", "silo'a-", "silo$&(a)[b]-"])(
    "%s",
    async (name) => {
      const file = inProject(
        { name },
        {
          "my env/in dex+1.ts":
            'import { b } from "./b @.js"; export const value = [b, import.meta.dirname];',
          "my env/b @.ts": "export const b = 1;",
        },
      );
      expect((await load(file))["value"]).toEqual([1, join(file, "..")]);
    },
  );

  it("a link to the project: a module knows itself by its real path", async () => {
    const file = inProject({}, { "env/index.ts": "export const value = import.meta.filename;" });
    const link = `${project?.folder ?? ""}-link`;
    symlinkSync(project?.folder ?? "", link);
    try {
      const loaded = await loadModule(join(link, "env/index.ts"));
      expect([loaded.exports["value"], loaded.files]).toEqual([file, [file]]);
    } finally {
      rmSync(link);
    }
  });

  it("no node_modules anywhere above", async () => {
    const file = inProject(
      {},
      { "index.ts": 'import { sep } from "node:path"; export const value: string = sep;' },
    );
    rmSync(join(project?.folder ?? "", "node_modules"), { recursive: true });
    expect((await load(file))["value"]).toBe("/");
    expect(foldersOf(file)).toEqual([project?.folder]);
  });

  it("a package of a package above the nearest node_modules", async () => {
    const file = inProject(
      {},
      {
        "packages/a/env/index.ts": 'import { n } from "root-pkg"; export const value = n;',
        "node_modules/root-pkg/package.json": '{"name":"root-pkg","type":"module","exports":"./i.js"}',
        "node_modules/root-pkg/i.js": "export const n = 1;",
      },
    );
    const own = join(project?.folder ?? "", "packages/a/node_modules");
    mkdirSync(own);
    expect((await load(file))["value"]).toBe(1);
    expect(readdirSync(join(own, ".cache/silo"))).toEqual([]);
    expect(foldersOf(file)).toEqual([join(file, ".."), join(own, "..")]);
  });
});

describe("a module that breaks", () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ["with a syntax error", { "index.ts": "export const a = ;" }, /index\.ts:1:17/],
    [
      "with JSON that is none",
      { "index.ts": 'import d from "./d.json"; export { d };', "d.json": "{,}" },
      /d\.json:1:1/,
    ],
    [
      "with an import of a file that is not there",
      { "index.ts": 'import "./none.js";' },
      /Could not resolve "\.\/none\.js"/,
    ],
    [
      "with an import of a package that is not there",
      { "index.ts": 'import "no-such-package-here";' },
      /no-such-package-here/,
    ],
    [
      "with an import of a name that is not there",
      { "index.mjs": 'import { b } from "./b.mjs"; export { b };', "b.mjs": "export const a = 1;" },
      /No matching export/,
    ],
    ["by throwing", { "index.ts": "throw new RangeError('at load');" }, /at load/],
    ["by rejecting", { "index.mts": "await Promise.reject(new Error('at load'));" }, /at load/],
    ["by not being there", { "other.ts": "" }, /./],
  ])("%s", async (name, files, message) => {
    const file = inProject({}, files);
    await expect(loadModule(name === "by not being there" ? `${file}x` : file)).rejects.toThrowError(message);
  });
});

describe("every load", () => {
  it("evaluates the entry, its imports and its JSON anew", async () => {
    const file = inProject(
      {},
      {
        "index.ts":
          'import { count } from "./count.js"; import d from "./d.json"; count.n += 1; export const value = [count.n, d.n];',
        "count.ts": "export const count = { n: 0 };",
        "d.json": '{"n":1}',
      },
    );
    expect((await load(file))["value"]).toEqual([1, 1]);
    project?.write({ "d.json": '{"n":2}' });
    expect((await load(file))["value"]).toEqual([1, 2]);
    const both = await Promise.all([load(file), load(file)]);
    expect(both.map(({ value }) => value)).toEqual([
      [1, 2],
      [1, 2],
    ]);
    renameSync(file, `${file}x`);
    await expect(load(file)).rejects.toThrowError();
  });
});
