import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder with those above it, and returns the topmost that was made; undefined where it was there. What the disk
 * refuses comes as it is: with `recursive`, Node says ENOENT of a disk that is mounted for reading only.
 */
export function makeFolder(path: string): string | undefined {
  try {
    mkdirSync(path);
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(path).isDirectory()) return undefined;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
  }
  const topmost = makeFolder(dirname(path));
  const made = makeFolder(path);
  return topmost ?? made;
}
