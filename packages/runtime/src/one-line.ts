import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

/** A module of an author as it is while it runs: see `bundleModule`. */
const bundlePath = /\.cache\/silo\/[0-9a-f-]{36}\.mjs(?::\d+)*/g;

/** Where the files of a system lie, so that a path of a file is told from one of a web address. */
const systemFolders =
  "bin|boot|dev|etc|home|lib|lib64|media|mnt|nix|opt|private|proc|root|run|sbin|snap|srv|sys|tmp|usr|var" +
  "|Applications|Library|System|Users|Volumes";
const otherPath = new RegExp(
  String.raw`(?<![\w./@+:-])(?:(?:file://)?/(?:${systemFolders})/|(?:file:///)?[A-Za-z]:[\\/])[^\s'"\`:;,()<>[\]{}|]*`,
  "g",
);

/**
 * `message` in one line, without a path of this machine, so that `result.json` is the same everywhere
 * (contract A2, T10): what lies under one of `folders`, the home folder or the temporary one becomes relative; of any
 * other path only the last name stays.
 */
export function oneLine(message: string, folders: readonly string[]): string {
  const given = [...folders, process.cwd(), homedir(), tmpdir()];
  const roots = [...new Set(given.flatMap((folder) => [folder, realPath(folder)]))]
    .filter((folder) => dirname(folder) !== folder)
    .sort((a, b) => b.length - a.length);
  // A message may be megabytes long, so nothing here may backtrack.
  const lines = message.split(/[\r\n\u2028\u2029]/).map((line) => line.trim());
  let text = lines.filter((line) => line !== "").join(" ");
  for (const root of roots) {
    for (const prefix of [pathToFileURL(root).href, `file://${root}`, root])
      text = withoutPrefix(text, prefix);
  }
  return withoutBundles(text).replaceAll(otherPath, (path) => path.split(/[\\/]/).findLast(Boolean) ?? path);
}

/** Names the module in place of its bundle, whatever stands before that up to a space. */
function withoutBundles(text: string): string {
  let written = "";
  let rest = 0;
  for (const { 0: found, index } of text.matchAll(bundlePath)) {
    let start = index;
    while (start > rest && !/\s/.test(text.charAt(start - 1))) start -= 1;
    written += `${text.slice(rest, start)}the module`;
    rest = index + found.length;
  }
  return written + text.slice(rest);
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
