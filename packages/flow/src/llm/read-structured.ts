import { compileSchema, describeProblems, parseArguments, type JsonSchema } from "@silo/schema-validate";
import type { JsonValue } from "@silo/artifacts/json";

/** An answer of the model as its schema wants it, or what the model must be told. */
export type Structured = { value: JsonValue } | { problem: string };

/**
 * Reads the text of an answer as JSON. Models like to put it into a block of code; what stands around such a block is
 * not looked at. Nothing else is mended.
 */
export function readStructured(text: string, schema: JsonSchema): Structured {
  const parsed = parseArguments(blockIn(text) ?? text);
  const problems = parsed.ok
    ? compileSchema(schema, { purpose: "output" }).check(parsed.value, { parsed: true })
    : parsed.problems;
  if (problems.length > 0) return { problem: describeProblems(problems, { subject: { file: "answer" } }) };
  return { value: (parsed as { value: JsonValue }).value };
}

/** The only block of code of a text. */
function blockIn(text: string): string | undefined {
  const blocks = [...text.matchAll(/^```(?:json)?[ \t]*\n([\s\S]*?)\n?^```[ \t]*$/gm)];
  return blocks.length === 1 ? blocks[0]?.[1] : undefined;
}
