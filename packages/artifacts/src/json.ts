// The subpath `@silo/artifacts/json`: for a process that must start at once, so nothing here may load a validator.
export { canonicalJson } from "./canonical-json.js";
export { jsonCopy, type JsonValue } from "./json-copy.js";
