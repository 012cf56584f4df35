import canonicalize from "canonicalize";
import type { JsonValue } from "./json-copy.js";

/** A value that is JSON already, as one line in the order of RFC 8785. */
export const serializeJson = canonicalize as unknown as (value: JsonValue) => string;
