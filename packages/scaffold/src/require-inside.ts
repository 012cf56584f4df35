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
  const path = relative(realPath(folder) ?? folder, real ?? "");
  if (real !== undefined && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path)) return real;
  const target = real === undefined ? "nowhere" : `to ${real}, which is outside ${folder}`;
  throw siloError(
    "file_access_denied",
    { file, action: "written", reason: `a symbolic link leads ${target}` },
    { suggestion: { action: "fix", fix: "Put a real file or folder in the place of the link" } },
  );
}

/** What is not there yet is taken as it is written; undefined where a link leads nowhere. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return path;
    if (code === "ELOOP") return undefined;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
    const parent = realPath(dirname(path));
    return parent && join(parent, basename(path));
  }
}
