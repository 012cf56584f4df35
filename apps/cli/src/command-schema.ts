import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CommandDefinition } from "./command.js";
import { schemaName } from "./schema-name.js";

/** The text of the JSON Schema of what a command gives as `result`; of no command, that of the envelope around it. */
export function commandSchema(command: CommandDefinition | undefined): string {
  const file =
    command === undefined
      ? createRequire(import.meta.url).resolve("@silo/errors/envelope.schema.json")
      : new URL(`../schemas/${schemaName(command.name)}.schema.json`, import.meta.url);
  return readFileSync(file, "utf8");
}
