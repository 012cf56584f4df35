import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { envelopeOf, environment, main, makeDemo, makeProject, silo, writeFiles } from "./run-silo.js";

const idle = "export default async () => ({ output: 'Done.' });\n";

function demo(files: Record<string, string> = {}): Promise<string> {
  return makeDemo("blank", { "idle.mjs": idle, ...files });
}

const run = (agent: string): string[] => ["run", "--env", "demo", "--task", "TASK-001", "--agent", agent];

describe("the form of the output", () => {
  it("is the envelope where standard output is no terminal, and the summary goes to standard error", async () => {
    const project = await demo();
    const ended = await silo(run("idle.mjs"), { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({
      ok: true,
      result: { verdict: "failed", result: { passed: false, reward: 0 } },
      meta: { tool: "silo.run" },
    });
    expect(ended.stderr).toContain("FAILED  reward 0");
    expect(ended.exitCode).toBe(1);
  });

  it("is text with --no-json, a flag goes before SILO_OUTPUT, and that before the terminal", async () => {
    const project = await demo();
    const list = ["env", "list"];
    const formOf = async (args: string[], env: Record<string, string>): Promise<string> =>
      (await silo(args, { cwd: project, env })).stdout.startsWith("{") ? "json" : "text";
    expect(await formOf(list, {})).toBe("json");
    expect(await formOf([...list, "--no-json"], {})).toBe("text");
    expect(await formOf(list, { SILO_OUTPUT: "text" })).toBe("text");
    expect(await formOf([...list, "--json"], { SILO_OUTPUT: "text" })).toBe("json");
    expect(await formOf([...list, "--no-json"], { SILO_OUTPUT: "json" })).toBe("text");
  });

  it("shows every check, the verdict, how the run ended and where the artifacts are", async () => {
    const project = await demo();
    const { stdout } = await silo([...run("idle.mjs"), "--no-json"], { cwd: project });
    expect(stdout).toMatch(/✗ required {2}The todo is done +TODO-2: /);
    expect(stdout).toMatch(/✓ optional {2}It took at most two calls/);
    expect(stdout).toContain("FAILED  reward 0, 2 of 3 checks, 0 tool calls\n");
    expect(stdout).toMatch(/Ended: completed after \d+ ms\n/);
    expect(stdout).toMatch(/Artifacts: \.silo\/runs\/run_\d{14}_\w{4}\n$/);
    expect(stdout).not.toContain("\u001b");
  });

  it("keeps what agents, tools and verifiers print off standard output", async () => {
    const project = await demo({
      "loud.mjs":
        "export default async ({ callTool }) => { console.log('A'); process.stdout.write('B'); await callTool('list_todos', {}); return { output: '' }; };\n",
    });
    const tools = join(project, ".silo/environments/demo/tools/list-todos.ts");
    writeFiles(project, {
      ".silo/environments/demo/tools/list-todos.ts": readFileSync(tools, "utf8").replace(
        "const todos",
        "console.log('C'); const todos",
      ),
    });
    const ended = await silo([...run("loud.mjs"), "--json"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({ ok: true });
    for (const printed of ["A", "B", "C"]) expect(ended.stderr).toContain(printed);
  });

  it("prints help for every command with an example, and the version alone", async () => {
    const project = makeProject();
    const { stdout: version } = await silo(["--version"], { cwd: project });
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(envelopeOf(await silo(["--version", "--json"], { cwd: project }))).toMatchObject({
      result: { version: version.trim() },
    });
    expect(envelopeOf(await silo(["run", "--help", "--json"], { cwd: project }))).toMatchObject({
      result: { help: expect.stringContaining("--max-tool-calls") as string },
    });
    for (const command of [["init"], ["run"], ["env", "list"], ["env", "validate"], ["explain"]]) {
      const { stdout, exitCode } = await silo([...command, "--help"], { cwd: project });
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`silo ${command.join(" ")}`);
      expect(stdout).toContain("Examples:");
    }
    expect((await silo([], { cwd: project })).stdout).toContain("Commands:");
  });
});

describe("--schema", () => {
  it("prints the JSON Schema of a command's result and does nothing else, whatever else is missing", async () => {
    const project = makeProject();
    const { stdout, exitCode } = await silo(["run", "--schema"], { cwd: project });
    expect(exitCode).toBe(0);
    const schema = JSON.parse(stdout) as object;
    expect(schema).toMatchObject({ $id: "urn:silo:result-of-run:1" });
    const json = envelopeOf(await silo(["run", "--schema", "--json"], { cwd: project }));
    expect(json).toMatchObject({ result: { schema }, meta: { tool: "silo" } });
    await silo(["init", "demo", "--schema"], { cwd: project });
    expect(readdirSync(project)).toEqual([]);
  });

  it("prints without a command that of the envelope, and knows no command that there is not", async () => {
    const project = makeProject();
    const { stdout } = await silo(["--schema"], { cwd: project });
    expect(JSON.parse(stdout)).toMatchObject({ $id: "urn:silo:envelope:1" });
    const ended = await silo(["rum", "--schema"], { cwd: project });
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain('no command "rum" (did you mean run?)');
  });
});

describe("a run that is not graded", () => {
  it("exits with the code of what kept it from being graded, and names the run", async () => {
    const project = await demo();
    const file = ".silo/environments/demo/verifiers/VER-001.ts";
    const source = readFileSync(join(project, file), "utf8");
    writeFiles(project, {
      [file]: source.replace(
        "const others =",
        "if (final) throw new Error('grader broke');\n    const others =",
      ),
    });
    const ended = await silo(run("idle.mjs"), { cwd: project });
    const envelope = envelopeOf(ended);
    expect(envelope).toMatchObject({
      ok: false,
      error: {
        code: "verifier_failed",
        details: { verdict: "ungraded", result: { passed: false, reward: null, verdict: "ungraded" } },
      },
    });
    expect(ended.exitCode).toBe(70);
    const [runId] = readdirSync(join(project, ".silo/runs"));
    expect(envelope).toMatchObject({
      error: { details: { runId, folder: join(project, ".silo/runs", runId ?? "") } },
    });
    expect(ended.stderr).toContain("UNGRADED  no reward");
  });

  it("is a verifier that does not end: exit 50", async () => {
    const project = await demo();
    const file = ".silo/environments/demo/verifiers/VER-001.ts";
    const source = readFileSync(join(project, file), "utf8");
    const hanging = source.replace(
      "check(final, initial, { trace })",
      "async check(final, initial, { trace })",
    );
    writeFiles(project, {
      [file]: hanging.replace("const others =", "await new Promise(() => undefined);\n    const others ="),
    });
    const ended = await silo([...run("idle.mjs"), "--verifier-timeout-ms", "200"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({
      error: { code: "verifier_timeout", details: { verdict: "ungraded", timeoutMs: 200 } },
    });
    expect(ended.exitCode).toBe(50);
  });

  it("is an environment that breaks: no state-diff.json, exit 70", async () => {
    const project = await demo();
    writeFiles(project, {
      ".silo/environments/demo/environment.ts":
        "export function createState() { throw new Error('no world today'); }\n",
    });
    const ended = await silo(run("idle.mjs"), { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({
      error: { code: "environment_failed", details: { place: "createState" } },
    });
    expect(ended.exitCode).toBe(70);
    const [runId = ""] = readdirSync(join(project, ".silo/runs"));
    expect(readdirSync(join(project, ".silo/runs", runId)).sort()).toEqual([
      "result.json",
      "run.json",
      "trace.jsonl",
    ]);
  });
});

describe("an agent that ends its process", () => {
  it("is agent_error, and is graded", async () => {
    const project = await demo({ "exit.mjs": "export default async () => { process.exit(0); };\n" });
    const ended = await silo(run("exit.mjs"), { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({
      result: { verdict: "failed", result: { terminationReason: "agent_error" } },
    });
    expect(ended.exitCode).toBe(1);
  });
});

describe("permissions", () => {
  it("are granted with --grant, and by the manifest", async () => {
    const project = await demo({
      "finish.mjs":
        "export default async ({ callTool }) => ({ output: await callTool('complete_todo', { todoId: 'TODO-2' }) });\n",
    });
    const environment = join(project, ".silo/environments/demo");
    const tool = readFileSync(join(environment, "tools/complete-todo.ts"), "utf8");
    writeFiles(environment, {
      "tools/complete-todo.ts": tool.replace(
        'effect: "write",',
        'effect: "write",\n  permissions: ["todos:finish"],',
      ),
    });
    const refused = await silo(run("finish.mjs"), { cwd: project });
    expect(envelopeOf(refused)).toMatchObject({ result: { verdict: "failed", result: { toolErrors: 1 } } });
    expect(refused.stdout).toContain("not_allowed");
    const granted = await silo([...run("finish.mjs"), "--grant", "other,todos:finish"], { cwd: project });
    expect(envelopeOf(granted)).toMatchObject({ result: { verdict: "passed", result: { toolErrors: 0 } } });
    const manifest = JSON.parse(readFileSync(join(environment, "silo.environment.json"), "utf8")) as object;
    writeFiles(environment, {
      "silo.environment.json": JSON.stringify({ ...manifest, grants: ["todos:finish"] }),
    });
    expect(envelopeOf(await silo(run("finish.mjs"), { cwd: project }))).toMatchObject({
      result: { verdict: "passed" },
    });
  });
});

describe("limits", () => {
  it("end the run and are graded", async () => {
    const project = await demo({
      "endless.mjs":
        "export default async ({ callTool }) => { for (;;) await callTool('list_todos', {}); };\n",
      "slow.mjs": "export default () => new Promise((resolve) => setTimeout(resolve, 1e6));\n",
    });
    const calls = await silo([...run("endless.mjs"), "--max-tool-calls", "5", "--timeout-ms", "60000"], {
      cwd: project,
    });
    expect(envelopeOf(calls)).toMatchObject({
      result: {
        verdict: "failed",
        result: { toolCalls: 6, toolErrors: 1, terminationReason: "max_tool_calls" },
      },
    });
    const time = await silo([...run("slow.mjs"), "--timeout-ms", "50"], { cwd: project });
    expect(envelopeOf(time)).toMatchObject({
      result: { verdict: "failed", result: { terminationReason: "timeout" } },
    });
    expect(time.exitCode).toBe(1);
  });
});

describe("the ways a process ends", () => {
  it.each(["--json", "--no-json"])("is 130 for an interrupt, with whole artifacts: %s", async (form) => {
    const project = await demo({
      "slow.mjs":
        "export default () => { process.stderr.write('started\\n'); return new Promise((resolve) => setTimeout(resolve, 1e6)); };\n",
    });
    const child = spawn(process.execPath, [main, ...run("slow.mjs"), form], {
      cwd: project,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
      if (chunk.includes("started")) child.kill("SIGINT");
    });
    const exitCode = await new Promise((resolve) => child.on("close", resolve));
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(/^error: cancelled: /m);
    if (form === "--no-json") expect(stdout).toBe("");
    else {
      expect(envelopeOf({ stdout })).toMatchObject({
        ok: false,
        error: {
          code: "cancelled",
          details: { result: { terminationReason: "cancelled", verdict: "ungraded" } },
        },
      });
    }
    const [runId = ""] = readdirSync(join(project, ".silo/runs"));
    expect(readdirSync(join(project, ".silo/runs", runId)).sort()).toEqual([
      "agent.log",
      "result.json",
      "run.json",
      "state-diff.json",
      "trace.jsonl",
    ]);
  });

  it("is 101 for what nobody foresaw, with the stack only when it is asked for", async () => {
    const project = await demo({
      "stray.mjs":
        "export default () => { setTimeout(() => Promise.reject(new Error('stray')), 1); return new Promise((resolve) => setTimeout(resolve, 1e6)); };\n",
    });
    // In one process with the command nobody can tell whose error it is.
    const stray = [...run("stray.mjs"), "--isolation", "none"];
    const ended = await silo(stray, { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({ ok: false, error: { code: "unexpected_error" } });
    expect(ended.exitCode).toBe(101);
    expect(ended.stdout).not.toContain("traceback");
    const text = await silo([...stray, "--no-json"], { cwd: project });
    expect(text).toMatchObject({ exitCode: 101, stdout: "" });
    expect(text.stderr).toMatch(/^error: unexpected_error: .*stray\ntry: /m);
    expect(text.stderr).not.toContain("    at ");
    const verbose = await silo([...stray, "-v"], { cwd: project });
    expect(envelopeOf(verbose)).toMatchObject({
      error: { details: { traceback: expect.stringContaining("stray.mjs") as string } },
    });
  });

  it("is quiet where the reader went away", async () => {
    const project = await demo();
    const child = spawn(process.execPath, [main, "--help"], {
      cwd: project,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    const exitCode = await new Promise((resolve) => child.on("close", resolve));
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
  });

  it.each(["stdout", "stderr"] as const)(
    "ends a run, records it and exits by its verdict where nobody reads %s",
    async (closed) => {
      const project = await demo({
        "talks.mjs":
          "export default async () => { for (let i = 0; i < 50; i++) { console.log('x'.repeat(10_000)); await new Promise((go) => setTimeout(go, 5)); } return { output: 'y'.repeat(300_000) }; };\n",
      });
      const child = spawn(process.execPath, [main, ...run("talks.mjs")], {
        cwd: project,
        env: environment(),
        stdio: ["ignore", "pipe", "pipe"],
      });
      child[closed].destroy();
      child[closed === "stdout" ? "stderr" : "stdout"].resume();
      const exitCode = await new Promise((resolve) => child.on("close", resolve));
      const [runId = ""] = readdirSync(join(project, ".silo/runs"));
      const file = join(project, ".silo/runs", runId, "result.json");
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ verdict: "failed" });
      expect(exitCode).toBe(1);
    },
  );

  it("brings a large envelope through a slow pipe whole", async () => {
    const project = await demo({
      "long.mjs": "export default async () => ({ output: 'x'.repeat(2 ** 20) });\n",
    });
    const child = spawn(process.execPath, [main, ...run("long.mjs")], {
      cwd: project,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const closed = new Promise((resolve) => child.on("close", resolve));
    let stdout = "";
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for await (const chunk of child.stdout.setEncoding("utf8")) {
      stdout += chunk as string;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await closed;
    const envelope = JSON.parse(stdout) as { result: { result: { agentOutput: string } } };
    expect(envelope.result.result.agentOutput).toHaveLength(2 ** 20);
  });
});
