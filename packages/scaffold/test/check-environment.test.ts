import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, task, type EnvironmentProject } from "./environment-project.js";
import {
  check,
  codesOf,
  entrypoint,
  others,
  rightChecks,
  solution,
  type Parts,
} from "./provable-environment.js";

let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
});
afterEach(() => project.remove());

describe("an environment that is right", () => {
  it("is proved, with what became of every run", async () => {
    project.write({ ...entrypoint(), "solutions/TASK-1.json": solution });
    const ended: string[] = [];
    const report = await check(project, {
      onTaskEnd: ({ task: id }, tasks) => ended.push(`${id} of ${tasks}`),
    });
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
    expect(await check(project)).toEqual(report);
  });

  it("is proved with an agent as its solution", async () => {
    const agent = `export default async ({ callTool }: any) => {
      const { output } = await callTool("read_items", {});
      await callTool("set_value", { id: output[0].id, value: 2 });
      return { output: output[0].id };
    };`;
    project.write({ ...entrypoint(), "solutions/TASK-1.ts": agent });
    const report = await check(project);
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
    expect((await check(project)).findings).toEqual([]);
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
    [
      "judges in another way each time",
      "verdict_not_repeatable",
      {
        top: "let turn = 0;",
        checks: rightChecks.replace(
          "[",
          `[{ label: "odd", passed: (turn += 1) % 4 === 1, required: false },`,
        ),
      },
    ],
  ])("of a verifier that %s is found", async (_, code, parts) => {
    project.write({ ...entrypoint(parts), "solutions/TASK-1.json": solution });
    expect(codesOf(await check(project))).toContain(code);
  });

  it("of code that uses the outer world is found, with what it uses, where, and in which call", async () => {
    const top = `import { connect } from "node:net"; import { randomUUID } from "node:crypto"; import { env } from "node:process";`;
    const write = `new Date(); Date(); performance.now(); process.hrtime.bigint(); randomUUID(); await null; env.HOME;
      crypto.getRandomValues(new Uint8Array(1)); try { connect(9) } catch {} await fetch("http://127.0.0.1:9/").catch(() => {});`;
    const read =
      "Math.random(); process.env.HOME; setTimeout(() => Date.now(), 0); await new Promise((go) => setTimeout(go, 5))";
    project.write({
      ...entrypoint({ top, write, read, verify: "Date.now()" }),
      "solutions/TASK-1.json": solution,
    });
    const { findings } = await check(project);
    const seen = findings.map(({ code, message }) => [
      code,
      /^(.*?) (?:reads|uses) [^(]*\((.*)\)(?:, which was refused)? \(seen/.exec(message)?.slice(1).join(": "),
      /in call \d/.exec(message)?.[0],
    ]);
    const writes = (code: string, used: string): unknown[] => [
      code,
      `Tool "set_value": ${used}`,
      "in call 2",
    ];
    const reads = (code: string, used: string): unknown[] => [
      code,
      `Tool "read_items": ${used}`,
      "in call 1",
    ];
    expect(seen.sort()).toEqual(
      [
        ...["Date()", "new Date()", "performance.now", "process.hrtime.bigint"].map((used) =>
          writes("clock_used", used),
        ),
        ...["crypto.getRandomValues", "crypto.randomUUID"].map((used) => writes("randomness_used", used)),
        ...["fetch", "net.connect"].map((used) => writes("network_used", used)),
        writes("environment_variable_used", "process.env.HOME"),
        reads("clock_used", "Date.now"),
        reads("randomness_used", "Math.random"),
        reads("environment_variable_used", "process.env.HOME"),
        ["clock_used", 'Verifier "VER-1": Date.now', undefined],
      ].sort(),
    );
  });

  it("of a tool that is declared read and writes is found at once, and undone", async () => {
    project.write({ ...entrypoint({ read: "state.n += 1" }), "solutions/TASK-1.json": solution });
    const report = await check(project);
    expect(codesOf(report)).toEqual(["read_tool_writes"]);
    expect(report.findings[0]?.message).toMatch(/Tool "read_items".* changed n;.*in call 1/);
    expect(report.proofs[0]?.solution?.verdict).toBe("passed");
  });

  it("of a tool that breaks over what is valid is found", async () => {
    const calls = [...solution.calls, { tool: "set_value", input: { id: "A", value: 7 } }];
    project.write({
      ...entrypoint({ write: `if (value === 7) throw new Error("seven");` }),
      "solutions/TASK-1.json": { ...solution, calls },
    });
    const report = await check(project);
    expect(codesOf(report)).toEqual(["solution_call_fails", "tool_faulty"]);
    expect(report.findings[0]).toMatchObject({ level: "error", file: "solutions/TASK-1.json" });
  });

  it("of createState is found: shared objects by validation, the clock by proof", async () => {
    const shared = entrypoint({ top: "const shared = { n: 0, items: {} };", createState: "shared" });
    project.write({ ...shared, "solutions/TASK-1.json": solution });
    expect(await check(project)).toMatchObject({
      ok: false,
      proofs: [],
      findings: [{ code: "state_shared" }],
    });
    project.write(
      entrypoint({
        createState: `{ n: 0, items: { A: { id: "A", value: Date.now() && 1 }, B: { id: "B", value: 1 } } }`,
      }),
    );
    const report = await check(project);
    expect(codesOf(report)).toEqual(["clock_used"]);
    expect(report.findings[0]?.message).toContain("createState reads the clock of the machine (Date.now)");
  });

  it("of createState that uses the network is found, though no world can be made", async () => {
    const top = `import { createSocket } from "node:dgram";`;
    const createState = `createSocket("udp4").send("x", 9) as never ?? { n: 0, items: {} }`;
    project.write({ ...entrypoint({ top, createState }), "solutions/TASK-1.json": solution });
    expect(codesOf(await check(project))).toEqual(["environment_failed", "network_used"]);
  });

  it("that makes every process another world is found where two tasks are proved", async () => {
    const twice = entrypoint({
      top: `import { randomInt } from "node:crypto"; const seed = randomInt(2 ** 40);`,
      createState: `{ n: seed, items: { A: { id: "A", value: 1 }, B: { id: "B", value: 1 } } }`,
    })["index.ts"].replace(
      /\}\];\n$/,
      `}].flatMap((one) => [one, { ...one, id: "VER-2", taskId: "TASK-2" }]);\n`,
    );
    project.write({
      "index.ts": twice,
      "tasks/TASK-2.json": { ...task, id: "TASK-2", verifierId: "VER-2" },
      "solutions/TASK-1.json": solution,
      "solutions/TASK-2.json": solution,
    });
    expect(codesOf(await check(project))).toEqual(["state_not_repeatable"]);
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
    const report = await check(project);
    expect(codesOf(report)).toContain(code);
    expect(report.findings.find((finding) => finding.code === code)?.message).toMatch(words);
  });
});

describe("what is proved", () => {
  it("is the named tasks, and only where the environment is right", async () => {
    project.write({ ...entrypoint(), "solutions/TASK-1.json": solution });
    await expect(check(project, { tasks: ["TASK-2"] })).rejects.toMatchObject({ code: "task_not_found" });
    await expect(check(project, { mutants: -1 })).rejects.toMatchObject({ code: "usage_error" });
    project.write({ "tasks/TASK-2.json": "{" });
    expect((await check(project, { tasks: ["TASK-1"] })).proofs).toMatchObject([
      { task: "TASK-1", ok: true },
    ]);
    project.write({ "data/broken.json": "{" });
    expect((await check(project)).proofs).toEqual([]);
  });

  it("takes as many mutants as were asked for, and then says nothing of checks that never changed", async () => {
    project.write({ ...entrypoint(), "solutions/TASK-1.json": solution });
    const [all] = (await check(project)).proofs;
    const { findings, proofs } = await check(project, { mutants: 2 });
    expect(findings).toEqual([]);
    const { failed = 0, survived = 0, equivalent = 0, notRun = 0 } = proofs[0]?.mutants ?? {};
    expect(failed + survived + equivalent).toBe(2);
    expect(notRun).toBe((all?.mutants.failed ?? 0) + (all?.mutants.equivalent ?? 0) - 2);
    const [none] = (await check(project, { mutants: 0 })).proofs;
    expect(none).toMatchObject({ ok: true, mutants: { failed: 0 } });
  });

  it("ends when it is cancelled", async () => {
    project.write({
      ...entrypoint({ write: "await new Promise(() => {})" }),
      "solutions/TASK-1.json": solution,
    });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 1_500);
    await expect(check(project, { signal: stop.signal })).rejects.toMatchObject({ code: "cancelled" });
    await expect(check(project, { signal: stop.signal })).rejects.toMatchObject({ code: "cancelled" });
  });
});
