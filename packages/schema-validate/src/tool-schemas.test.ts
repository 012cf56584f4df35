import { describe, expect, test } from "vitest";
import { isToolError } from "@silo/errors";
import { compileSchema } from "./compile-schema.js";
import { describeProblems } from "./describe-problems.js";
import type { JsonSchemaObject } from "./json-schema.js";
import type { Problem } from "./problem.js";
import { applyProblems } from "./testing/apply-problems.js";
import { hasCorpus, isDeep, readCorpus, seeded } from "./testing/corpus.js";
import { mutationsOf, type Mutation } from "./testing/mutations.js";
import { validValue } from "./testing/valid-value.js";

interface Entry {
  readonly name: string;
  readonly inputSchema: JsonSchemaObject;
}

const present = hasCorpus();
const random = seeded(4);
const entries = (present ? readCorpus<Entry[]>("tool-schemas.json") : []).filter(
  () => isDeep || random() < 0.2,
);

/** The one schema of the corpus that no draft since draft-04 can read. */
const unreadable = "read_pdf";
/** Keywords whose message cannot say which value would be right. */
const undetermined = new Set(["pattern", "minLength", "anyOf", "oneOf"]);

function sample(mutations: readonly Mutation[]): readonly Mutation[] {
  const most = isDeep ? 40 : 12;
  return mutations.length <= most ? mutations : mutations.filter(() => random() < most / mutations.length);
}

function keyOf({ path, keyword }: Problem): string {
  return JSON.stringify([path, keyword]);
}

describe.skipIf(!present)("schemas of real tools", () => {
  test("are compiled, all but the one that is known, which is told where it is wrong", () => {
    const refused: string[] = [];
    for (const { name, inputSchema } of present ? readCorpus<Entry[]>("tool-schemas.json") : []) {
      try {
        compileSchema(inputSchema, { purpose: "input", origin: "foreign" });
      } catch (error) {
        refused.push(name);
        expect(isToolError(error, "INVALID_DEFINITION") && error.findings[0]?.path).toBe(
          "properties.sources.items.properties.pages.anyOf.0.items.exclusiveMinimum",
        );
      }
    }
    expect(refused).toEqual([unreadable]);
  }, 120_000);

  test("accept valid values, name every mistake, and are satisfied by doing what the message says", () => {
    const unnamed: unknown[] = [];
    const unsolved: unknown[] = [];
    let told = 0;
    for (const { name, inputSchema } of entries) {
      if (name === unreadable) continue;
      const compiled = compileSchema(inputSchema, { purpose: "input", origin: "foreign" });
      expect(compiled.check(validValue(inputSchema, { full: false })), name).toEqual([]);
      const value = validValue(inputSchema, { full: true });
      expect(compiled.check(value), name).toEqual([]);
      for (const mutation of sample(mutationsOf(value))) {
        const before = structuredClone(mutation.value);
        const problems = compiled.check(mutation.value);
        expect(mutation.value).toEqual(before);
        if (problems.length === 0) continue;
        told++;
        const message = describeProblems(problems, { subject: { tool: name } });
        if (!message.includes(mutation.name)) unnamed.push([name, mutation.kind, mutation.path, message]);
        if (!isSolvedBySaying(mutation.value, problems, (changed) => compiled.check(changed))) {
          unsolved.push([name, mutation.kind, mutation.path, message]);
        }
      }
    }
    expect(told).toBeGreaterThan(1_000);
    expect(unnamed).toEqual([]);
    expect(unsolved).toEqual([]);
  }, 300_000);
});

/** Contract V3: what a message names is gone when it has been done; a level that was missing may show its own. */
function isSolvedBySaying(
  value: unknown,
  problems: readonly Problem[],
  check: (value: unknown) => Problem[],
): boolean {
  let left = problems;
  let current = value;
  for (let round = 0; left.length > 0; round++) {
    const applied = applyProblems(current, left);
    if (!applied) return left.some(({ keyword }) => undetermined.has(keyword));
    const named = new Set(left.map(keyOf));
    left = check(applied.value);
    if (round > 12 || left.some((problem) => named.has(keyOf(problem)))) return false;
    current = applied.value;
  }
  return true;
}

describe.skipIf(!present)("schemas that name types of other languages", () => {
  const foreign = present ? readCorpus<Entry[]>("tool-schemas-foreign-types.json") : [];
  const right: Record<string, string> = { dict: "object", float: "number", tuple: "array" };

  test("are refused with the place and the right type of each", () => {
    expect(foreign).toHaveLength(200);
    for (const { inputSchema } of foreign) {
      const wanted = wrongTypes(inputSchema, []);
      let findings: readonly { path?: string; message: string }[] = [];
      try {
        compileSchema(inputSchema, { purpose: "input", origin: "foreign" });
      } catch (error) {
        if (isToolError(error, "INVALID_DEFINITION")) findings = error.findings;
      }
      expect(findings.map(({ path }) => path).sort()).toEqual(wanted.map(({ path }) => path).sort());
      for (const { path, type } of wanted) {
        expect(findings.find((finding) => finding.path === path)?.message).toContain(
          `write "${right[type]}"`,
        );
      }
    }
  });

  function wrongTypes(value: unknown, path: string[]): { path: string; type: string }[] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
      name === "type" && typeof member === "string" && Object.hasOwn(right, member)
        ? [{ path: [...path, name].join("."), type: member }]
        : wrongTypes(member, [...path, name]),
    );
  }
});
