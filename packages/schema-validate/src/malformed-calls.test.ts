import { describe, expect, test } from "vitest";
import { compileSchema } from "./compile-schema.js";
import { describeProblems } from "./describe-problems.js";
import type { JsonSchemaObject } from "./json-schema.js";
import { parseArguments } from "./parse-arguments.js";
import type { Problem } from "./problem.js";
import { repairArguments } from "./repair-arguments.js";
import { hasCorpus, readCorpus } from "./testing/corpus.js";

interface Case {
  readonly id: string;
  readonly category: string;
  readonly kind?: "tool-name" | "schema";
  readonly tool: string;
  readonly schema: JsonSchemaObject;
  readonly input: unknown;
  readonly inputKind?: "raw" | "undefined";
  readonly direction?: "output";
  readonly valid?: true;
  readonly neverRepair?: true;
  readonly mustName: readonly string[];
  readonly mustNotName?: readonly string[];
  readonly mustNotContain?: readonly string[];
}

const present = hasCorpus();
const cases = present ? readCorpus<{ cases: Case[] }>("malformed-calls.json").cases : [];
const calls = cases.filter(({ kind }) => kind === undefined);

function purposeOf({ direction }: Case): "input" | "output" {
  return direction === "output" ? "output" : "input";
}

function check(entry: Case): Problem[] {
  const compiled = compileSchema(entry.schema, { purpose: purposeOf(entry), origin: "foreign" });
  if (entry.inputKind !== "raw")
    return compiled.check(entry.inputKind === "undefined" ? undefined : entry.input);
  const parsed = parseArguments(String(entry.input));
  return parsed.ok ? compiled.check(parsed.value, { parsed: true }) : parsed.problems;
}

function messageOf(entry: Case): string {
  const subject = entry.direction === "output" ? { output: entry.tool } : { tool: entry.tool };
  return describeProblems(check(entry), { subject });
}

describe.skipIf(!present)("malformed calls of the corpus", () => {
  test.each(calls.filter(({ valid }) => valid !== true))("$id $category is told completely", (entry) => {
    const before = structuredClone(entry.input);
    const message = messageOf(entry);
    expect(entry.mustName.filter((name) => !message.includes(name))).toEqual([]);
    const forbidden = [...(entry.mustNotName ?? []), ...(entry.mustNotContain ?? [])];
    expect(forbidden.filter((name) => message.includes(name))).toEqual([]);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096);
    expect(entry.input).toEqual(before);
  });

  test.each(calls.filter(({ valid }) => valid === true))(
    "control $id $category is accepted unchanged",
    (entry) => {
      const before = structuredClone(entry.input);
      expect(check(entry)).toEqual([]);
      expect(entry.input).toEqual(before);
    },
  );

  test.each(calls.filter(({ neverRepair, inputKind }) => neverRepair === true && inputKind !== "raw"))(
    "$id $category is never rewritten, not even by the repair",
    (entry) => {
      const repair = repairArguments(
        entry.input,
        compileSchema(entry.schema, { purpose: "input", origin: "foreign" }),
      );
      expect(repair.value).toBe(entry.input);
      expect(repair.changes).toEqual([]);
      expect(repair.problems.length).toBeGreaterThan(0);
    },
  );

  test("the median message is shorter than 200 bytes", () => {
    const sizes = calls.map((entry) => Buffer.byteLength(messageOf(entry))).filter((size) => size > 0);
    sizes.sort((left, right) => left - right);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(200);
  });

  test.each(cases.filter(({ kind }) => kind === "schema"))(
    "$id: $tool is found in the definition",
    (entry) => {
      let message = "";
      try {
        compileSchema(entry.schema, { purpose: "input", dialect: "draft-07" });
      } catch (error) {
        message = (error as Error).message;
      }
      expect(entry.mustName.filter((name) => !message.includes(name))).toEqual([]);
    },
  );
});
