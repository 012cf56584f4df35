import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { createRunFolder, type RunFolder } from "./run-folder.js";
import { maxLogBytes } from "./run-log.js";
import { temporaryFolders, thrownBy } from "./testing/temporary-folder.js";

const temporaryFolder = temporaryFolders();

function create(): RunFolder {
  return createRunFolder(temporaryFolder(), new Date());
}

function logOf(folder: RunFolder, name: string): string {
  return readFileSync(join(folder.path, `${name}.log`), "utf8");
}

const notice = `[more was printed; only the first ${maxLogBytes} bytes are kept]\n`;

describe("the logs of a run", () => {
  it("are made when something is printed, each for itself", () => {
    const folder = create();
    folder.appendLog("agent", "");
    expect(readdirSync(folder.path)).toEqual(["trace.jsonl"]);
    folder.appendLog("agent", "one\n");
    folder.appendLog("agent", "two ü");
    expect(existsSync(join(folder.path, "world.log"))).toBe(false);
    folder.appendLog("world", "three\n");
    folder.close();
    expect([logOf(folder, "agent"), logOf(folder, "world")]).toEqual(["one\ntwo ü", "three\n"]);
  });

  it("keep exactly 1 MiB without a word, and say once that there was more", () => {
    const folder = create();
    const half = "x".repeat(maxLogBytes / 2 - 1) + "\n";
    folder.appendLog("agent", half);
    folder.appendLog("agent", half);
    folder.appendLog("agent", "");
    expect(logOf(folder, "agent")).toBe(half + half);
    for (let time = 0; time < 3; time += 1) folder.appendLog("agent", "more\n");
    folder.close();
    expect(logOf(folder, "agent")).toBe(half + half + notice);
  });

  it.each([
    ["é", 2],
    ["€", 3],
    ["😀", 4],
  ])("are cut between code points (%s)", (character, size) => {
    for (let before = 0; before < size; before += 1) {
      const folder = create();
      folder.appendLog("world", "x".repeat(before) + character.repeat(maxLogBytes));
      folder.close();
      const whole = Math.floor((maxLogBytes - before) / size);
      expect(logOf(folder, "world") === `${"x".repeat(before)}${character.repeat(whole)}\n${notice}`).toBe(
        true,
      );
    }
  });

  it.skipIf(!existsSync("/dev/full"))(
    "are a coded error where the disk is full, and the trace goes on",
    () => {
      const folder = create();
      symlinkSync("/dev/full", join(folder.path, "agent.log"));
      const error = thrownBy(() => folder.appendLog("agent", "x"));
      expect(isSiloError(error, "storage_failed") && error.details).toEqual({
        file: join(folder.path, "agent.log"),
        reason: "no space is left (ENOSPC)",
      });
      folder.appendTrace({ seq: 1, type: "agent_output", at: "2026-09-15T02:02:38.161Z", output: 1 });
      folder.close();
      expect(readFileSync(join(folder.path, "trace.jsonl"), "utf8")).toContain('"agent_output"');
    },
  );
});
