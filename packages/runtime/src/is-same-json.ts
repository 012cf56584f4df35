import { canonicalJson } from "@silo/artifacts/json";

/** Whether two values are the same as JSON, in whatever order their members stand. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a, "a record") === canonicalJson(b, "a record");
}
