import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readRun } from "@silo/artifacts";
import { describe, expect, it } from "vitest";
import { envelopeOf, makeDemo, makeProject, silo } from "./run-silo.js";
import { startTalker } from "./talking-server.js";

const packages = fileURLToPath(new URL("../../../packages", import.meta.url));

/** A project in which `@silo/flow` is installed. */
function projectWith(files: Record<string, string>): string {
  const project = makeProject(files);
  mkdirSync(join(project, "node_modules/@silo"), { recursive: true });
  symlinkSync(join(packages, "flow"), join(project, "node_modules/@silo/flow"));
  return project;
}

const broken = `import { defineFlow, s } from "@silo/flow";
import { api } from "@silo/flow/api";
import { llm } from "@silo/flow/llm";

export default defineFlow({
  name: "weather",
  version: "1.0",
  use: {
    api: api({ weather: { baseUrl: "weather.example/v1", paths: ["/now"] } }),
    llm: llm(
      { main: { baseUrl: { env: "WEATHER_MODEL_URL" }, model: "tiny", auth: { env: "WEATHER_MODEL_KEY" } } },
      { chat: { user: "What about {{city}}?", tools: { functions: ["lookUp"] } } },
    ),
    other: { kind: "other", faults: [], bind: () => async () => null,
      needs: [{ kind: "other", type: "dependency", specifier: "@shop/nowhere/x.js", version: "3.0.0" }] },
  },
  functions: { lookup: { args: s.object({}), run: () => null } },
  main: () => undefined,
});
`;

describe("silo flow check", () => {
  it("tells at once everything that would make a run fail, as a table and as an envelope", async () => {
    const project = projectWith({ "flow.ts": broken });
    const env = { WEATHER_MODEL_URL: "nonsense" };
    const checked = await silo(["flow", "check", "./flow.ts"], { cwd: project, env });
    expect(checked.exitCode).toBe(1);
    const { ok, result } = envelopeOf(checked) as { ok: boolean; result: { ok: boolean; findings: Found[] } };
    expect([ok, result.ok]).toEqual([true, false]);
    expect(
      result.findings.map(({ code, kind = "", profile = "", field = "" }) => [code, kind, profile, field]),
    ).toEqual([
      ["definition_invalid", "", "", ""],
      ["profile_invalid", "api", "weather", "baseUrl"],
      ["variable_unset", "llm", "chat", "user"],
      ["tool_unknown", "llm", "chat", "tools.functions"],
      ["address_invalid", "llm", "main", ""],
      ["variable_missing", "llm", "main", ""],
      ["dependency_missing", "other", "", ""],
    ]);
    const told = await silo(["flow", "check", "./flow.ts", "--no-json"], { cwd: project, env });
    expect(told.exitCode).toBe(1);
    expect(told.stdout).toMatch(
      /^tool_unknown +llm chat\.tools\.functions +.*\(did you mean "lookup"\?\)\.$/m,
    );
    expect(told.stdout).toMatch(
      /^variable_unset +llm chat\.user +.*uses \{\{city\}\}, which is not among its variables/m,
    );
    expect(told.stdout).toContain("  try: npm install @shop/nowhere@3.0.0\n✗ 7 findings  ./flow.ts\n");
  });

  it("exits 0 where nothing is missing, and runs nothing of the flow", async () => {
    const project = projectWith({
      "flow.ts": `import { defineFlow } from "@silo/flow";
        export default defineFlow({ name: "f", version: "1.0.0", main: () => { throw new Error("It ran."); } });`,
    });
    const { exitCode, stdout } = await silo(["flow", "check", "./flow.ts", "--no-json"], { cwd: project });
    expect([exitCode, stdout]).toEqual([0, "✓ nothing is missing  ./flow.ts\n"]);
  });

  it.each([
    ["./nowhere.ts", "agent_not_found", 10],
    ["./plain.mjs", "agent_invalid", 2],
    ["./broken.mjs", "agent_invalid", 2],
  ])("%s is %s", async (flow, code, exitCode) => {
    const project = projectWith({
      "plain.mjs": "export default async () => ({ output: '' });",
      "broken.mjs": "throw new Error('no');",
    });
    const ended = await silo(["flow", "check", flow], { cwd: project });
    expect([ended.exitCode, (envelopeOf(ended) as { error: { code: string } }).error.code]).toEqual([
      exitCode,
      code,
    ]);
  });

  it("knows the ready agent, also where the project has not installed it", async () => {
    const checked = await silo(["flow", "check", "@silo/flow/agent"], {
      cwd: makeProject(),
      env: { SILO_MODEL: "tiny", SILO_MODEL_URL: "" },
    });
    const { result } = envelopeOf(checked) as { result: { findings: Found[] } };
    expect(result.findings).toMatchObject([{ code: "variable_missing", kind: "llm", profile: "model" }]);
  });
});

it("a run does not begin without a package that its flow uses, and says how to install it", async () => {
  const project = await makeDemo("blank", {
    "flow.ts": broken
      .replace('version: "1.0"', 'version: "1.0.0"')
      .replace(/ {4}(?:api|llm): [\s\S]*?(?=\n {4}other)/, ""),
  });
  mkdirSync(join(project, "node_modules/@silo"), { recursive: true });
  symlinkSync(join(packages, "flow"), join(project, "node_modules/@silo/flow"));
  const ended = await silo(
    ["run", "--env", "demo", "--task", "TASK-001", "--agent", "./flow.ts", "--no-json"],
    {
      cwd: project,
    },
  );
  expect(ended.exitCode, ended.stderr).toBe(65);
  expect(ended.stderr).toContain("error: dependency_missing: ");
  expect(ended.stderr).toContain("npm install @shop/nowhere@3.0.0");
});

interface Found {
  code: string;
  kind?: string;
  profile?: string;
  field?: string;
}

describe("silo run --agent @silo/flow/agent", () => {
  it("runs the ready agent with the model that the environment names, and keeps the key to itself", async () => {
    const secret = "sk-test-4711-geheim";
    const { url, keys } = await startTalker(() => `I am done, and your key is ${secret}.`);
    const project = await makeDemo("blank");
    const ended = await silo(["run", "--env", "demo", "--task", "TASK-001", "--agent", "@silo/flow/agent"], {
      cwd: project,
      env: { SILO_MODEL_URL: url, SILO_MODEL: "tiny", SILO_MODEL_KEY: secret },
    });
    expect([ended.exitCode, keys]).toEqual([1, [`Bearer ${secret}`]]);
    const { result } = envelopeOf(ended) as { result: { folder: string; result: { agentOutput: string } } };
    expect(result.result.agentOutput).toBe("I am done, and your key is [SILO_MODEL_KEY].");
    const { run, trace } = readRun(result.folder);
    expect([run?.config.agentPath, run?.hashes.agent]).toEqual([
      "@silo/flow/agent",
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    expect(trace.events.flatMap((event) => (event.type === "step" ? [event.command] : []))).toContain("llm");
    const files = readdirSync(result.folder).map((file) => readFileSync(join(result.folder, file), "utf8"));
    expect(files.filter((text) => text.includes(secret))).toEqual([]);
    expect(ended.stderr + ended.stdout).not.toContain(secret);
  });
});
