import { homedir, tmpdir } from "node:os";
import { dirname } from "node:path";

/**
 * `message` in one line, without a path of this machine, so that `result.json` is the same everywhere
 * (contract A2, T10): what lies under one of `folders`, the home folder or the temporary one becomes relative.
 */
export function oneLine(message: string, folders: readonly string[]): string {
  const roots = [...new Set([...folders, process.cwd(), homedir(), tmpdir()])]
    .filter((folder) => dirname(folder) !== folder)
    .sort((a, b) => b.length - a.length);
  let text = message.replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, " ").trim();
  for (const root of roots) text = text.replaceAll(`file://${root}/`, "").replaceAll(`${root}/`, "");
  return text;
}
