import { checkKeywords } from "./check-keywords.js";
import { checkReferences } from "./check-references.js";
import { dialectOf } from "./dialect.js";
import type { Findings } from "./findings.js";
import { allSubschemas, own, type Dialect, type JsonSchema } from "./json-schema.js";
import { lintSchema, type LintInput } from "./lint-schema.js";
import { quoted } from "./message-text.js";
import { readReferences } from "./references.js";
import type { PathSegment } from "./problem.js";

/** What the check of a definition needs beside the schema. */
export interface DefinitionInput {
  readonly purpose: LintInput["purpose"];
  readonly dialect: Dialect;
  readonly remotes: Readonly<Record<string, JsonSchema>>;
}

/** Checks a schema before it is used: its keywords and references, and where those hold, its contradictions. */
export function checkDefinition(
  schema: JsonSchema,
  { purpose, dialect, remotes }: DefinitionInput,
  findings: Findings,
): void {
  walkKeywords(schema, [], dialect, findings);
  const references = readReferences(schema, remotes);
  checkReferences(schema, references, findings);
  // What stands where a schema should, or goes in a circle, cannot be read for what it says.
  if (findings.errors.some(({ code }) => code === "schema_invalid" || code === "reference_cycle")) return;
  lintSchema(schema, { purpose, references }, findings);
}

function walkKeywords(
  schema: JsonSchema,
  path: readonly PathSegment[],
  dialect: Dialect,
  findings: Findings,
): void {
  if (typeof schema === "boolean") return;
  checkKeywords(schema, path, dialect, findings);
  for (const sub of allSubschemas(schema))
    walkKeywords(sub.schema, [...path, ...sub.place], dialect, findings);
}

/** The dialect of a schema: what `$schema` says, or else the default. Any other dialect is a fault. */
export function chooseDialect(
  schema: JsonSchema,
  {
    fallback,
    remotes,
  }: { readonly fallback: Dialect; readonly remotes: Readonly<Record<string, JsonSchema>> },
  findings: Findings,
): Dialect {
  if (fallback !== "2020-12" && fallback !== "draft-07") {
    const given = quoted(String(fallback));
    findings.fault(
      [],
      `the dialect ${given} is not supported; supported are "2020-12" and "draft-07"`,
      "unsupported_dialect",
    );
    return "2020-12";
  }
  const address = typeof schema === "object" ? own(schema, "$schema") : undefined;
  if (typeof address !== "string") return fallback;
  const dialect = dialectOf(address);
  if (dialect !== undefined) return dialect;
  // A meta-schema of one's own is one of the two, with a word more or less.
  if (!Object.hasOwn(remotes, address)) {
    findings.fault(
      ["$schema"],
      `names a dialect that is not supported: ${quoted(address)}; supported are ` +
        '"https://json-schema.org/draft/2020-12/schema" and "http://json-schema.org/draft-07/schema#"',
      "unsupported_dialect",
    );
  }
  return fallback;
}
