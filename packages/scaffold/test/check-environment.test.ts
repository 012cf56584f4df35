import { validationReportSchema } from "@silo/artifacts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkEnvironment, type CheckOptions } from "../src/check-environment.js";
import type { ProofReport } from "../src/check-report.js";
import { makeEnvironment, task, type EnvironmentProject } from "./environment-project.js";

let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
});
afterEach(() => project.remove());

const solution = {
  calls: [
    { tool: "read_items", input: {} },
    { tool: "set_value", input: { id: "A", value: 2 } },
  ],
  answer: "A",
};

const others = `Object.keys(final.items).every((id) => id === "A" || final.items[id].value === initial.items[id].value)`;
const rightChecks = `[
  { label: "A is 2", passed: final.items.A?.value === 2, required: true },
  { label: "The others are as they were", passed: final.n === initial.n && ${others}, required: true },
  { label: "The answer is A", passed: context.agentOutput === "A", required: true },
]`;

interface Parts {
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
function entrypoint({
  top = "",
  createState = `structuredClone({ n: 0, items: { A: { id: "A", value: 1 }, B: { id: "B", value: 1 } } })`,
  write = "",
  read = "",
  verify = "",
  checks = rightChecks,
}: Partial<Parts> = {}): { "index.ts": string } {
  return {
    "index.ts": `
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

async function check(options?: CheckOptions): Promise<ProofReport> {
  const report = await checkEnvironment({ name: "demo", folder: project.environment }, options);
  const { proofs, ...rest } = report;
  validationReportSchema.parse(rest);
  expect(report.ok).toBe(report.findings.every(({ level }) => level !== "error"));
  expect(proofs.every(({ ok }) => ok) || !report.ok).toBe(true);
  return report;
}

const codesOf = ({ findings }: ProofReport): string[] => [...new Set(findings.map(({ code }) => code))];

describe("an environment that is right", () => {
  it("is proved, with what became of every run", async () => {
    project.write({ ...entrypoint(), "solutions/TASK-1.json": solution });
    const ended: string[] = [];
    const report = await check({ onTaskEnd: ({ task: id }, tasks) => ended.push(`${id} of ${tasks}`) });
    expect(report).toMatchObject({ ok: true, findings: [], counts: { tasks: 1 } });
    expect(ended).toEqual(["TASK-1 of 1"]);
    const [proof] = report.proofs;
    expect(proof).toMatchObject({
      task: "TASK-1",
      ok: true,
      noop: { verdict: "failed", reward: 0, calls: 0 },
      solution: { verdict: "passed", reward: 1, calls: 2 },
      survivors: [],
    });
    expect(proof?.mutants).toMatchObject({ survived: 0, waived: 0, ungraded: 0, notRun: 0 });
    expect(proof?.mutants.failed).toBeGreaterThan(5);
    expect(proof?.checks.map(({ label }) => label)).toEqual([
      "A is 2",
      "The others are as they were",
      "The answer is A",
    ]);
    expect(await check()).toEqual(report);
  });

  it("is proved with an agent as its solution", async () => {
    const agent = `export default async ({ callTool }: any) => {
      const { output } = await callTool("read_items", {});
      await callTool("set_value", { id: output[0].id, value: 2 });
      return { output: output[0].id };
    };`;
    project.write({ ...entrypoint(), "solutions/TASK-1.ts": agent });
    const report = await check();
    expect(report).toMatchObject({ ok: true, findings: [] });
    expect(report.proofs[0]?.solution).toEqual({ verdict: "passed", reward: 1, calls: 2 });
    expect(report.proofs[0]?.mutants.failed).toBeGreaterThan(5);
  });

  it("may print, and may use what is not of the outer world", async () => {
    const printing = `console.log("x", { a: 1 }); console.error("y"); new Date(0).toISOString(); new Error("z").stack; await new Promise((go) => setTimeout(go, 1));`;
    project.write({
      ...entrypoint({ write: printing, read: printing, verify: printing }),
      "solutions/TASK-1.json": solution,
    });
    expect((await check()).findings).toEqual([]);
  });
});

describe("a fault", () => {
  it.each<[string, string, Partial<Parts>]>([
    ["passes whatever was done", "noop_passes", { checks: `[{ label: "x", passed: true, required: true }]` }],
    [
      "passes when nothing is done",
      "noop_passes",
      { checks: `[{ label: "Others", passed: ${others}, required: true }]` },
    ],
    [
      "ignores collateral damage",
      "mutant_survives",
      { checks: rightChecks.replace("final.n === initial.n", "true").replace(others, "true") },
    ],
    [
      "ignores the answer",
      "mutant_survives",
      { checks: rightChecks.replace(`context.agentOutput === "A"`, "true") },
    ],
    ["throws", "verifier_failed", { verify: `throw new Error("no")` }],
    [
      "throws over what an agent did",
      "verifier_failed",
      { verify: `if (final.items.A.value > 2) throw new Error("no")` },
    ],
    ["returns no checks", "verifier_failed", { checks: "true" }],
    ["changes the state", "verifier_mutates", { verify: `final.n = 1` }],
    ["changes the state and hides it", "verifier_mutates", { verify: `try { final.n = 1 } catch {}` }],
    [
      "has optional checks alone",
      "required_check_missing",
      { checks: rightChecks.replaceAll("required: true", "required: false") },
    ],
    [
      "has two checks with one label",
      "check_label_duplicate",
      { checks: rightChecks.replace("The others are as they were", "A is 2") },
    ],
    [
      "depends on the order of keys",
      "verifier_depends_on_key_order",
      {
        checks: rightChecks.replace(
          others,
          `JSON.stringify({ ...final.items, A: 0 }) === JSON.stringify({ ...initial.items, A: 0 })`,
        ),
      },
    ],
    [
      "has a check that never fails",
      "dead_check",
      { checks: rightChecks.replace("[", `[{ label: "dead", passed: true, required: true },`) },
    ],
    ["reads the clock", "clock_used", { verify: "Date.now()" }],
    ["reads the environment", "environment_variable_used", { verify: "process.env.HOME" }],
    ["is random", "randomness_used", { verify: "Math.random()" }],
    ["uses the network", "network_used", { verify: `await fetch("http://127.0.0.1:9/").catch(() => {})` }],
    [
      "judges in another way each time",
      "verdict_not_repeatable",
      {
        top: "let turn = 0;",
        checks: rightChecks.replace(
          "[",
          `[{ label: "odd", passed: (turn += 1) % 2 === 0, required: false },`,
        ),
      },
    ],
  ])("of a verifier that %s is found", async (_, code, parts) => {
    project.write({ ...entrypoint(parts), "solutions/TASK-1.json": solution });
    expect(codesOf(await check())).toContain(code);
  });

  it.each<[string, string, string, Partial<Parts>]>([
    ["reads the clock", "clock_used", "new Date()", { write: "new Date()" }],
    ["reads the clock", "clock_used", "performance.now", { write: "performance.now()" }],
    ["reads the clock", "clock_used", "process.hrtime.bigint", { write: "process.hrtime.bigint()" }],
    ["is random", "randomness_used", "Math.random", { read: "Math.random()" }],
    [
      "is random",
      "randomness_used",
      "crypto.randomUUID",
      { top: `import { randomUUID } from "node:crypto";`, write: "randomUUID()" },
    ],
    [
      "is random",
      "randomness_used",
      "crypto.getRandomValues",
      { write: "crypto.getRandomValues(new Uint8Array(1))" },
    ],
    [
      "uses the network",
      "network_used",
      "net.connect",
      { top: `import { connect } from "node:net";`, write: "try { connect(9) } catch {}" },
    ],
    [
      "uses the network",
      "network_used",
      "fetch",
      { write: `await fetch("http://127.0.0.1:9/").catch(() => {})` },
    ],
    ["reads the environment", "environment_variable_used", "process.env.HOME", { read: "process.env.HOME" }],
    [
      "reads the environment",
      "environment_variable_used",
      "process.env.HOME",
      { top: `import { env } from "node:process";`, write: "await null; env.HOME" },
    ],
  ])("of a tool that %s is found: %s, %s", async (_, code, used, parts) => {
    project.write({ ...entrypoint(parts), "solutions/TASK-1.json": solution });
    const tool = parts.read === undefined ? "set_value" : "read_items";
    const { findings } = await check();
    const found = findings.filter((finding) => finding.code === code);
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(`Tool "${tool}"`);
    expect(found[0]?.message).toContain(`(${used})`);
    expect(found[0]?.message).toContain(tool === "set_value" ? "in call 2" : "in call 1");
  });

  it("of a tool that is declared read and writes is found at once, and undone", async () => {
    project.write({ ...entrypoint({ read: "state.n += 1" }), "solutions/TASK-1.json": solution });
    const report = await check();
    expect(codesOf(report)).toEqual(["read_tool_writes"]);
    expect(report.findings[0]?.message).toMatch(/Tool "read_items".* changed n;.*in call 1/);
    expect(report.proofs[0]?.solution?.verdict).toBe("passed");
  });

  it("of a tool that breaks over what is valid is found", async () => {
    project.write({
      ...entrypoint(),
      "solutions/TASK-1.json": {
        ...solution,
        calls: [...solution.calls, { tool: "set_value", input: { id: "C", value: 1 } }],
      },
    });
    const report = await check();
    expect(codesOf(report)).toEqual(["solution_call_fails", "tool_faulty"]);
    expect(report.findings[0]).toMatchObject({ level: "error", file: "solutions/TASK-1.json" });
  });

  it("of createState is found: shared objects by validation, the clock by proof", async () => {
    const shared = entrypoint({ top: "const shared = { n: 0, items: {} };", createState: "shared" });
    project.write({ ...shared, "solutions/TASK-1.json": solution });
    expect(await check()).toMatchObject({ ok: false, proofs: [], findings: [{ code: "state_shared" }] });
    project.write(
      entrypoint({
        createState: `{ n: 0, items: { A: { id: "A", value: Date.now() && 1 }, B: { id: "B", value: 1 } } }`,
      }),
    );
    const report = await check();
    expect(codesOf(report)).toEqual(["clock_used"]);
    expect(report.findings[0]?.message).toContain("createState reads the clock of the machine (Date.now)");
  });

  it("that makes every process another world is found where two tasks are proved", async () => {
    project.write({
      ...entrypoint({
        top: `import { randomInt } from "node:crypto"; const seed = randomInt(2 ** 40);`,
        createState: `{ n: seed, items: { A: { id: "A", value: 1 }, B: { id: "B", value: 1 } } }`,
      }),
      "solutions/TASK-1.json": solution,
      "tasks/TASK-2.json": { ...task, id: "TASK-2" },
      "solutions/TASK-2.json": solution,
    });
    // The verifier says that it grades another task.
    project.write({ "index.ts": undefined });
    const twice = entrypoint({
      top: `import { randomInt } from "node:crypto"; const seed = randomInt(2 ** 40);`,
      createState: `{ n: seed, items: { A: { id: "A", value: 1 }, B: { id: "B", value: 1 } } }`,
    })["index.ts"].replace(
      /\}\];\n$/,
      `}].flatMap((one) => [one, { ...one, id: "VER-2", taskId: "TASK-2" }]);\n`,
    );
    project.write({ "index.ts": twice, "tasks/TASK-2.json": { ...task, id: "TASK-2", verifierId: "VER-2" } });
    expect(codesOf(await check())).toEqual(["state_not_repeatable"]);
  });

  it.each<[string, string, Partial<Parts>, RegExp]>([
    ["tool", "environment_failed", { write: "for (;;);" }, /tools\.set_value/],
    ["verifier", "verifier_timeout", { verify: "for (;;);" }, /verifiers\.VER-1/],
    ["verifier that awaits forever", "verifier_timeout", { verify: "await new Promise(() => {})" }, /VER-1/],
    ["process that ends", "environment_failed", { write: "process.exit(3)" }, /exit code 3/],
  ])("of a %s that never ends ends the proof", async (_, code, parts, words) => {
    const limits = { timeoutMs: 500, verifierTimeoutMs: 300 };
    project.write({
      ...entrypoint(parts),
      "solutions/TASK-1.json": solution,
      "tasks/TASK-1.json": { ...task, limits },
    });
    const report = await check();
    expect(codesOf(report)).toContain(code);
    expect(report.findings.find((finding) => finding.code === code)?.message).toMatch(words);
  });
});

describe("a solution", () => {
  it.each<[string, string, Record<string, string | object>]>([
    ["that is missing", "solution_missing", {}],
    ["that is no JSON", "solution_invalid", { "solutions/TASK-1.json": "{" }],
    ["that has another shape", "solution_invalid", { "solutions/TASK-1.json": { calls: [] } }],
    [
      "that is there twice",
      "solution_invalid",
      { "solutions/TASK-1.json": solution, "solutions/TASK-1.ts": "export default async () => ({})" },
    ],
    ["that is no agent", "solution_invalid", { "solutions/TASK-1.ts": "export default 1" }],
    ["that does not compile", "solution_invalid", { "solutions/TASK-1.ts": "export default (" }],
    ["that is wrong", "solution_fails", { "solutions/TASK-1.json": { ...solution, answer: "B" } }],
    [
      "that makes a call that fails",
      "solution_call_fails",
      { "solutions/TASK-1.json": { ...solution, calls: [{ tool: "none", input: {} }, ...solution.calls] } },
    ],
    [
      "of no task",
      "solution_unused",
      { "solutions/TASK-1.json": solution, "solutions/TASK-9.json": solution },
    ],
  ])("%s is found", async (_, code, files) => {
    project.write({ ...entrypoint(), ...files });
    const report = await check();
    expect(codesOf(report)).toEqual([code]);
    expect(report.proofs[0]?.noop).toEqual(
      code === "solution_invalid" && "solutions/TASK-1.ts" in files && !("solutions/TASK-1.json" in files)
        ? null
        : { verdict: "failed", reward: 0, calls: 0 },
    );
  });

  it("that changes the world, or does not, must be what the task says", async () => {
    project.write({
      ...entrypoint(),
      "solutions/TASK-1.json": solution,
      "tasks/TASK-1.json": { ...task, expectsNoChange: true },
    });
    expect(codesOf(await check())).toEqual(["change_not_expected"]);
    const answerOnly = `[
      { label: "Nothing changed", passed: final.n === initial.n && final.items.A.value === 1 && ${others}, required: true },
      { label: "The answer is A", passed: context.agentOutput === "A", required: true },
    ]`;
    project.write({
      ...entrypoint({ checks: answerOnly }),
      "solutions/TASK-1.json": { calls: [], answer: "A" },
      "tasks/TASK-1.json": task,
    });
    expect(codesOf(await check())).toEqual(["no_change_not_declared"]);
    project.write({ "tasks/TASK-1.json": { ...task, expectsNoChange: true } });
    expect(await check()).toMatchObject({ ok: true, findings: [] });
  });
});

describe("a waiver", () => {
  const lenient = entrypoint({ checks: rightChecks.replace(`=== 2`, `>= 2`) });
  const mutation = "call 2 (set_value): value 2 → 3";

  it("lets its mutation pass, and no other", async () => {
    project.write({ ...lenient, "solutions/TASK-1.json": solution });
    const before = await check();
    expect(before.proofs[0]?.survivors).toEqual([mutation]);
    expect(before.findings).toMatchObject([{ code: "mutant_survives", level: "error" }]);
    expect(before.findings[0]?.message).toContain(mutation);
    const waivers = [{ mutation, reason: "At least 2 is what is asked for." }];
    project.write({ "tasks/TASK-1.json": { ...task, waivers } });
    const after = await check();
    expect(after).toMatchObject({ ok: true, findings: [] });
    expect(after.proofs[0]?.mutants).toMatchObject({ survived: 0, waived: 1 });
  });

  it("that waives nothing is found", async () => {
    const waivers = [mutation, "call 9 left out"].map((name) => ({ mutation: name, reason: "x" }));
    project.write({
      ...entrypoint(),
      "solutions/TASK-1.json": solution,
      "tasks/TASK-1.json": { ...task, waivers },
    });
    const report = await check();
    expect(report.findings).toMatchObject([
      { code: "waiver_unused", level: "warning", file: "tasks/TASK-1.json" },
      { code: "waiver_unused", level: "warning", file: "tasks/TASK-1.json" },
    ]);
  });
});

describe("what is proved", () => {
  it("is the named tasks, and only where the environment is right", async () => {
    project.write({ ...entrypoint(), "solutions/TASK-1.json": solution });
    await expect(check({ tasks: ["TASK-2"] })).rejects.toMatchObject({ code: "task_not_found" });
    project.write({ "tasks/TASK-2.json": "{" });
    expect((await check({ tasks: ["TASK-1"] })).proofs).toMatchObject([{ task: "TASK-1", ok: true }]);
    project.write({ "data/broken.json": "{" });
    expect((await check()).proofs).toEqual([]);
  });

  it("ends when it is cancelled", async () => {
    project.write({
      ...entrypoint({ write: "await new Promise(() => {})" }),
      "solutions/TASK-1.json": solution,
    });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 1_500);
    await expect(check({ signal: stop.signal })).rejects.toMatchObject({ code: "cancelled" });
    await expect(check({ signal: stop.signal })).rejects.toMatchObject({ code: "cancelled" });
  });
});
