import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileSchema } from "./compile-schema.js";
import type { Dialect, JsonSchema } from "./json-schema.js";

const folder = join(process.env["SILO_CORPUS"] ?? new URL("../../../../shared", import.meta.url).pathname, "corpus/json-schema-test-suite");
console.log(folder);
function filesUnder(at: string): string[] {
  return readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}
function remotes(dialect: "draft7" | "draft2020-12"): Record<string, JsonSchema> {
  const root = join(folder, "remotes");
  const found: Record<string, JsonSchema> = {};
  for (const path of filesUnder(root)) {
    const name = path.slice(root.length + 1);
    if (/^draft/.test(name) && !name.startsWith(`${dialect}/`)) continue;
    found[`http://localhost:1234/${name}`] = JSON.parse(readFileSync(path, "utf8")) as JsonSchema;
  }
  return found;
}
test.each([["draft7", "draft-07"], ["draft2020-12", "2020-12"]] as const)("%s", (name, dialect: Dialect) => {
  expect(existsSync(folder)).toBe(true);
  const all = remotes(name);
  const base = JSON.parse(readFileSync(join(folder, "ajv8-baseline.json"), "utf8"))[name].required.fail.map((f: any) => `${f.file} | ${f.group} | ${f.test}`);
  const failures: string[] = [];
  for (const file of readdirSync(join(folder, "tests", name)).filter((f) => f.endsWith(".json"))) {
    for (const group of JSON.parse(readFileSync(join(folder, "tests", name, file), "utf8"))) {
      const needs = JSON.stringify(group.schema).includes("localhost:1234");
      let compiled: ReturnType<typeof compileSchema> | undefined; let err = "";
      try { compiled = compileSchema(group.schema, { purpose: "data", dialect, origin: "foreign", ...(needs ? { remotes: all } : {}) }); } catch (e) { err = (e as Error).message; }
      for (const t of group.tests) {
        let got: unknown = err;
        if (compiled) try { got = compiled.is(t.data); } catch (e) { got = (e as Error).message; }
        if (got !== t.valid) failures.push(`${file} | ${group.description} | ${t.description} => ${String(got)}`);
      }
    }
  }
  console.log(name, failures.length);
  let shown=0; for (const f of failures) if (shown++<400) if (!base.includes(f.split(" => ")[0])) console.log("NEW", f.slice(0,300));
  const fixed = base.filter((b: string) => !failures.some((f) => f.startsWith(b)));
  console.log("fixed", fixed);
});
