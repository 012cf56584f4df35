import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A project of an author in a temporary folder. */
export interface AuthorProject {
  /** Absolute, without symbolic links. */
  folder: string;
  /** Writes files, by path relative to the project, and returns the absolute path of the first. */
  write(files: Record<string, string>): string;
  /** What loading left behind where bundles are put. */
  leftovers(): string[];
  remove(): void;
}

/** Makes a project, of ECMAScript modules where `isModule` says so, with a `node_modules` folder. */
export function makeProject({ isModule = true, name = "silo-project-" } = {}): AuthorProject {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), name));
  const project: AuthorProject = {
    folder,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      return join(folder, Object.keys(files)[0] ?? "");
    },
    leftovers() {
      const cache = join(folder, "node_modules", ".cache", "silo");
      return existsSync(cache) ? readdirSync(cache) : [];
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
  mkdirSync(join(folder, "node_modules"));
  project.write({ "package.json": JSON.stringify(isModule ? { name: "p", type: "module" } : { name: "p" }) });
  return project;
}
