import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileSchema, type JsonSchemaObject } from "@silo/schema-validate";
import { format, resolveConfig } from "prettier";
import { describe, expect, it } from "vitest";
import { conversationSchema } from "./conversation.js";
import { manifestSchema } from "./manifest.js";
import { resultSchema } from "./result.js";
import { runSchema } from "./run.js";
import { stateDiffSchema } from "./state-diff.js";
import { taskSchema } from "./task.js";
import { traceEventSchema } from "./trace.js";
import { validationReportSchema } from "./validation-report.js";

/** `pnpm generate` writes the files anew from these. */
const published = {
  conversation: conversationSchema,
  manifest: manifestSchema,
  result: resultSchema,
  run: runSchema,
  "state-diff": stateDiffSchema,
  task: taskSchema,
  "trace-event": traceEventSchema,
  "validation-report": validationReportSchema,
};

const folder = fileURLToPath(new URL("../schemas/", import.meta.url));
const fileOf = (name: string): string => `${folder}${name}.schema.json`;

describe("the published schema files", () => {
  it.each(Object.entries(published))("%s is what the definition gives", async (name, schema) => {
    const document = { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema };
    const options = await resolveConfig(fileOf(name));
    const text = await format(JSON.stringify(document), { ...options, parser: "json" });
    await expect(text).toMatchFileSnapshot(fileOf(name));
  });

  it("are these and no others, each with an id of its own, and each can be used as it is", () => {
    const files = readdirSync(folder);
    expect(files.sort()).toEqual(
      Object.keys(published)
        .map((name) => `${name}.schema.json`)
        .sort(),
    );
    const schemas = files.map(
      (file) => JSON.parse(readFileSync(`${folder}${file}`, "utf8")) as JsonSchemaObject & { $id: string },
    );
    expect(new Set(schemas.map(({ $id }) => $id)).size).toBe(files.length);
    for (const schema of schemas) {
      expect(schema.$id).toMatch(/^urn:silo:[a-z-]+:1$/);
      expect(compileSchema(schema, { purpose: "data" }).is({ unknown: 1 })).toBe(false);
    }
  });
});
