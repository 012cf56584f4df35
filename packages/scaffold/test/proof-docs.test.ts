import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { taskSchema } from "@silo/artifacts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { proofCodes } from "../src/findings.js";
import { Silo } from "../src/silo.js";
import { solutionSchema } from "../src/solution-files.js";

const page = readFileSync(new URL("../../../docs/proof.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));
const textsOf = (language: string): string[] =>
  blocks.filter((block) => block.language === language).map(({ text }) => text);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "silo proof-docs-"));
  mkdirSync(join(folder, "node_modules", "@silo"), { recursive: true });
  // As in a project that has it installed: what is built, and not the sources that this test itself runs on.
  const runtime = fileURLToPath(new URL("../../runtime", import.meta.url));
  symlinkSync(runtime, join(folder, "node_modules", "@silo", "runtime"), "dir");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("docs/proof.md", () => {
  it("names every finding of a proof, with its level", () => {
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (error|warning) +\|/gm)].map(([, code, level]) => [
      code,
      level,
    ]);
    expect(rows.sort()).toEqual(Object.entries(proofCodes).sort());
  });

  it("has a sample in TypeScript that prints what it says", async () => {
    Silo.open({ cwd: folder }).environments.create({ name: "demo", template: "crm" });
    const source = readFileSync(new URL("../examples/check-task.ts", import.meta.url), "utf8");
    const index = blocks.findIndex(({ text }) => text === source);
    expect(index).toBeGreaterThanOrEqual(0);
    const lines: string[] = [];
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder);
    const log = vi
      .spyOn(console, "log")
      .mockImplementation((...values) => void lines.push(format(...values)));
    try {
      await import("../examples/check-task.js");
    } finally {
      cwd.mockRestore();
      log.mockRestore();
    }
    expect(blocks[index + 1]).toEqual({ language: "text", text: `${lines.join("\n")}\n` });
  });

  it("has solutions that solve, as calls and as an agent", async () => {
    const environment = Silo.open({ cwd: folder }).environments.create({ name: "demo", template: "blank" });
    const [json = ""] = textsOf("json");
    expect(solutionSchema.parse(JSON.parse(json))).toEqual(JSON.parse(json));
    const solution = join(environment.folder, "solutions", "TASK-001");
    writeFileSync(`${solution}.json`, json);
    const byCalls = await environment.check();
    expect(byCalls).toMatchObject({ ok: true, findings: [] });
    rmSync(`${solution}.json`);
    writeFileSync(`${solution}.ts`, textsOf("ts").at(-1) ?? "");
    const byAgent = await environment.check();
    expect(byAgent.findings.filter(({ code }) => code !== "type_error")).toEqual([]);
    expect(byAgent.proofs).toEqual(byCalls.proofs);
  });

  it("has a waiver, and the finding that it makes", async () => {
    const environment = Silo.open({ cwd: folder }).environments.create({ name: "demo", template: "blank" });
    const task = textsOf("json")[1] ?? "";
    taskSchema.parse(JSON.parse(task));
    writeFileSync(join(environment.folder, "tasks", "TASK-001.json"), task);
    const { findings } = await environment.check();
    expect(findings.map(({ code, message }) => `${code}: ${message}\n`)).toEqual(textsOf("text").slice(-1));
  });
});
