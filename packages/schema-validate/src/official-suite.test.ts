import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchema, type CompiledSchema } from "./compile-schema.js";
import type { Dialect, JsonSchema } from "./json-schema.js";
import { knownFailures } from "./testing/known-failures.js";
import { corpusPath, hasCorpus } from "./testing/corpus.js";

interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const suite = "json-schema-test-suite";

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

/** The suite's remote schemas, from memory, under the address that its references use. */
function readRemotes(folder: string): Record<string, JsonSchema> {
  const root = corpusPath(suite, "remotes");
  const names = filesUnder(root).map((path) => path.slice(root.length + 1));
  const ofDialect = names.filter((name) => !name.startsWith("draft") || name.startsWith(`${folder}/`));
  return Object.fromEntries(
    ofDialect.map((name) => [
      `http://localhost:1234/${name}`,
      JSON.parse(readFileSync(join(root, name), "utf8")) as JsonSchema,
    ]),
  );
}

/** What is valid, or why the schema is refused. */
function verdict(compiled: CompiledSchema | string, data: unknown): boolean | string {
  if (typeof compiled === "string") return compiled;
  try {
    return compiled.is(data);
  } catch (error) {
    return String(error);
  }
}

describe.skipIf(!hasCorpus())("the official JSON Schema test suite, required tests", () => {
  test.each([
    ["draft7", "draft-07"],
    ["draft2020-12", "2020-12"],
  ] as const)(
    "%s fails exactly where it is known to",
    (folder, dialect: Dialect) => {
      const remotes = readRemotes(folder);
      const failures: string[] = [];
      let count = 0;
      for (const file of readdirSync(corpusPath(suite, "tests", folder)).filter((name) =>
        name.endsWith(".json"),
      )) {
        const groups = JSON.parse(readFileSync(corpusPath(suite, "tests", folder, file), "utf8")) as Group[];
        for (const { description, schema, tests } of groups) {
          const needsRemotes = JSON.stringify(schema).includes("localhost:1234");
          let compiled: CompiledSchema | string;
          try {
            compiled = compileSchema(schema, {
              purpose: "data",
              origin: "foreign",
              dialect,
              ...(needsRemotes ? { remotes } : {}),
            });
          } catch (error) {
            compiled = String(error);
          }
          for (const { description: name, data, valid } of tests) {
            count++;
            const copy = structuredClone(data);
            if (verdict(compiled, data) !== valid) failures.push(`${file} / ${description} / ${name}`);
            expect(data).toEqual(copy);
          }
        }
      }
      expect(count).toBe(folder === "draft7" ? 927 : 1299);
      expect(failures).toEqual(knownFailures[dialect]);
    },
    120_000,
  );
});
