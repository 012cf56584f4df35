import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileSchema, type JsonSchemaObject } from "@silo/schema-validate";
import { format, resolveConfig } from "prettier";
import { describe, expect, it } from "vitest";
import { commandSchema } from "../command-schema.js";
import { commands } from "../commands.js";
import { schemaName } from "../schema-name.js";
import { publishedSchemas } from "./published-schemas.js";

const folder = fileURLToPath(new URL("../../schemas/", import.meta.url));
const fileOf = (name: string): string => `${folder}${name}.schema.json`;

describe("the published schemas of results", () => {
  it("are there for every command, for silo itself, and for nothing else", () => {
    const names = ["silo", ...commands.map(({ name }) => schemaName(name))].sort();
    expect(Object.keys(publishedSchemas).sort()).toEqual(names);
    expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.schema.json`).sort());
  });

  it.each(Object.entries(publishedSchemas))("%s is what the definition gives", async (name, document) => {
    const options = await resolveConfig(fileOf(name));
    const text = await format(JSON.stringify(document), { ...options, parser: "json" });
    await expect(text).toMatchFileSnapshot(fileOf(name));
  });

  it("say of every object which members it has, and refuse what no command gives", () => {
    for (const [name, document] of Object.entries(publishedSchemas)) {
      const schema = compileSchema(document, { purpose: "data" });
      for (const value of [{}, { unknown: 1 }, [], null]) expect(schema.is(value), name).toBe(false);
      for (const object of objectsIn(document)) {
        const { properties, additionalProperties } = object as Record<string, unknown>;
        expect(properties === undefined ? typeof additionalProperties : additionalProperties, name).toBe(
          properties === undefined ? "object" : false,
        );
      }
    }
  });

  it("are what the command reads; without a command it is the envelope", () => {
    for (const command of commands)
      expect(JSON.parse(commandSchema(command))).toMatchObject({
        title: `Result of silo ${command.name}`,
        $id: `urn:silo:result-of-${schemaName(command.name)}:1`,
      });
    expect(JSON.parse(commandSchema(undefined))).toMatchObject({ $id: "urn:silo:envelope:1" });
  });
});

/** Every schema of an object within a schema. */
function objectsIn(schema: unknown): JsonSchemaObject[] {
  if (Array.isArray(schema)) return schema.flatMap(objectsIn);
  if (typeof schema !== "object" || schema === null) return [];
  const own = (schema as { type?: unknown }).type === "object" ? [schema as JsonSchemaObject] : [];
  return [...own, ...Object.values(schema).flatMap(objectsIn)];
}
