import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { compileSchema } from "./compile-schema.js";
import { describeProblems } from "./describe-problems.js";
import type { JsonSchemaObject } from "./json-schema.js";

interface Sample {
  readonly tool: string;
  readonly schema: JsonSchemaObject;
  readonly arguments: unknown;
}

const page = readFileSync(new URL("../../../docs/writing-messages.md", import.meta.url), "utf8");
const pairs = [
  ...page.matchAll(/### (.*)\n\n```json\n([\s\S]*?)```\n\n```text\nbefore: (.*)\nafter: {2}(.*)\n```/g),
].map(([, title = "", sample = "", before = "", after = ""]) => ({
  title,
  sample: JSON.parse(sample) as Sample,
  before,
  after,
}));

test("the page has its samples", () => {
  expect(pairs).toHaveLength(7);
});

test.each(pairs)("the page tells the truth about: $title", ({ sample, before, after }) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const plain = ajv.compile(sample.schema);
  const told = plain(sample.arguments)
    ? "(accepted)"
    : ajv.errorsText(plain.errors, { dataVar: "arguments" });
  expect(told).toBe(before);
  const problems = compileSchema(sample.schema, { purpose: "input" }).check(sample.arguments);
  expect(describeProblems(problems, { subject: { tool: sample.tool } })).toBe(after);
});
