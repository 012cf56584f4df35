import { isMetaSchemaAddress } from "./dialect.js";
import { allSubschemas, isRecord, own, type JsonSchema, type JsonSchemaObject } from "./json-schema.js";

/** Where a schema stands that has no address of its own. Never leaves this package. */
const ROOT = "schema://silo/";

/** What the references of one schema lead to. Names are looked up as own properties only. */
export interface References {
  /** The schema that `reference`, written in `holder`, leads to; `undefined` where it leads nowhere. */
  resolve(holder: JsonSchemaObject, reference: string): JsonSchema | undefined;
  /** True where a part has an address or an anchor, or a reference names one: then places alone do not say what is meant. */
  readonly hasAddresses: boolean;
  /** True where a reference leads to the dialect's own meta-schema. */
  readonly namesMetaSchema: boolean;
}

/** Reads every address and anchor of `root` and of the schemas given in `remotes`. Loads nothing. */
export function readReferences(
  root: JsonSchema,
  remotes: Readonly<Record<string, JsonSchema>> = {},
): References {
  const resources = new Map<string, JsonSchema>();
  const bases = new Map<object, string>();
  let hasAddresses = Object.keys(remotes).length > 0;
  let namesMetaSchema = false;

  for (const [address, schema] of Object.entries(remotes)) {
    resources.set(withoutEmptyFragment(address), schema);
    read(schema, withoutEmptyFragment(address));
  }
  resources.set(ROOT, root);
  read(root, ROOT);

  function read(schema: JsonSchema, base: string): void {
    if (typeof schema !== "object" || bases.has(schema)) return;
    let here = base;
    const id = own(schema, "$id");
    if (typeof id === "string") {
      // The address of the whole matters only where something refers to it, which is seen at the reference.
      if (schema !== root) hasAddresses = true;
      const address = absolute(id, base);
      if (address?.includes("#")) {
        resources.set(address, schema);
      } else if (address !== undefined) {
        here = address;
        if (!resources.has(address)) resources.set(address, schema);
      }
    }
    bases.set(schema, here);
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = own(schema, keyword);
      if (typeof reference !== "string" || reference.startsWith("#")) continue;
      hasAddresses = true;
      namesMetaSchema ||= isMetaSchemaAddress(reference);
    }
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = own(schema, keyword);
      if (typeof anchor !== "string") continue;
      hasAddresses = true;
      const address = `${here}#${anchor}`;
      if (!resources.has(address)) resources.set(address, schema);
    }
    for (const sub of allSubschemas(schema)) read(sub.schema, here);
  }

  return {
    hasAddresses,
    namesMetaSchema,
    resolve(holder, reference) {
      const address = absolute(reference, bases.get(holder) ?? ROOT);
      if (address === undefined) return undefined;
      const known = resources.get(address);
      if (known !== undefined) return known;
      const [resource = "", fragment] = address.split("#", 2);
      const start = resources.get(resource);
      if (start === undefined || fragment === undefined || !fragment.startsWith("/")) return undefined;
      const found = follow(start, fragment);
      if (found && typeof found.schema === "object" && !bases.has(found.schema)) {
        read(found.schema, bases.get(found.nearest) ?? resource);
      }
      return found?.schema;
    },
  };
}

function absolute(reference: string, base: string): string | undefined {
  try {
    return withoutEmptyFragment(new URL(reference, base).href);
  } catch {
    return undefined;
  }
}

function withoutEmptyFragment(address: string): string {
  return address.endsWith("#") ? address.slice(0, -1) : address;
}

/** Follows a JSON Pointer written as a fragment; `nearest` is the last schema object before the end. */
function follow(start: JsonSchema, fragment: string): { schema: JsonSchema; nearest: object } | undefined {
  let at: unknown = start;
  let nearest: object = typeof start === "object" ? start : {};
  for (const part of fragment.split("/").slice(1)) {
    if (typeof at !== "object" || at === null) return undefined;
    let name: string;
    try {
      name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    } catch {
      return undefined;
    }
    if (isRecord(at)) nearest = at;
    at = own(at, name);
  }
  return typeof at === "boolean" || isRecord(at) ? { schema: at, nearest } : undefined;
}
