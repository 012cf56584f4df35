import type { Dialect } from "./json-schema.js";

/** The ways in which `$schema` may name a dialect, without an empty fragment and without the scheme. */
const names: Readonly<Record<string, Dialect>> = {
  "json-schema.org/draft/2020-12/schema": "2020-12",
  "json-schema.org/schema": "2020-12",
  "json-schema.org/draft-07/schema": "draft-07",
};

/** The dialect that the value of `$schema` names; `undefined` for any other. */
export function dialectOf(schemaAddress: string): Dialect | undefined {
  const name = schemaAddress.replace(/^https?:\/\//, "").replace(/#$/, "");
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** Whether an address is that of the dialect's own meta-schema, which ajv has. */
export function isMetaSchemaAddress(address: string): boolean {
  const [resource = ""] = address.split("#", 1);
  return (
    dialectOf(resource) !== undefined ||
    /^https:\/\/json-schema\.org\/draft\/2020-12\/meta\/[a-z-]+$/.test(resource)
  );
}
