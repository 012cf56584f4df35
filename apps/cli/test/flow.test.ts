import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunRecord, StoredConversation } from "@silo/artifacts";
import { describe, expect, it } from "vitest";
import { envelopeOf, makeDemo, silo, type Ended } from "./run-silo.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** One flow that does what the instruction of a variable says, so that a conversation can go through it. */
const flow = `
import { appendFileSync } from "node:fs";
import { defineFlow } from "@silo/flow";

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const mode = process.env["FLOW_MODE"];

export default defineFlow({
  name: "todos",
  version: "1.2.0",
  variables: { runs: 0 },
  hooks: { onAgentError: ({ resultCode, path }) => appendFileSync("told.txt", \`\${resultCode} \${path}\\n\`) },
  functions: {
    finish: {
      args: { type: "object", properties: { todoId: { type: "string" } }, required: ["todoId"] } as const,
      run: (flow, { todoId }) => flow.tool("complete", { tool: "complete_todo", input: { todoId } }),
    },
  },
  async main(flow) {
    flow.set("runs", flow.variables.runs + 1);
    appendFileSync("steps.txt", "main\\n");
    await flow.step("note", () => appendFileSync("steps.txt", "step\\n"));
    await flow.tool("list", { tool: "list_todos", input: {} });
    if (mode === "fail") flow.fail("There is nothing to do.");
    if (mode === "broken") await flow.call("finish", { todoId: "TODO-99" });
    if (mode === "slow") await flow.step("slow", () => wait(60_000), { onError: () => appendFileSync("steps.txt", "caught\\n") });
    if (mode === "unreachable") await flow.step("load", () => fetch("http://127.0.0.1:4/"));
    const todoId = mode === "ask" ? await flow.ask("which", "Which todo?") : "TODO-2";
    await flow.call("finish", { todoId });
    flow.output(\`Run \${flow.variables.runs} after \${flow.outputs.length}\`);
  },
});
`;

async function makeShop(): Promise<{
  run: (mode: string, ...more: string[]) => Promise<Ended>;
  project: string;
  record: (ended: Ended) => RunRecord;
  conversation: () => StoredConversation | undefined;
  linesOf: (file: string) => string[];
}> {
  const project = await makeDemo("blank", { "flow.ts": flow });
  mkdirSync(join(project, "node_modules/@silo"), { recursive: true });
  symlinkSync(join(repository, "packages/flow"), join(project, "node_modules/@silo/flow"));
  const args = ["run", "--env", "demo", "--task", "TASK-001", "--agent", "flow.ts"];
  const file = join(project, ".silo/conversations/demo/anna.json");
  return {
    project,
    run: (mode, ...more) => silo([...args, ...more], { cwd: project, env: { FLOW_MODE: mode } }),
    record: (ended) => {
      const envelope = envelopeOf(ended) as {
        result?: { folder: string };
        error?: { details: { folder: string } };
      };
      const folder = envelope.result?.folder ?? envelope.error?.details.folder ?? "";
      return JSON.parse(readFileSync(join(folder, "run.json"), "utf8")) as RunRecord;
    },
    conversation: () =>
      existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as StoredConversation) : undefined,
    linesOf: (name) =>
      existsSync(join(project, name)) ? readFileSync(join(project, name), "utf8").trim().split("\n") : [],
  };
}

describe("a flow that silo runs", { timeout: 180_000 }, () => {
  it("moves a conversation on where it succeeds, and only then", async () => {
    const { run, record, conversation } = await makeShop();
    const belongs = ["--conversation", "anna"];
    const failed = await run("broken", ...belongs);
    expect(record(failed).failure).toMatchObject({
      code: "agent_error",
      resultCode: "errorInAgent",
      path: "main.finish.complete",
      personMessage:
        "This agent could not complete your request. The problem has been reported to its developer.",
    });
    expect(conversation()).toBeUndefined();
    const first = await run("", ...belongs);
    expect(first.exitCode, first.stderr).toBe(0);
    const saved = conversation();
    expect(saved).toMatchObject({
      environment: "demo",
      name: "anna",
      variables: { runs: 1 },
      outputs: ["Run 1 after 0"],
    });
    const lost = await run("unreachable", ...belongs);
    expect(record(lost).failure).toMatchObject({
      path: "main.load",
      personMessage: "The agent could not reach a service it needs. Please try again in a moment.",
    });
    expect(conversation()).toEqual(saved);
    await run("", ...belongs);
    expect(conversation()).toMatchObject({
      variables: { runs: 2 },
      outputs: ["Run 1 after 0", "Run 2 after 1"],
    });
    expect(conversation()?.runs).toHaveLength(2);
  });

  it("pauses at a question, goes on with the answer, and saves then", async () => {
    const { run, record, conversation, linesOf, project } = await makeShop();
    const asked = await run("ask", "--conversation", "anna");
    expect(asked.exitCode).toBe(75);
    const { runId, failure } = record(asked);
    expect(failure).toMatchObject({ code: "awaiting_input", path: "main.which", message: "Which todo?" });
    expect(conversation()).toBeUndefined();
    const resume = ["run", "--resume", runId, "--answer", "TODO-2"];
    const resumed = await silo(resume, { cwd: project, env: { FLOW_MODE: "ask" } });
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(envelopeOf(resumed)).toMatchObject({ result: { verdict: "passed", result: { toolCalls: 2 } } });
    // The code of main ran twice, what it had recorded once.
    expect(linesOf("steps.txt")).toEqual(["main", "step", "main"]);
    expect(conversation()).toMatchObject({ variables: { runs: 1 }, outputs: ["Run 1 after 0"] });
    const replayed = await silo(["runs", "replay", "latest"], { cwd: project });
    expect(envelopeOf(replayed)).toMatchObject({ ok: true });
    expect(replayed.exitCode).toBe(0);
    // Now it would go on from another state than it began with.
    const again = await silo(resume, { cwd: project, env: { FLOW_MODE: "ask" } });
    expect(envelopeOf(again)).toMatchObject({
      error: { code: "usage_error", message: expect.stringContaining("has moved on") as string },
    });
  });

  it("ends at its time limit, which no handler sees, and tells its own hook", async () => {
    const { run, record, conversation, linesOf } = await makeShop();
    const late = await run("slow", "--conversation", "anna", "--timeout-ms", "1500");
    expect(record(late).failure).toMatchObject({
      code: "timeout",
      resultCode: "timedOut",
      personMessage: "The agent reached its time limit of 1.5 seconds.",
    });
    expect(linesOf("steps.txt")).toEqual(["main", "step"]);
    expect(linesOf("told.txt")).toEqual(["timedOut agent"]);
    const given = await run("fail", "--conversation", "anna");
    expect(record(given).failure).toMatchObject({
      code: "agent_failed",
      personMessage: "There is nothing to do.",
      path: "main.fail",
    });
    expect(linesOf("told.txt")).toEqual(["timedOut agent", "failedByAgent main.fail"]);
    expect(conversation()).toBeUndefined();
  });

  it("belongs to a conversation of a safe name, alone", async () => {
    const { run } = await makeShop();
    const unsafe = await run("", "--conversation", "../anna");
    expect(envelopeOf(unsafe)).toMatchObject({ error: { code: "unsafe_name" } });
    expect(unsafe.exitCode).toBe(2);
    const many = await run("", "--conversation", "anna", "--runs", "2");
    expect(envelopeOf(many)).toMatchObject({ error: { code: "usage_error" } });
    const resumed = await run("", "--resume", "latest", "--answer", "x");
    expect(resumed.exitCode).toBe(2);
  });
});
