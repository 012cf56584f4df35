import { spawnSync, type SpawnSyncOptions } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRunFolder, readResult, readTrace } from "@silo/artifacts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventAt, result, runRecord } from "./sample-run.js";

let runs = "";
beforeEach(() => {
  runs = mkdtempSync(join(tmpdir(), "silo refusing-"));
});
afterEach(() => {
  chmodSync(runs, 0o755);
  rmSync(runs, { recursive: true });
});

function scriptOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function outputOf(command: string, args: string[], options: SpawnSyncOptions = {}): unknown {
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as unknown;
}

describe.skipIf(process.platform === "win32")("a disk that takes no more", () => {
  it("is one coded error, and what was written stays whole", () => {
    const kibibytes = 2_048;
    const limited = `ulimit -f ${kibibytes} && exec "$0" "$@"`;
    const outcome = outputOf("bash", ["-c", limited, process.execPath, scriptOf("fill-file.js"), runs]) as {
      path: string;
      events: number;
    };
    const failed = (file: string): object => ({
      code: "storage_failed",
      details: { file: join(outcome.path, file), reason: "EFBIG" },
    });
    expect(outcome).toMatchObject({
      outcome: failed("trace.jsonl"),
      short: "written",
      replaced: failed("result.json"),
    });
    expect(outcome.events).toBeGreaterThan(1);
    // The event that did not fit is gone, and the shorter one after it does not follow its beginning.
    const long = Array.from({ length: outcome.events }, () => eventAt("", 6));
    expect(readTrace(outcome.path)).toEqual({ events: [...long, eventAt("", 2)], isTorn: false });
    expect(readResult(outcome.path)).toEqual(result);
    expect(readdirSync(outcome.path).sort()).toEqual(["result.json", "trace.jsonl"]);
  });
});

describe.skipIf(process.platform === "win32")("a folder that may not be written", () => {
  it("can be read, and refuses a new run with one coded error", () => {
    const folder = createRunFolder(runs, new Date());
    folder.appendTrace(eventAt(folder.runId, 1));
    folder.writeResult(result);
    folder.writeRun(runRecord(folder.runId));
    folder.close();
    chmodSync(folder.path, 0o555);
    chmodSync(runs, 0o555);
    // Permissions do not bind the administrator, so somebody else has to try.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const outcome = outputOf(process.execPath, [scriptOf("use-read-only.js"), runs], nobody);
    expect(outcome).toEqual({
      statuses: [["finished", "passed"]],
      created: {
        code: "file_access_denied",
        details: { file: runs, action: "written", reason: "EACCES" },
      },
    });
  });
});
