import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { importProblems } from "../src/import-problems.js";
import { layersAsMarkdown, readLayers } from "../src/layers.js";
import { manifestProblems } from "../src/manifest-problems.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const temporary: string[] = [];

afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

const target = { import: { types: "./dist/index.d.ts", default: "./dist/index.js" } };

function manifestOf(name: string, dependencies: Record<string, string>, changes: object = {}): object {
  return {
    name: `@silo/${name}`,
    description: name,
    license: "MIT",
    type: "module",
    engines: { node: ">=20.19" },
    exports: { ".": { "@silo/source": "./src/index.ts", ...target } },
    publishConfig: { access: "public", exports: { ".": target } },
    files: ["dist"],
    dependencies,
    ...changes,
  };
}

/** A repository of two packages, `low` and `high`, where high may import low; `files` go over what is there. */
function plant(files: Record<string, string | object>): string {
  const root = mkdtempSync(join(tmpdir(), "silo-layers-"));
  temporary.push(root);
  const all: Record<string, string | object> = {
    "layers.json": {
      packages: {
        low: { folder: "packages/low", owns: "values", mayImport: [] },
        high: { folder: "packages/high", owns: "use", mayImport: ["low"] },
      },
      private: {},
    },
    "packages/low/package.json": manifestOf("low", {}),
    "packages/low/src/index.ts": `export { value } from "./value.js";\n`,
    "packages/low/src/value.ts": "export const value = 1;\n",
    "packages/high/package.json": manifestOf("high", { "@silo/low": "workspace:*" }),
    "packages/high/src/index.ts": `import { value } from "@silo/low";\nexport const twice = value * 2;\n`,
    ...files,
  };
  for (const [file, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), typeof content === "string" ? content : JSON.stringify(content));
  }
  for (const [user, used] of [
    ["high", "low"],
    ["low", "high"],
  ] as const) {
    mkdirSync(join(root, "packages", user, "node_modules/@silo"), { recursive: true });
    symlinkSync(join(root, "packages", used), join(root, "packages", user, "node_modules/@silo", used));
  }
  return root;
}

describe("imports", () => {
  it("accepts what the table allows", async () => {
    expect(await importProblems(plant({}))).toEqual([]);
  });

  it.each([
    [
      "an import against the direction",
      "packages/low/src/value.ts",
      `import { twice } from "@silo/high";\nexport const value = twice;\n`,
      /layers\.json does not allow it/,
    ],
    [
      "a type import against the direction",
      "packages/low/src/value.ts",
      `import type { twice } from "@silo/high";\nexport const value: typeof twice = 1;\n`,
      /layers\.json does not allow it/,
    ],
    [
      "a package that has no row",
      "packages/high/src/index.ts",
      `import { x } from "@silo/elsewhere";\nexport const twice = x;\n`,
      /layers\.json does not allow it/,
    ],
    [
      "a relative path into another package",
      "packages/high/src/index.ts",
      `import { value } from "../../low/src/index.js";\nexport const twice = value;\n`,
      /never by a path into it/,
    ],
    [
      "a deep import",
      "packages/high/src/index.ts",
      `import { value } from "@silo/low/src/value.js";\nexport const twice = value;\n`,
      /cannot be resolved/,
    ],
    [
      "an undeclared dependency",
      "packages/high/src/index.ts",
      `import Ajv from "ajv";\nexport const twice = Ajv;\n`,
      /cannot be resolved|does not declare it/,
    ],
    [
      "a cycle",
      "packages/low/src/value.ts",
      `import * as all from "./index.js";\nexport const value = Object.keys(all).length;\n`,
      /closes a cycle/,
    ],
  ])("refuses %s", async (_kind, file, source, expected) => {
    const problems = await importProblems(plant({ [file]: source }));
    expect(
      problems.some((problem) => expected.test(problem)),
      problems.join("\n"),
    ).toBe(true);
  });
});

describe("manifests", () => {
  it("accepts what the table allows", () => {
    expect(manifestProblems(plant({}))).toEqual([]);
  });

  it.each<[string, Record<string, object>, RegExp]>([
    [
      "a dependency against the direction",
      { "packages/low/package.json": manifestOf("low", { "@silo/high": "workspace:*" }) },
      /does not allow/,
    ],
    [
      "a fixed version of a neighbour",
      { "packages/high/package.json": manifestOf("high", { "@silo/low": "1.0.0" }) },
      /workspace:\*/,
    ],
    ["a package without a row", { "packages/new/package.json": manifestOf("new", {}) }, /no row/],
    [
      "a row without a package",
      { "layers.json": { packages: { ...readLayers(repository).packages }, private: {} } },
      /no package\.json/,
    ],
    ["another name than the row's", { "packages/low/package.json": manifestOf("lower", {}) }, /is named/],
    [
      "another licence",
      { "packages/low/package.json": manifestOf("low", {}, { license: "ISC" }) },
      /"license" must be "MIT"/,
    ],
    [
      "a published source",
      { "packages/low/package.json": manifestOf("low", {}, { publishConfig: { access: "public" } }) },
      /publishConfig\.exports/,
    ],
  ])("refuses %s", (_kind, files, expected) => {
    const problems = manifestProblems(plant(files));
    expect(
      problems.some((problem) => expected.test(problem)),
      problems.join("\n"),
    ).toBe(true);
  });
});

describe("this repository", () => {
  it("shows its layer table in CONTRIBUTING.md as it is", () => {
    const cells = (text: string): string[] =>
      text.split("\n").map((line) => line.replaceAll(/ *\| */g, "|").replaceAll(/-+/g, "-"));
    const shown = cells(readFileSync(join(repository, "CONTRIBUTING.md"), "utf8"));
    for (const row of cells(layersAsMarkdown(readLayers(repository)))) expect(shown).toContain(row);
  });

  it("lists every published package for release", () => {
    const { ignore } = JSON.parse(readFileSync(join(repository, ".changeset/config.json"), "utf8")) as {
      ignore: string[];
    };
    for (const name of Object.keys(readLayers(repository).packages))
      expect(ignore).not.toContain(`@silo/${name}`);
  });
});
