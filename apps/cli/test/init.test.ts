import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EnvironmentManifest } from "@silo/artifacts";
import { describe, expect, it } from "vitest";
import { commonOptions } from "../src/command.js";
import { commands } from "../src/commands.js";
import { envelopeOf, environment, main, makeDemo, makeProject, silo } from "./run-silo.js";

const manifestOf = (project: string, name: string): EnvironmentManifest =>
  JSON.parse(
    readFileSync(join(project, ".silo/environments", name, "silo.environment.json"), "utf8"),
  ) as EnvironmentManifest;

describe("init", () => {
  it("lists the templates and creates nothing", async () => {
    const project = makeProject();
    const json = envelopeOf(await silo(["init", "--list-templates", "--json"], { cwd: project }));
    expect(json).toMatchObject({ result: { templates: [{ name: "blank" }, { name: "crm" }] } });
    const text = await silo(["init", "--list-templates", "--no-json"], { cwd: project });
    expect(text.stdout).toMatch(/^blank {2}.+\ncrm {4}.+\n$/);
    expect(readdirSync(project)).toEqual([]);
    for (const more of [["demo"], ["--template", "crm"], ["--tools", "mail"]]) {
      const ended = await silo(["init", "--list-templates", ...more], { cwd: project });
      expect(envelopeOf(ended)).toMatchObject({ error: { code: "usage_error" } });
    }
  });

  it("takes everything from flags", async () => {
    const project = makeProject();
    const ended = await silo(["init", "shop", "--template", "crm", "--tools", "mail,calendar"], {
      cwd: project,
    });
    expect(envelopeOf(ended)).toMatchObject({ result: { environment: "shop", template: "crm" } });
    expect(manifestOf(project, "shop")).toMatchObject({ template: "crm", tools: ["mail", "calendar"] });
  });

  it("leaves .silo/AGENTS.md once, and says which line leads there", async () => {
    const project = makeProject({ "AGENTS.md": "mine\n" });
    const first = envelopeOf(await silo(["init", "one"], { cwd: project }));
    const { agentsLine } = (first.ok ? first.result : {}) as { agentsLine: string };
    expect(agentsLine).toContain(".silo/AGENTS.md");
    const guide = join(project, ".silo/AGENTS.md");
    const text = readFileSync(guide, "utf8");
    const steps = ["data", "state", "tools", "task", "verifier", "solution", "validate", "check", "run"];
    const rows = [...text.matchAll(/^\| \d\. (\w+) +\|/gm)].map(([, step]) => step);
    expect(rows).toEqual(steps);
    writeFileSync(guide, "changed\n");
    const second = await silo(["init", "two", "--no-json"], { cwd: project });
    expect(second.stdout).toContain(agentsLine);
    expect(readFileSync(guide, "utf8")).toBe("changed\n");
    expect(readFileSync(join(project, "AGENTS.md"), "utf8")).toBe("mine\n");
  });

  it("names in .silo/AGENTS.md only commands and options that there are", async () => {
    const project = await makeDemo("blank");
    const text = readFileSync(join(project, ".silo/AGENTS.md"), "utf8");
    const lines = [...text.matchAll(/`silo ([a-z][^`]*)`/g)].map(([, line = ""]) => line);
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const command = commands.find(({ name }) => `${line} `.startsWith(`${name} `));
      expect(command, line).toBeDefined();
      for (const [, option = ""] of line.matchAll(/--([\w-]+)/g))
        expect({ ...command?.options, ...commonOptions }, line).toHaveProperty([option]);
    }
  });

  it("asks nobody where there is no terminal", async () => {
    const project = makeProject();
    const ended = await silo(["init", "--template", "crm"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({ error: { code: "usage_error" } });
    expect(ended.stderr).toContain('"silo init" needs NAME.');
    expect(readdirSync(project)).toEqual([]);
  });
});

const hasTerminal = spawnSync("script", ["--version"]).status === 0;

/** Types each answer on a terminal once its question is there; `script` of util-linux makes the terminal. */
function onTerminal(
  args: string[],
  { cwd, answers, ci = "" }: { cwd: string; answers: [question: string, typed: string][]; ci?: string },
): Promise<{ exitCode: number | null; screen: string }> {
  const command = [process.execPath, main, ...args].map((word) => `'${word}'`).join(" ");
  const env = { ...environment(), CI: ci, TERM: "xterm" };
  const child = spawn("script", ["-qefc", command, "/dev/null"], { cwd, env });
  let screen = "";
  let read = 0;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    screen += chunk;
    const [next] = answers;
    if (next && screen.slice(read).includes(next[0])) {
      answers.shift();
      read = screen.length;
      child.stdin.write(next[1]);
    }
  });
  return new Promise((resolve) => child.on("close", (exitCode) => resolve({ exitCode, screen })));
}

describe.runIf(hasTerminal)("init on a terminal", () => {
  it("asks for the name, the template and the tool packs, and offers a name that is free", async () => {
    const project = await makeDemo("blank");
    const { exitCode, screen } = await onTerminal(["init"], {
      cwd: project,
      answers: [
        ["(demo-2)", "DEMO\r"],
        ["DEMO-2 is free", "\x15no/slash\r"],
        ["would leave its folder", "\x15barn\r"],
        ["Which template", "\x1b[B\r"],
        ["Tool packs", "mail, calendar\r"],
      ],
    });
    expect(exitCode, screen).toBe(0);
    expect(manifestOf(project, "barn")).toMatchObject({ template: "crm", tools: ["mail", "calendar"] });
  });

  it("asks only for what no flag has said", async () => {
    const project = makeProject();
    const { exitCode, screen } = await onTerminal(["init", "--template", "blank", "--tools", "mail"], {
      cwd: project,
      answers: [["(demo)", "\r"]],
    });
    expect(exitCode, screen).toBe(0);
    expect(screen).not.toContain("Which template");
    expect(manifestOf(project, "demo")).toMatchObject({ template: "blank", tools: ["mail"] });
  });

  it("creates nothing where the person leaves, and asks nothing in CI", async () => {
    const project = makeProject();
    const left = await onTerminal(["init"], { cwd: project, answers: [["(demo)", "\x03"]] });
    expect(left.exitCode).toBe(130);
    const ci = await onTerminal(["init"], { cwd: project, answers: [], ci: "true" });
    expect(ci.exitCode).toBe(2);
    expect(ci.screen).toContain('"silo init" needs NAME.');
    expect(existsSync(join(project, ".silo"))).toBe(false);
  });
});
