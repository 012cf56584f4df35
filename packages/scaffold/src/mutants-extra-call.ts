import type { JsonValue } from "@silo/artifacts";
import type { ProvedTool, ScriptCall } from "@silo/runtime";
import { isObject, type JsonObject, type WorldEntities } from "./mutants-entities.js";

/** How many made-up calls there are of each tool. */
const variants = 3;

/**
 * Calls that write, which no solution makes: one for each tool at least, made up from its schema, with ids of the world
 * where an argument takes one. Whether a tool accepts them shows when they are made.
 */
export function madeUpCalls(tools: readonly ProvedTool[], entities: WorldEntities): ScriptCall[] {
  return Array.from({ length: variants }, (_, variant) => variant).flatMap((variant) =>
    tools
      .filter(({ effect }) => effect === "write")
      .map(({ name, inputSchema }) => ({
        tool: name,
        input: new Inventor(entities, variant).invent(inputSchema, name),
      })),
  );
}

class Inventor {
  readonly #entities: WorldEntities;
  readonly #variant: number;

  constructor(entities: WorldEntities, variant: number) {
    this.#entities = entities;
    this.#variant = variant;
  }

  /** A value that a schema probably accepts. `name` is what the argument is called. */
  invent(schema: JsonValue, name: string): JsonValue {
    if (!isObject(schema)) return "x";
    if (schema["const"] !== undefined) return schema["const"];
    for (const list of ["enum", "examples"]) {
      const values = schema[list];
      if (Array.isArray(values) && values.length > 0) return values[this.#variant % values.length] ?? null;
    }
    const branches = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(branches) && branches[0] !== undefined) return this.invent(branches[0], name);
    const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
    switch (type) {
      case "object":
        return this.#object(schema);
      case "array":
        return typeof schema["minItems"] === "number" && schema["minItems"] > 0
          ? Array.from({ length: schema["minItems"] }, () => this.invent(schema["items"] ?? {}, name))
          : [];
      case "integer":
      case "number":
        return this.#number(schema);
      case "boolean":
        return this.#variant % 2 === 0;
      case "null":
        return null;
      default:
        return this.#text(schema, name);
    }
  }

  /** Another one in each variant, since the first may be what is there already. */
  #number({ minimum, maximum }: JsonObject): number {
    const number = (typeof minimum === "number" ? minimum : 1) + this.#variant;
    return typeof maximum === "number" ? Math.min(number, maximum) : number;
  }

  /** What is required; after the first variant also what may be given, without which many calls change nothing. */
  #object(schema: JsonObject): JsonObject {
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const extra = this.#variant === 0 ? [] : optional.slice(this.#variant - 1, this.#variant);
    const given = Object.entries(properties).filter(
      ([name]) => required.includes(name) || extra.includes(name),
    );
    return Object.fromEntries(given.map(([name, value]) => [name, this.invent(value, name)]));
  }

  #text(schema: JsonObject, name: string): string {
    switch (schema["format"]) {
      case "date":
        return "2099-01-01";
      case "date-time":
        return "2099-01-01T00:00:00Z";
      case "email":
        return "someone@example.com";
      case "uri":
        return "https://example.com/";
    }
    const ids = this.#idsFor(schema, name);
    const id = ids[this.#variant % Math.max(1, ids.length)];
    return id ?? "x".repeat(Math.max(1, Number(schema["minLength"] ?? 1)));
  }

  /** The ids that an argument takes: those like one that its description shows, or those of what it is called after. */
  #idsFor({ description }: JsonObject, name: string): string[] {
    const [shown] = typeof description === "string" ? this.#entities.namedIn(description) : [];
    const [, stem] = /^(.{2,}?)_?id$/i.exec(name) ?? [];
    if (shown === undefined && stem === undefined && /^ids?$/i.test(name))
      return this.#entities.collections[0]?.entities.map(({ id }) => id) ?? [];
    const collection =
      shown === undefined
        ? this.#entities.collections.find(({ name: path }) => stem !== undefined && isNamedAfter(path, stem))
        : this.#entities.collectionOf(shown);
    return collection?.entities.map(({ id }) => id) ?? [];
  }
}

/** `opportunities` is named after `opportunity`; the end of a word tells nothing. */
function isNamedAfter(path: string, stem: string): boolean {
  const last = path.split(".").at(-1)?.toLowerCase() ?? "";
  return last.startsWith(stem.toLowerCase().replace(/y$/, ""));
}
