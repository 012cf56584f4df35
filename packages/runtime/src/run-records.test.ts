import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  formatResult,
  formatStateDiff,
  resultSchema,
  runSchema,
  stateDiffSchema,
  traceEventSchema,
  type StateDiff,
  type TraceEvent,
} from "@silo/artifacts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNotes, notesWorld, task, type Notes } from "../test/notes-world.js";
import { options } from "../test/run-notes.js";
import type { Agent } from "./agent.js";
import type { Environment } from "./environment.js";
import { runTask } from "./run-task.js";

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "silo-records-")));
});
afterAll(() => rmSync(root, { recursive: true }));

describe("what a run records", () => {
  const read = (folder: string | undefined, name: string): string =>
    readFileSync(join(folder ?? "", name), "utf8");

  it("is what its outcome says, and valid against the published schemas", async () => {
    const outcome = await runTask(options({ record: { runsFolder: join(root, "whole") } }));
    expect(readdirSync(outcome.folder ?? "").sort()).toEqual([
      "result.json",
      "run.json",
      "state-diff.json",
      "trace.jsonl",
    ]);
    expect(resultSchema.parse(JSON.parse(read(outcome.folder, "result.json")))).toEqual(outcome.result);
    expect(stateDiffSchema.parse(JSON.parse(read(outcome.folder, "state-diff.json")))).toEqual(
      outcome.stateDiff,
    );
    expect(runSchema.parse(JSON.parse(read(outcome.folder, "run.json")))).toEqual(outcome.run);
    const lines = read(outcome.folder, "trace.jsonl").split("\n");
    expect(lines.pop()).toBe("");
    const events = lines.map((line) => JSON.parse(line) as TraceEvent);
    for (const event of events) traceEventSchema.parse(event);
    expect(events).toEqual(outcome.trace);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(outcome.folder).toBe(join(root, "whole", outcome.runId));
  });

  it("is the same in result.json and state-diff.json to the byte, run after run", async () => {
    const agent: Agent = async ({ callTool }) => {
      await Promise.all(["C", "B", "A"].map((id) => callTool("add_note", { id, text: id })));
      await callTool("nobody", {});
      return { output: { z: 1, a: [2] } };
    };
    // The second world has its members in another order.
    const turned: Environment = {
      ...notesWorld(),
      createState: () => ({ order: ["A"], notes: { A: { text: "first", id: "A" } } }),
    };
    const outcomes = [];
    for (const environment of [notesWorld(), notesWorld(), turned]) {
      outcomes.push(
        await runTask(options({ agent, environment, record: { runsFolder: join(root, "same") } })),
      );
    }
    for (const name of ["result.json", "state-diff.json"]) {
      const texts = new Set(outcomes.map(({ folder }) => read(folder, name)));
      expect([name, texts.size]).toEqual([name, 1]);
    }
    expect(new Set(outcomes.map(({ folder }) => folder)).size).toBe(3);
    expect(read(outcomes[0]?.folder, "result.json")).not.toMatch(/run_\d|\d{4}-\d\d-\d\dT/);
  });

  it("is the same to the byte on a hundred runs, in whatever order a world keeps its keys", async () => {
    const agent: Agent = async ({ callTool }) => {
      for (const id of ["B", "C"]) await callTool("add_note", { id, text: id });
      return { output: { answer: 25.0, parts: [0.1, 1e21, -0] } };
    };
    let seed = 1;
    const dice = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    const shuffled = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      const entries = Object.entries(value).map(([key, item]) => [dice(), key, shuffled(item)] as const);
      return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, key, item]) => [key, item]));
    };
    const texts = new Set<string>();
    const orders = new Set<string>();
    for (let run = 0; run < 100; run += 1) {
      const createState = (): Notes => shuffled(createNotes()) as Notes;
      orders.add(JSON.stringify(createState()));
      const environment: Environment = { ...notesWorld(), createState };
      const { result, stateDiff } = await runTask(options({ agent, environment }));
      texts.add(formatResult(result) + formatStateDiff(stateDiff as StateDiff));
    }
    expect(texts.size).toBe(1);
    expect(orders.size).toBeGreaterThan(2);
  });

  it("shows in result.json no path of this machine, and the error in one line", async () => {
    const project = join(root, "my project+1");
    const elsewhere = join(project, "node_modules");
    mkdirSync(elsewhere, { recursive: true });
    const file = join(project, "agents", "agent.mjs");
    mkdirSync(join(project, "agents"));
    writeFileSync(
      file,
      `import { readFileSync } from "node:fs";
       export default async function agent({ task }) {
         if (task === "file") readFileSync(new URL("../data/none.json", import.meta.url));
         if (task === "package") await import("no-such-package-here");
         throw new Error("first\\n  second " + import.meta.url + " " + import.meta.dirname);
       }`,
    );
    const errors: (string | null)[] = [];
    for (const instruction of ["file", "package", "package", "both"]) {
      const { result } = await runTask(
        options({ agent: { file, given: "x" }, task: { ...task, instruction } }),
      );
      errors.push(result.error);
    }
    for (const error of errors) {
      expect(error).not.toContain(root);
      expect(error).not.toContain("my project");
      expect(error).not.toMatch(/[0-9a-f]{8}-|\n|file:/);
    }
    expect(errors[0]).toContain("'data/none.json'");
    expect(errors[1]).toBe(errors[2]);
    expect(errors[3]).toBe("first\\n  second agent.mjs .");
  });

  it("is an error of the run where it cannot be written, and not one of the agent's calls", async () => {
    writeFileSync(join(root, "file"), "");
    const inTheWay = runTask(options({ record: { runsFolder: join(root, "file", "runs") } }));
    await expect(inTheWay).rejects.toMatchObject({ code: "storage_failed" });

    const runsFolder = join(root, "blocked");
    const caught: unknown[] = [];
    const agent: Agent = async ({ callTool }) => {
      const [runId = ""] = readdirSync(runsFolder);
      mkdirSync(join(runsFolder, runId, "result.json"));
      await callTool("list_notes", {}).catch((error: unknown) => caught.push(error));
      return { output: "" };
    };
    await expect(runTask(options({ agent, record: { runsFolder } }))).rejects.toMatchObject({
      code: "storage_failed",
    });
    expect(caught).toEqual([]);
  });
});
