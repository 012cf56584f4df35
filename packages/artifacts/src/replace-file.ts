import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
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

/**
 * Makes a file that holds all of `text`; false where something is there already, which is left as it is. Of two
 * processes that make the same file, one gets false.
 */
export function createFile(path: string, text: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeNew(draft, text);
    // Unlike a rename, a link does not replace what is there.
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
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
