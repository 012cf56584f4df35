import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SiloTask } from "@silo/artifacts";
import { runTask, type RunOutcome } from "@silo/runtime";
import { afterEach, expect, test } from "vitest";
import {
  startModelServer,
  type ModelServer,
  type Script,
  type ScriptedReply,
} from "../src/testing/model-server.js";

const crm = fileURLToPath(new URL("../../scaffold/templates/crm", import.meta.url));
const agent = {
  file: fileURLToPath(new URL("../dist/agent.js", import.meta.url)),
  given: "@silo/flow/agent",
};
const secret = "sk-test-4711-geheim";

let server: ModelServer | undefined;
let folder: string | undefined;
afterEach(async () => {
  await server?.close();
  for (const name of ["SILO_MODEL_URL", "SILO_MODEL", "SILO_MODEL_KEY"]) delete process.env[name];
  if (folder !== undefined) rmSync(folder, { recursive: true });
  server = folder = undefined;
});

function read<T>(path: string): T {
  return JSON.parse(readFileSync(join(crm, path), "utf8")) as T;
}

async function run(task: string, script: Script, limits: Record<string, number> = {}): Promise<RunOutcome> {
  server = await startModelServer(script);
  folder = mkdtempSync(join(tmpdir(), "silo-model-"));
  Object.assign(process.env, { SILO_MODEL_URL: server.url, SILO_MODEL: "scripted", SILO_MODEL_KEY: secret });
  return runTask({
    environment: { entrypoint: join(crm, "index.ts"), name: "crm" },
    task: read<SiloTask>(`tasks/${task}.json`),
    agent,
    limits,
    // What an environment made from the template grants.
    grants: ["crm.merge"],
    record: { runsFolder: folder },
  });
}

interface Solution {
  calls: { tool: string; input: unknown }[];
  answer: string;
}

/** What a model would say that solves a task: one call a turn, and the answer. */
function solving(task: string): ScriptedReply[] {
  const { calls, answer } = read<Solution>(`solutions/${task}.json`);
  return [
    ...calls.map(({ tool, input }) => ({ calls: [{ name: tool, arguments: JSON.stringify(input) }] })),
    { text: answer },
  ];
}

/** The tools that the environment offered. */
function toolsIn({ trace }: RunOutcome): string[] {
  return trace.flatMap((event) => (event.type === "run_start" ? event.tools.map(({ name }) => name) : []));
}

const tasks = readdirSync(join(crm, "solutions")).map((file) => file.replace(".json", ""));

test.each(tasks)("solves %s of the crm with a model that knows how", async (task) => {
  const script = solving(task);
  const outcome = await run(task, script);
  expect([outcome.verdict, outcome.result.error]).toEqual(["passed", null]);
  expect(outcome.result.toolCalls).toBe(script.length - 1);
  expect(server?.requests[0]?.body).toMatchObject({
    model: "scripted",
    messages: [
      { role: "system" },
      { role: "user", content: read<SiloTask>(`tasks/${task}.json`).instruction },
    ],
  });
  expect(server?.requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(toolsIn(outcome));
  expect(server?.requests[0]?.headers["authorization"]).toBe(`Bearer ${secret}`);
});

test("a model that makes mistakes is told, and may still pass", async () => {
  const [first = {}, ...rest] = solving("TASK-001");
  const wrong: ScriptedReply = {
    calls: [
      { name: "list_leads", arguments: '{"query": "Halv' },
      { name: "list_leads", arguments: '{"quer": "Halvorsen"}' },
      { name: "list_leeds", arguments: "{}" },
    ],
  };
  const { verdict, result } = await run("TASK-001", [wrong, first, ...rest]);
  expect([verdict, result.toolErrors]).toEqual(["passed", 3]);
  const told = server?.requests[1]?.body.messages.slice(-3).map(({ content }) => content ?? "");
  expect(told?.[0]).toContain("the text ends inside of the string that begins at offset 10");
  expect(told?.[1]).toContain('\\"quer\\" is not a parameter (did you mean \\"query\\"?)');
  expect(told?.[2]).toContain('There is no tool named \\"list_leeds\\"; did you mean \\"list_leads\\"?');
});

test("a model that only talks does not pass, and the key is in nothing that the run left", async () => {
  const { verdict, folder: left = "" } = await run("TASK-001", [{ text: `Done! Your key is ${secret}.` }]);
  expect(verdict).toBe("failed");
  const files = readdirSync(left).map((file) => readFileSync(join(left, file), "utf8"));
  expect(files.join("\n")).toContain("Your key is [SILO_MODEL_KEY].");
  expect(files.filter((text) => text.includes(secret))).toEqual([]);
});

test("the tokens of a model count against the limit of the run", async () => {
  const endless = (): ScriptedReply => ({ calls: [{ name: "list_leads", arguments: "{}" }] });
  const { result } = await run("TASK-001", endless, { maxTokens: 40 });
  expect(result.terminationReason).toBe("token_limit");
  expect(server?.requests).toHaveLength(3);
});
