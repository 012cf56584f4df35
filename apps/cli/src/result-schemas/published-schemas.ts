import type { JsonSchemaObject } from "@silo/schema-validate";
import { schemaName } from "../schema-name.js";
import { authoringResults } from "./authoring-results.js";
import { ownResult, referenceResults } from "./reference-results.js";
import { runResults } from "./run-results.js";

/** The `result` of each command by its name, and that of `silo` itself under no name. `pnpm generate` writes the files. */
const results: Record<string, JsonSchemaObject> = {
  "": ownResult,
  ...authoringResults,
  ...runResults,
  ...referenceResults,
};

/** The published schemas by the name of their file, each a whole document. */
export const publishedSchemas: Record<string, JsonSchemaObject> = Object.fromEntries(
  Object.entries(results).map(([command, { title: _title, description, ...result }]) => {
    const about = `The result in the envelope of ${["silo", command].join(" ").trim()} --json. Readers ignore members that they do not know.`;
    const document = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:silo:result-of-${schemaName(command)}:1`,
      title: `Result of ${["silo", command].join(" ").trim()}`,
      description: [about, ...(typeof description === "string" ? [`${description}.`] : [])].join(" "),
      ...result,
    };
    return [schemaName(command), document];
  }),
);
