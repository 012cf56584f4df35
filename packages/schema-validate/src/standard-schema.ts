import { InvalidDefinitionError } from "@silo/errors";
import type { StandardJsonSchema } from "./infer.js";
import type { Dialect } from "./json-schema.js";
import { quoted } from "./message-text.js";

/** Whether a value is a library's schema: it has the member `~standard`, and may be a function. */
export function isStandardSchema(value: unknown): value is { readonly "~standard": unknown } {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") && "~standard" in value
  );
}

/**
 * The JSON Schema of what a library's schema accepts (contract V9). Its transforms and defaults are not part of it.
 * Throws `InvalidDefinitionError` where the library gives none.
 */
export function standardToJsonSchema(schema: { readonly "~standard": unknown }, dialect: Dialect): unknown {
  const standard = schema["~standard"] as Partial<StandardJsonSchema["~standard"]> | null;
  const vendor = typeof standard?.vendor === "string" ? standard.vendor : "a library";
  const input: unknown = standard?.jsonSchema?.input;
  if (typeof input !== "function") {
    throw refusal(
      `the schema of ${quoted(vendor)} does not state itself as JSON Schema ("~standard.jsonSchema.input" is missing): ` +
        "use a version of the library that does, or its converter",
    );
  }
  const target = dialect === "draft-07" ? "draft-07" : "draft-2020-12";
  try {
    const json: unknown = (input as (options: { target: string }) => unknown)({ target });
    if (typeof json === "object" && json !== null) return json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(`the schema of ${quoted(vendor)} cannot be stated as JSON Schema: ${reason}`, error);
  }
  throw refusal(`the schema of ${quoted(vendor)} stated no JSON Schema`);
}

function refusal(message: string, cause?: unknown): InvalidDefinitionError {
  return new InvalidDefinitionError({
    findings: [{ path: "", message, code: "no_json_schema" }],
    ...(cause === undefined ? {} : { cause }),
  });
}
