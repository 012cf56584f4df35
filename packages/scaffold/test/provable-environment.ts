import { validationReportSchema } from "@silo/artifacts";
import { expect } from "vitest";
import { checkEnvironment, type CheckOptions } from "../src/check-environment.js";
import type { ProofReport } from "../src/check-report.js";
import type { EnvironmentProject } from "./environment-project.js";

/** Solves the task of the environment that {@link entrypoint} makes. */
export const solution = {
  calls: [
    { tool: "read_items", input: {} },
    { tool: "set_value", input: { id: "A", value: 2 } },
  ],
  answer: "A",
};

export const others = `Object.keys(final.items).every((id) => id === "A" || final.items[id].value === initial.items[id].value)`;
export const rightChecks = `[
  { label: "A is 2", passed: final.items.A?.value === 2, required: true },
  { label: "The others are as they were", passed: final.n === initial.n && ${others}, required: true },
  { label: "The answer is A", passed: context.agentOutput === "A", required: true },
]`;

export interface Parts {
  top: string;
  createState: string;
  /** Run before `set_value` does its work, and before `read_items` does. */
  write: string;
  read: string;
  /** Run before the checks are made. */
  verify: string;
  checks: string;
}

/** An environment that can be proved, with other code in some of its places. */
export function entrypoint({
  top = "",
  createState = `structuredClone({ n: 0, items: { A: { id: "A", value: 1 }, B: { id: "B", value: 1 } } })`,
  write = "",
  read = "",
  verify = "",
  checks = rightChecks,
}: Partial<Parts> = {}): { "index.ts": string } {
  return {
    // What is proved here is not its types, nor what it does with the data (start.json) of the project.
    "index.ts": `// @ts-nocheck: of start.json
${top}
export const createState = () => (${createState});
const setValue = {
  name: "set_value", description: "Sets a value.",
  inputSchema: {
    type: "object",
    properties: { id: { type: "string" }, value: { type: "integer" } },
    required: ["id", "value"],
  },
  async run(state: any, { id, value }: any) {
    if (!Object.hasOwn(state.items, id)) return { id, value: null };
    ${write}
    state.items[id].value = value;
    return { id, value };
  },
};
const readItems = {
  name: "read_items", description: "Reads.", inputSchema: { type: "object", properties: {} }, effect: "read",
  async run(state: any) { ${read}; return Object.values(state.items); },
};
export const bindTools = () => [setValue, readItems];
export const verifiers = [{
  id: "VER-1", taskId: "TASK-1", name: "V",
  async check(final: any, initial: any, context: any) { ${verify}; return ${checks}; },
}];
`,
  };
}

/** The report on `demo`, which is what a report must be. */
export async function check(project: EnvironmentProject, options?: CheckOptions): Promise<ProofReport> {
  const report = await checkEnvironment({ name: "demo", folder: project.environment }, options);
  const { proofs, ...rest } = report;
  validationReportSchema.parse(rest);
  expect(report.ok).toBe(report.findings.every(({ level }) => level !== "error"));
  expect(proofs.every(({ ok }) => ok) || !report.ok).toBe(true);
  return report;
}

/** The codes of the findings, each once. */
export const codesOf = ({ findings }: ProofReport): string[] => [
  ...new Set(findings.map(({ code }) => code)),
];
