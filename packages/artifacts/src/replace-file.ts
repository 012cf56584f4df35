import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { writeWhole } from "./write-whole.js";

/**
 * Makes `text` the content of a file, or leaves it as it was: whoever reads it, and whenever this process is killed,
 * finds all of the former or all of the new text.
 */
export function replaceFile(path: string, text: string): void {
  // In the same folder, since a file can only be renamed within one file system.
  const draft = `${path}.${randomUUID()}`;
  try {
    writeNew(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeNew(path: string, text: string): void {
  const file = openSync(path, "wx");
  try {
    writeWhole(file, Buffer.from(text));
    // Renamed before its content is on the disk, the file would be empty after a loss of power.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
