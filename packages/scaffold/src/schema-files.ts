import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

/** The schemas that the author's files are completed and checked from in an editor (contract A1). */
export const schemaNames = ["manifest", "task"] as const;

export type SchemaName = (typeof schemaNames)[number];

/** The folder of the schemas in `.silo`. */
export const schemasFolder = "schemas";

/** The text of a published schema. */
export function schemaText(name: SchemaName): string {
  const require = createRequire(import.meta.url);
  return readFileSync(require.resolve(`@silo/artifacts/schemas/${name}.schema.json`), "utf8");
}

/** What `$schema` says in an environment's manifest, or in a file of one of its folders. */
export function schemaPath(name: SchemaName): string {
  return `${name === "manifest" ? "../.." : "../../.."}/${schemasFolder}/${name}.schema.json`;
}
