import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

/** Makes folders that are gone when the test that made them ends. */
export function temporaryFolders(): () => string {
  let made: string[] = [];
  afterEach(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
    made = [];
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), "silo artifacts-"));
    made.push(folder);
    return folder;
  };
}

/** What `work` throws; fails where it throws nothing. */
export function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}
