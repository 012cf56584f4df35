import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { resultSchema, runSchema, stateDiffSchema, traceEventSchema, type TraceEvent } from "@silo/artifacts";
import { compileSchema, type JsonSchema } from "@silo/schema-validate";
import { describe, expect, it } from "vitest";
import { envelopeOf, makeProject, silo } from "./run-silo.js";

// As source code of a project without "type": "module", and in TypeScript, to show that both load.
const solver = `
import { readFileSync } from "node:fs";
export default async function agent({ callTool, tools }: { callTool: Function; tools: { name: string }[] }) {
  console.log("the agent prints", tools.length);
  process.stdout.write("the agent writes\\n");
  await callTool("advance_clok", {});
  const { output } = await callTool("list_opportunities", { ownerId: "USR-004", outcome: "open" });
  for (const { id } of output.items) await callTool("reassign_opportunity", { opportunityId: id, ownerId: "USR-005" });
  return { output: output.items.map(({ id }: { id: string }) => id).join(", ") };
}
`;

async function recordedRun(project: string, agent: string): Promise<Record<string, string>> {
  const ended = await silo(["run", "--env", "demo", "--task", "TASK-002", "--agent", agent, "--json"], {
    cwd: project,
  });
  const envelope = envelopeOf(ended);
  if (!envelope.ok) throw new Error(ended.stderr);
  const { folder } = envelope.result as { folder: string };
  const files = readdirSync(folder).sort();
  return {
    folder,
    ...Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")])),
  };
}

function problemsOf(schema: JsonSchema, value: unknown): unknown[] {
  return compileSchema(schema, { purpose: "data" }).check(value);
}

describe.each([
  ["with type module", '{"name":"p","type":"module"}'],
  ["without a type", '{"name":"p"}'],
  ["without a package.json", undefined],
])("a run in a project %s", (_name, packageJson) => {
  it("leaves four artifacts that hold what they must, byte for byte the same each time", async () => {
    const project = makeProject(
      { "my agent.ts": solver, ...(packageJson ? { "package.json": packageJson } : {}) },
      "näme with spaces+@",
    );
    expect((await silo(["init", "demo", "--template", "crm"], { cwd: project })).exitCode).toBe(0);
    const first = await recordedRun(project, "./my agent.ts");
    const second = await recordedRun(project, "./my agent.ts");
    const { folder, ...files } = first;
    expect(Object.keys(files)).toEqual([
      "agent.log",
      "result.json",
      "run.json",
      "state-diff.json",
      "trace.jsonl",
    ]);
    expect(second["result.json"]).toBe(first["result.json"]);
    expect(second["state-diff.json"]).toBe(first["state-diff.json"]);
    expect(second["folder"]).not.toBe(folder);

    const result = JSON.parse(files["result.json"] ?? "") as Record<string, unknown>;
    expect(Object.keys(result)).toEqual([
      ...[
        "passed",
        "reward",
        "requiredPassed",
        "requiredTotal",
        "failedRequired",
        "checksPassed",
        "checksFailed",
      ],
      ...["toolCalls", "toolErrors", "terminationReason", "agentOutput", "error", "checks", "verdict"],
    ]);
    expect(result).toMatchObject({
      passed: true,
      toolCalls: 7,
      toolErrors: 1,
      terminationReason: "completed",
      error: null,
      verdict: "passed",
    });
    expect(problemsOf(resultSchema, result)).toEqual([]);

    const difference = JSON.parse(files["state-diff.json"] ?? "") as unknown;
    expect(difference).toEqual({
      scalars: [],
      collections: {
        opportunities: {
          added: [],
          removed: [],
          changed: ["OPP-003", "OPP-005", "OPP-015", "OPP-018", "OPP-025"],
        },
      },
    });
    expect(problemsOf(stateDiffSchema, difference)).toEqual([]);

    const run = JSON.parse(files["run.json"] ?? "") as Record<string, unknown>;
    expect(problemsOf(runSchema, run)).toEqual([]);
    expect(Object.keys(run).slice(0, 12)).toEqual([
      ...["runId", "environment", "taskId", "task", "verifierId", "verifierName", "config"],
      ...["startedAt", "finishedAt", "durationMs", "terminationReason", "toolCallCount"],
    ]);
    expect(run["runId"]).toMatch(/^run_\d{14}_[0-9a-z]{4}$/);
    expect(run["config"]).toMatchObject({
      maxToolCalls: 100,
      timeoutMs: 120_000,
      agentPath: "./my agent.ts",
    });
    expect(run["task"]).toMatchObject({ id: "TASK-002", verifierId: "VER-002" });

    const events = (files["trace.jsonl"] ?? "")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as TraceEvent);
    expect(events.flatMap((event) => problemsOf(traceEventSchema, event))).toEqual([]);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    expect(events.map(({ type }) => type)).toEqual([
      "run_start",
      ...Array.from({ length: 7 }, () => ["tool_call", "tool_result"]).flat(),
      "agent_output",
      "run_end",
      "verifier_result",
    ]);
    expect(events[2]).toMatchObject({ output: { code: "tool_not_found" }, isError: true, changed: [] });
    expect(events[6]).toMatchObject({ isError: false, changed: ["opportunities.OPP-003"] });
    expect(existsSync(join(project, ".silo/tsconfig.json"))).toBe(true);
  });
});

describe("an agent that throws", () => {
  it("is graded, and its artifacts are complete", async () => {
    const project = makeProject({
      "agent.cjs": "module.exports = async () => { throw new TypeError('no\\nluck'); };",
    });
    await silo(["init", "demo", "--template", "crm"], { cwd: project });
    const run = await recordedRun(project, "agent.cjs");
    expect(JSON.parse(run["result.json"] ?? "")).toMatchObject({
      passed: false,
      reward: 0,
      verdict: "failed",
      terminationReason: "agent_error",
      agentOutput: "",
    });
    expect(JSON.parse(run["run.json"] ?? "")).toMatchObject({
      failure: { code: "agent_error", resultCode: "errorInAgent", handled: false },
    });
    expect(JSON.parse(run["state-diff.json"] ?? "")).toEqual({ scalars: [], collections: {} });
    expect(run["trace.jsonl"]?.trimEnd().split("\n")).toHaveLength(4);
  });
});
