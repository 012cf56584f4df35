import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";

/** SHA-256 over relative paths and contents, in the order of the paths, so that it is the same on every machine. */
export async function hashFiles(files: readonly string[], folder: string): Promise<string> {
  const root = realpathSync(folder);
  const named = files.map((file) => [relative(root, file).split(sep).join("/"), file] as const);
  const hash = createHash("sha256");
  for (const [name, file] of named.sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash
      .update(`${name}\0`)
      .update(await readFile(file))
      .update("\0");
  }
  return hash.digest("hex");
}
