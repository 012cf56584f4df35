import { jsonCopy } from "./json-copy.js";
import { serializeJson } from "./serialize-json.js";

/**
 * `value` as one line of JSON in the order of RFC 8785, so that equal values give equal text. Throws
 * `value_not_json` where JSON cannot hold it; `subject` says in the message what the value is.
 */
export function canonicalJson(value: unknown, subject: string): string {
  return serializeJson(jsonCopy(value, subject));
}
