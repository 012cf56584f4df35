import { findingSchema, manifestSchema, taskSchema, validationReportSchema, verdicts } from "@silo/artifacts";
import { s } from "@silo/schema-validate";
import { embedded } from "./embedded.js";

const count = s.integer({ minimum: 0 });
const environment = s.string({ description: "The environment's name" });
const folder = s.string({ description: "Absolute path" });
const file = s.string({ description: "Relative to the environment" });
const manifest = embedded(manifestSchema);
const task = embedded(taskSchema);
const datasets = s.array(s.string(), { description: "Names of the datasets, without .json" });
const tasks = s.array(task, { description: "In the order of their ids" });

const tool = s.object({
  name: s.string({ description: "What agents call" }),
  description: s.string(),
  inputSchema: s.record(s.json(), { description: "JSON Schema of the arguments" }),
  effect: s.enumeration(["read", "write"]),
  permissions: s.array(s.string(), { description: "What a run must be granted to call it" }),
  version: s.optional(s.string()),
  outputSchema: s.optional(s.json({ description: "JSON Schema of what the tool returns" })),
});

const verifier = s.object({
  id: s.string(),
  taskId: s.string({ description: "The task that it says it grades" }),
  name: s.string(),
});

const tools = s.array(tool, { description: "In the order in which they are bound" });
const verifiers = s.array(verifier, { description: "In the order in which they are exported" });

const generated = {
  file,
  identifier: s.string({ description: "What the new file exports" }),
  barrel: s.string({ description: "The file that it was entered into, relative to the environment" }),
};

const datasetWritten = s.object({ environment, name: s.string(), file });
const taskWritten = s.object({ environment, task });

const proofRun = s.nullable(
  s.object({
    verdict: s.enumeration(verdicts),
    reward: s.nullable(s.number({ minimum: 0, maximum: 1 })),
    calls: count,
  }),
  { description: "Null where it could not be run" },
);

const taskProof = s.object({
  task: s.string({ description: "The task's id" }),
  ok: s.boolean({ description: "No finding of level error is about this task" }),
  noop: proofRun,
  solution: proofRun,
  mutants: s.object({
    failed: count,
    survived: count,
    waived: count,
    equivalent: count,
    ungraded: count,
    notRun: count,
  }),
  survivors: s.array(s.string(), { description: "Mutants that passed and are not waived" }),
  checks: s.array(s.object({ label: s.string(), required: s.boolean(), passed: count, failed: count })),
});

/** What the commands give that make, show and prove environments. */
export const authoringResults = {
  init: s.union([
    s.object(
      {
        environment,
        folder,
        template: s.string(),
        templateVersion: s.string(),
        tasks: s.array(s.string(), { description: "Ids" }),
        next: s.array(s.string(), { description: "Command lines, in their order" }),
        agentsGuide: s.string({ description: "Relative to the project" }),
        agentsLine: s.string({ description: "A line for the project's own AGENTS.md" }),
      },
      { title: "An environment was created" },
    ),
    s.object(
      { templates: s.array(s.object({ name: s.string(), description: s.string() })) },
      { title: "With --list-templates" },
    ),
  ]),
  check: s.object({
    environment,
    ok: s.boolean({ description: "No finding is an error" }),
    findings: s.array(findingSchema),
    counts: s.object({ data: count, tasks: count, tools: count, verifiers: count }),
    proofs: s.array(taskProof, {
      description: "In the order of the tasks' ids; empty where the environment itself is wrong",
    }),
  }),
  "env list": s.object({ environments: s.array(s.string(), { description: "Names, in code-unit order" }) }),
  "env show": s.object({ name: environment, folder, manifest, data: datasets, tasks, tools, verifiers }),
  "env validate": embedded(validationReportSchema),
  "env remove": s.object({
    environment,
    removed: s.boolean({ description: "False where the person said no" }),
  }),
  "data list": s.object({ environment, data: datasets }),
  "data show": s.object({ environment, name: s.string(), value: s.json({ description: "The dataset" }) }),
  "data add": datasetWritten,
  "data update": datasetWritten,
  "data remove": s.object({ environment, name: s.string() }),
  "task list": s.object({ environment, tasks }),
  "task show": s.object({ environment, task }),
  "task add": taskWritten,
  "task update": taskWritten,
  "task remove": s.object({ environment, id: s.string() }),
  "tool list": s.object({ environment, tools }),
  "tool show": s.object({ environment, tool }),
  "tool add": s.object({
    environment,
    tool: s.string({ description: "The name that agents call" }),
    ...generated,
  }),
  "verifier list": s.object({ environment, verifiers }),
  "verifier show": s.object({ environment, verifier }),
  "verifier add": s.object({ environment, verifierId: s.string(), ...generated }),
  "flow check": s.object({
    flow: s.string({ description: "As it was given" }),
    ok: s.boolean({ description: "Nothing was found" }),
    findings: s.array(
      s.object({
        code: s.enumeration([
          "address_invalid",
          "definition_invalid",
          "dependency_missing",
          "profile_invalid",
          "prompt_invalid",
          "tool_unknown",
          "variable_missing",
          "variable_unset",
        ]),
        message: s.string(),
        kind: s.optional(
          s.string({ description: "api, db, llm or mcp; absent where it is about the flow itself" }),
        ),
        profile: s.optional(s.string()),
        field: s.optional(s.string({ description: "Dotted, below the profile" })),
        command: s.optional(s.string({ description: "The line that mends it" })),
      }),
    ),
  }),
};
