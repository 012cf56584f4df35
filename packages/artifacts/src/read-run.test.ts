import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { readRunRecord } from "./read-run-record.js";
import { readResult, readRun, readStateDiff } from "./read-run.js";
import { readTrace } from "./read-trace.js";
import { createRunFolder } from "./run-folder.js";
import { difference, events, result, run } from "./testing/sample-records.js";
import { temporaryFolders, thrownBy } from "./testing/temporary-folder.js";

const temporaryFolder = temporaryFolders();

/** A whole run, as it is written. */
function writtenRun(): string {
  const folder = createRunFolder(join(temporaryFolder(), "runs"), new Date());
  for (const event of events) folder.appendTrace(event);
  folder.writeStateDiff(difference);
  folder.writeResult(result);
  folder.writeRun(run);
  folder.close();
  return folder.path;
}

function change(folder: string, file: string, edit: (record: Record<string, unknown>) => unknown): void {
  const path = join(folder, file);
  const record = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify(edit(record), undefined, 2));
}

const readers = [readRun, readRunRecord, readResult, readStateDiff, readTrace] as const;

describe("reading a run", () => {
  it("gives what was written", () => {
    const folder = writtenRun();
    expect(readRun(folder)).toEqual({
      runId: run.runId,
      folder,
      environment: "demo",
      task: run.task,
      config: run.config,
      startedAt: run.startedAt,
      run,
      result,
      stateDiff: difference,
      trace: { events, isTorn: false },
    });
    expect(readRunRecord(folder)).toEqual(run);
    expect(readResult(folder)).toEqual(result);
    expect(readStateDiff(folder)).toEqual(difference);
    expect(readTrace(folder)).toEqual({ events, isTorn: false });
  });

  it("knows of a run that was killed what its trace says", () => {
    const folder = writtenRun();
    for (const name of ["run.json", "result.json", "state-diff.json"]) rmSync(join(folder, name));
    writeFileSync(join(folder, "run.json.1234567"), '{"runId":');
    expect(readRun(folder)).toMatchObject({
      runId: run.runId,
      environment: "demo",
      task: run.task,
      config: run.config,
      startedAt: events[0]?.at,
      run: undefined,
      result: undefined,
      stateDiff: undefined,
      trace: { events },
    });
  });

  it("knows of a folder in which nothing is yet its name", () => {
    const folder = join(temporaryFolder(), run.runId);
    mkdirSync(folder);
    const stored = readRun(folder);
    expect(stored).toMatchObject({ runId: run.runId, trace: { events: [], isTorn: false } });
    expect([stored.environment, stored.task, stored.config, stored.startedAt]).toEqual(
      Array(4).fill(undefined),
    );
  });

  it.each(readers)("$name says that there is no such run", (read) => {
    const folder = temporaryFolder();
    const error = thrownBy(() => read(join(folder, "run_x")));
    expect(isSiloError(error, "run_not_found") && error.details).toMatchObject({ runId: "run_x", folder });
  });

  it("ignores members and events that it does not know, at every level", () => {
    const folder = writtenRun();
    const more = (record: Record<string, unknown>): unknown => ({ ...record, later: { x: 1 } });
    change(folder, "run.json", (record) => ({
      ...record,
      later: 1,
      formatVersion: "1.7",
      task: more(record["task"] as Record<string, unknown>),
      config: more(record["config"] as Record<string, unknown>),
      failure: more(record["failure"] as Record<string, unknown>),
    }));
    change(folder, "result.json", (record) => ({
      ...record,
      later: 1,
      checks: [{ ...result.checks[0], weight: 2 }],
    }));
    change(folder, "state-diff.json", (record) => ({ ...record, moved: [] }));
    appendFileSync(
      join(folder, "trace.jsonl"),
      `${JSON.stringify({ seq: 11, type: "thought", depth: 3 })}\n${JSON.stringify({ ...events[1], seq: 12, later: 1 })}\n`,
    );
    const stored = readRun(folder);
    expect(stored.run).toMatchObject({ runId: run.runId, formatVersion: "1.7" });
    expect(stored.result).toMatchObject(result);
    expect(stored.stateDiff).toMatchObject(difference);
    expect(stored.trace.events).toMatchObject([...events, { type: "tool_call", seq: 12 }]);
  });

  it.each(readers)("$name refuses another major version before it looks at anything else", (read) => {
    const folder = writtenRun();
    writeFileSync(join(folder, "run.json"), '{"formatVersion":"2.0","everything":"else"}');
    writeFileSync(join(folder, "result.json"), "{}");
    const error = thrownBy(() => read(folder));
    expect(isSiloError(error, "artifact_version_unsupported") && error.details).toEqual({
      file: join(folder, "run.json"),
      found: "2.0",
      supported: "1.x",
    });
  });

  it.each<[string, string, (folder: string) => unknown, { line: number; column: number }]>([
    ["run.json", '{\n  "runId": \n}', readRun, { line: 3, column: 1 }],
    ["result.json", '{\n  "passed": tru', readResult, { line: 2, column: 16 }],
    ["state-diff.json", "", readStateDiff, { line: 1, column: 1 }],
  ])("says where %s is not JSON", (file, text, read, place) => {
    const folder = writtenRun();
    writeFileSync(join(folder, file), text);
    const error = thrownBy(() => read(folder));
    expect(isSiloError(error, "invalid_json") && error.details).toMatchObject({
      file: join(folder, file),
      ...place,
    });
  });

  it("says where a record is not what it should be", () => {
    const folder = writtenRun();
    change(folder, "result.json", (record) => ({
      ...record,
      checks: [{ ...result.checks[0], passed: "yes" }],
    }));
    const error = thrownBy(() => readResult(folder));
    const lines = readFileSync(join(folder, "result.json"), "utf8").split("\n");
    const line = lines.findIndex((text) => text.includes('"yes"')) + 1;
    expect(isSiloError(error, "invalid_json") && error.details).toMatchObject({
      file: join(folder, "result.json"),
      reason:
        'it can be parsed, but is no valid record: "checks.0.passed" must be a boolean, received string "yes"',
      line,
      column: (lines[line - 1] ?? "").indexOf('"yes"') + 1,
      problems: [{ path: ["checks", 0, "passed"], keyword: "type" }],
    });
    change(folder, "result.json", ({ verdict: _, ...record }) => record);
    const missing = thrownBy(() => readRun(folder));
    expect(isSiloError(missing, "invalid_json") && missing.details).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ path: ["verdict"] })]) as unknown,
    });
  });

  it.each(readers)("$name says that a file may not be read", (read) => {
    const folder = writtenRun();
    rmSync(join(folder, "run.json"));
    mkdirSync(join(folder, "run.json"));
    const error = thrownBy(() => read(folder));
    expect(isSiloError(error, "file_access_denied") && error.details).toEqual({
      file: join(folder, "run.json"),
      action: "read",
      reason: "EISDIR",
    });
  });
});

describe("reading a trace", () => {
  const whole = events.map((event) => JSON.stringify(event));

  function readText(text: string | Buffer): ReturnType<typeof readTrace> {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "trace.jsonl"), text);
    return readTrace(folder);
  }

  it("tolerates a last line that is torn anywhere, also within a character, and says so", () => {
    const last = JSON.stringify({ ...events[6], output: "ü😀" });
    const before = `${whole.slice(0, 3).join("\n")}\n`;
    const bytes = Buffer.from(last);
    for (let length = 1; length < bytes.length; length += 1) {
      const trace = readText(Buffer.concat([Buffer.from(before), bytes.subarray(0, length)]));
      expect(trace).toEqual({ events: events.slice(0, 3), isTorn: true });
    }
    expect(readText(before)).toEqual({ events: events.slice(0, 3), isTorn: false });
    // The line break alone is missing: the event is whole.
    expect(readText(before + last)).toMatchObject({ events: { length: 4 }, isTorn: false });
    expect(readText(before + "\0".repeat(100))).toEqual({ events: events.slice(0, 3), isTorn: true });
    expect(readText("")).toEqual({ events: [], isTorn: false });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["half of an event", (whole[1] ?? "").slice(0, 20), { line: 2, column: 21 }],
    ["nothing", "", { line: 2, column: 1 }],
    ["no object", "3", { line: 2, column: 1 }],
    ["an object without a type", '{"seq":2}', { line: 2, column: 1 }],
    [
      "an event without what it should have",
      '{"seq":2,"type":"tool_call","at":"2026-09-15T02:02:38.161Z","tool":7,"input":null}',
      {
        line: 2,
        reason:
          'it can be parsed, but is no valid record: "callId" is required; "tool" must be a string, received number 7',
        problems: [{ path: ["callId"] }, { path: ["tool"] }],
      },
    ],
  ])("says in which file and line there is %s", (_what, line, details) => {
    const error = thrownBy(() => readText([whole[0], line, whole[2], ""].join("\n")));
    expect(isSiloError(error, "invalid_json") && error.details).toMatchObject({
      file: expect.stringMatching(/trace\.jsonl$/) as unknown,
      ...details,
    });
  });

  it("reads what was nested as deep as it may be written", () => {
    let output: unknown = 0;
    for (let depth = 0; depth < 999; depth += 1) output = [output];
    const event = { seq: 1, type: "agent_output", at: run.startedAt, output };
    expect(readText(`${JSON.stringify(event)}\n`).events).toEqual([event]);
  });
});
