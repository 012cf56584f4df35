import type * as nodeCrypto from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatResult } from "./format-record.js";
import type { RunResult } from "./result.js";
import { createRunFolder, makeRunId, type RunFolder } from "./run-folder.js";

const random = vi.hoisted(() => ({ int: undefined as ((max: number) => number) | undefined }));
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof nodeCrypto>();
  return { ...crypto, randomInt: (max: number) => random.int?.(max) ?? crypto.randomInt(max) };
});

const now = new Date("2026-09-15T02:02:38.161Z");
let root: string;
let opened: RunFolder[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "silo run-"));
  opened = [];
});

afterEach(() => {
  random.int = undefined;
  for (const folder of opened) folder.close();
  rmSync(root, { recursive: true });
});

function create(runsFolder = join(root, "runs")): RunFolder {
  const folder = createRunFolder(runsFolder, now);
  opened.push(folder);
  return folder;
}

const result: RunResult = {
  passed: false,
  reward: 0,
  requiredPassed: 0,
  requiredTotal: 1,
  failedRequired: ["L"],
  checksPassed: 0,
  checksFailed: 1,
  toolCalls: 0,
  toolErrors: 0,
  terminationReason: "completed",
  agentOutput: "",
  error: null,
  checks: [],
  verdict: "failed",
};

describe("a run's id", () => {
  it("has the form of contract A4, in UTC", () => {
    expect(makeRunId(now)).toMatch(/^run_20260915020238_[0-9a-z]{4}$/);
    expect(makeRunId(new Date("2026-01-02T23:59:59.999-01:00"))).toMatch(/^run_20260103005959_/);
  });
});

describe("createRunFolder", () => {
  it("never gives one folder to two runs of one moment, even where chance repeats itself", () => {
    let draws = 0;
    // The first hundred ids are drawn from two letters only, so most of them are taken already.
    random.int = (max) => (draws++ < 400 ? draws % 2 : Math.floor(Math.random() * max));
    const folders = Array.from({ length: 60 }, () => create());
    expect(new Set(folders.map(({ runId }) => runId)).size).toBe(60);
    expect(readdirSync(join(root, "runs")).sort()).toEqual(folders.map(({ runId }) => runId).sort());
    expect(draws).toBeGreaterThan(240);
  });

  it("keeps trace lines whole and in order, readable while the run goes on", () => {
    const folder = create();
    const lines = (): unknown[] =>
      readFileSync(join(folder.path, "trace.jsonl"), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown);
    const events = Array.from({ length: 200 }, (_, index) => ({
      seq: index + 1,
      type: "agent_output" as const,
      at: now.toISOString(),
      output: index % 50 === 0 ? `\u2028\n"ü😀`.repeat(20_000) : `line\n${index}`,
    }));
    for (const event of events.slice(0, 100)) folder.appendTrace(event);
    expect(lines()).toEqual(events.slice(0, 100));
    for (const event of events.slice(100)) folder.appendTrace(event);
    expect(lines()).toEqual(events);
  });

  it("writes JSON files whole, and replaces them whole", () => {
    const folder = create();
    folder.writeResult({ ...result, agentOutput: "x".repeat(1_000_000) });
    folder.writeResult(result);
    folder.writeStateDiff({ scalars: [], collections: {} });
    expect(readFileSync(join(folder.path, "result.json"), "utf8")).toBe(formatResult(result));
    expect(JSON.parse(readFileSync(join(folder.path, "state-diff.json"), "utf8"))).toEqual({
      scalars: [],
      collections: {},
    });
    expect(readdirSync(folder.path).sort()).toEqual(["result.json", "state-diff.json", "trace.jsonl"]);
  });

  it.each([
    ["is a file", (path: string) => writeFileSync(path, "mine")],
    ["lies under a file", (path: string) => writeFileSync(join(path, ".."), "mine")],
  ])("is a coded error where the runs folder %s", (_name, put) => {
    const runs = join(root, "a", "runs");
    mkdirSync(join(root, _name === "is a file" ? "a" : "."), { recursive: true });
    put(runs);
    expect(() => createRunFolder(runs, now)).toThrowError(
      expect.objectContaining({ code: "storage_failed" }),
    );
  });

  it("is a coded error where something is in the way of a file, and leaves nothing half written", () => {
    const folder = create();
    mkdirSync(join(folder.path, "result.json"));
    expect(() => folder.writeResult(result)).toThrowError(
      expect.objectContaining({
        code: "storage_failed",
        details: { file: join(folder.path, "result.json"), reason: "EISDIR" },
      }),
    );
    expect(readdirSync(folder.path).sort()).toEqual(["result.json", "trace.jsonl"]);
  });

  it("is a coded error where an event cannot be written as JSON", () => {
    const event = {
      seq: 1,
      type: "agent_output" as const,
      at: now.toISOString(),
      output: 1n as unknown as number,
    };
    expect(() => create().appendTrace(event)).toThrowError(
      expect.objectContaining({ code: "storage_failed" }),
    );
  });
});
