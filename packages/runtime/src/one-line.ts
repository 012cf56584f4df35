import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

/** A module of an author as it is while it runs: see `bundleModule`. */
const bundlePath = /\S*\.cache\/silo\/[0-9a-f-]{36}\.mjs(?::\d+)*/g;

/**
 * `message` in one line, without a path of this machine, so that `result.json` is the same everywhere
 * (contract A2, T10): what lies under one of `folders`, the home folder or the temporary one becomes relative.
 */
export function oneLine(message: string, folders: readonly string[]): string {
  const given = [...folders, process.cwd(), homedir(), tmpdir()];
  const roots = [...new Set(given.flatMap((folder) => [folder, realPath(folder)]))]
    .filter((folder) => dirname(folder) !== folder)
    .sort((a, b) => b.length - a.length);
  let text = message.replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, " ").trim();
  for (const root of roots) {
    for (const prefix of [pathToFileURL(root).href, `file://${root}`, root])
      text = withoutPrefix(text, prefix);
  }
  return text.replaceAll(bundlePath, "the module");
}

/** Only whole paths: "/tmp" is no prefix of "/var/tmp/x" or of "/tmp2". */
function withoutPrefix(text: string, prefix: string): string {
  const literal = prefix.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text
    .replaceAll(new RegExp(`(?<![\\w./@+-])${literal}/`, "g"), "")
    .replaceAll(new RegExp(`(?<![\\w./@+-])${literal}(?![\\w/@+-])`, "g"), ".");
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
