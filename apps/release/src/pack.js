import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { readLayers } from "./layers.js";

/**
 * Packs every published package of the repository at `root`, which must be built, into `folder`. The file's name holds
 * a part of its hash: npm takes two tarballs of one name for the same, and a project that took an earlier one keeps it.
 * @param {string} root
 * @param {string} folder
 * @returns {Record<string, string>} path of the tarball by package name
 */
export function packAll(root, folder) {
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(readLayers(root).packages).map((name) => `@silo/${name}`);
  const filters = names.flatMap((name) => ["--filter", name]);
  const packed = pnpm(root, ["--recursive", ...filters, "pack", "--json", "--pack-destination", folder]);
  return Object.fromEntries(
    JSON.parse(packed).map((/** @type {{ name: string, filename: string }} */ { name, filename }) => {
      const hash = createHash("sha256").update(readFileSync(filename)).digest("hex").slice(0, 12);
      const tarball = filename.replace(/\.tgz$/, `-${hash}.tgz`);
      renameSync(filename, tarball);
      return [name, tarball];
    }),
  );
}

/**
 * Runs the pinned pnpm, which need not be installed, and gives what it prints.
 * @param {string} root
 * @param {string[]} args
 */
function pnpm(root, args) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [version] = packageManager.split("+");
  return execFileSync("npx", ["-y", version, ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
}
