import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Whether modules in `folder` can import a package by its name: as Node looks for it, in `node_modules` of the folder
 * and of every one above. NODE_PATH does not count, because `import` ignores it.
 */
export function isInstalled(packageName: string, folder: string): boolean {
  if (existsSync(join(folder, "node_modules", packageName, "package.json"))) return true;
  return dirname(folder) !== folder && isInstalled(packageName, dirname(folder));
}
