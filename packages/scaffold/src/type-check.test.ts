import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, type EnvironmentProject } from "../test/environment-project.js";
import { typeCheck, type TypeFault } from "./type-check.js";

let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
});
afterEach(() => project.remove());

function check(): Promise<TypeFault[]> {
  return typeCheck({
    name: "demo",
    folder: project.environment,
    project: join(project.environment, "../../.."),
  });
}

const sound =
  'import { toolError } from "@silo/runtime";\nexport const n: number = 1;\nexport { toolError };\n';

// The compiler takes its time, more so on a machine that does other things.
describe("typeCheck", { timeout: 60_000 }, () => {
  it("finds nothing in what is right, with @silo/runtime from here, and remembers it", async () => {
    project.write({ "index.ts": sound });
    expect(await check()).toEqual([]);
    const cache = join(project.environment, "../../cache");
    expect(readdirSync(cache)).toEqual(["types-demo.json"]);
    expect(await check()).toEqual([]);
  });

  it("says where a fault is, and finds one that came after it had found nothing", async () => {
    project.write({ "index.ts": sound, "tools/a.ts": "export const x = 1;\n" });
    expect(await check()).toEqual([]);
    project.write({ "tools/a.ts": '\nexport const x: number = "1";\n' });
    expect(await check()).toEqual([
      {
        message: "TS2322: Type 'string' is not assignable to type 'number'.",
        file: "tools/a.ts",
        line: 2,
        column: 14,
      },
    ]);
    expect(await check()).toHaveLength(1);
    project.write({ "tools/a.ts": "export const x = 1;\n", "tools/b.ts": "export const y: string = 2;\n" });
    expect((await check()).map(({ file }) => file)).toEqual(["tools/b.ts"]);
    project.write({ "tools/b.ts": undefined });
    expect(await check()).toEqual([]);
  });

  it("takes a large dataset for any, and a small one for what it is", async () => {
    const records = (count: number): string =>
      JSON.stringify(Array.from({ length: count }, (_, index) => ({ [`field${index}`]: "x".repeat(100) })));
    const use = (name: string): string =>
      `import data from "./data/${name}.json" with { type: "json" };\nexport const wrong: number = data;\n`;
    project.write({
      "data/small.json": records(3),
      "data/large.json": records(1_500),
      "index.ts": sound,
      "a.ts": use("small"),
      "b.ts": use("large"),
    });
    expect((await check()).map(({ file, line }) => [file, line])).toEqual([["a.ts", 2]]);
    // The answer without a fault is not given again when the dataset has changed.
    project.write({ "a.ts": undefined });
    expect(await check()).toEqual([]);
    project.write({ "data/large.json": records(3) });
    expect((await check()).map(({ file }) => file)).toEqual(["b.ts"]);
  });

  it("knows the types of the runtime: a tool that is declared wrongly is found", async () => {
    project.write({
      "index.ts":
        'import { defineTool } from "@silo/runtime";\nexport const t = defineTool<object>({ name: 1, description: "", inputSchema: {}, run: () => 1 });\n',
    });
    expect(await check()).toMatchObject([
      { file: "index.ts", line: 2, message: expect.stringMatching(/^TS2322/) as string },
    ]);
  });

  it("goes by the author's configuration, the nearest one, and what it extends", async () => {
    project.write({
      "index.ts": "export function f(a) { return a; }\n",
      "tsconfig.json": JSON.stringify({
        compilerOptions: { strict: false, module: "ESNext", moduleResolution: "Bundler" },
      }),
    });
    expect(await check()).toEqual([]);
    project.write({
      "tsconfig.json": JSON.stringify({ extends: "./base.json" }),
      "base.json": JSON.stringify({ compilerOptions: { strict: false } }),
    });
    expect(await check()).toEqual([]);
    project.write({ "base.json": JSON.stringify({ compilerOptions: { strict: true } }) });
    expect(await check()).toMatchObject([
      { file: "index.ts", message: expect.stringMatching(/^TS7006/) as string },
    ]);
  });

  it("tells of a configuration that is none", async () => {
    project.write({ "index.ts": sound, "tsconfig.json": '{ "compilerOptions": { "target": "ES1066" } }' });
    expect(await check()).toMatchObject([
      { file: "tsconfig.json", message: expect.stringMatching(/^TS6046/) as string },
    ]);
    project.write({ "tsconfig.json": "{ nonsense" });
    expect((await check()).length).toBeGreaterThan(0);
  });

  it("has nothing to say where there is no TypeScript", async () => {
    project.write({ "index.ts": undefined, "index.js": "export const x = y;\n" });
    expect(await check()).toEqual([]);
    expect(existsSync(join(project.environment, "../../cache"))).toBe(false);
  });
});
