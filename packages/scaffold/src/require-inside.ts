import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { siloError } from "@silo/errors";

/**
 * Where a file is really written: its path with all symbolic links followed, those of the folders that are there and its
 * own. Throws `file_access_denied` where that leaves `folder`, since what is asked for one environment or project must not
 * change another place (contract S3).
 */
export function requireInside(folder: string, file: string): string {
  const real = realPath(file);
  const root = realPath(folder);
  const path = relative(root, real);
  if (path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path)) return real;
  throw siloError(
    "file_access_denied",
    { file, action: "written", reason: `a symbolic link leads to ${real}, which is outside ${folder}` },
    { suggestion: { action: "fix", fix: "Put a real file or folder in the place of the link" } },
  );
}

/** What is not there yet is taken as it is written; a link that leads nowhere is not followed. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return path;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    // A link to nothing could become one to something at any moment, so it is no place at all.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return sep;
    return join(realPath(dirname(path)), basename(path));
  }
}
