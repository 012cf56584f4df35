import { randomUUID } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Loader, Plugin } from "esbuild";
import { importBundle } from "./import-bundle.js";
import { isInstalled } from "./is-installed.js";
import { defaultLimits } from "./limits.js";

/** A module of an author as one file, not yet loaded. */
export interface Bundle {
  /** The author's file, as it was given. */
  file: string;
  /** Absolute paths of the author's files that it is made of; packages are not among them. */
  files: string[];
  /** Where it must lie while it is loaded, so that it finds the packages that the author's file would find. */
  path: string;
  text: string;
}

/** A module of an author, loaded fresh. */
export interface LoadedModule {
  exports: Record<string, unknown>;
  files: string[];
}

/**
 * Makes one file of TypeScript or JavaScript of an author, whatever the module system of the project: bundled with
 * esbuild, packages left outside. Nothing of it is run. Rejects with what esbuild throws.
 */
async function bundleModule(path: string): Promise<Bundle> {
  // As Node does: a module knows itself by its real path. It also keeps a link to the project out of the hash.
  const file = realpathSync(path);
  if (isInstalledCode(path) || isInstalledCode(file)) return handOn({ path, file });
  const folder = join(nearestNodeModules(dirname(file)) ?? tmpdir(), ".cache", "silo");
  const bundle = join(folder, `${randomUUID()}.mjs`);
  // Loaded here, because whoever only imports a bundle does not need it.
  const { build } = await import("esbuild");
  const result = await build({
    entryPoints: [file],
    absWorkingDir: dirname(file),
    bundle: true,
    // The source map counts its paths from here.
    outfile: bundle,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "silent",
    plugins: [keepModuleUrl, siloPackages(dirname(file))],
  });
  // An import of a data: URL is among the inputs, and no file.
  const files = Object.keys(result.metafile.inputs)
    .map((input) => resolve(dirname(file), input))
    .filter((input) => existsSync(input));
  const text = withRequire(result.outputFiles[0]?.text ?? "", file);
  return { file: path, files, path: bundle, text };
}

/** A file of an installed package: it is JavaScript already, and its folder may not be ours to write to. */
function isInstalledCode(file: string): boolean {
  return /[\\/]node_modules[\\/].*\.[cm]?js$/.test(file);
}

/** A module that gives what an installed one gives. */
function handOn({ path, file }: { path: string; file: string }): Bundle {
  const url = JSON.stringify(pathToFileURL(file).href);
  return {
    file: path,
    files: [file],
    path: join(tmpdir(), ".cache", "silo", `${randomUUID()}.mjs`),
    text: `import * as given from ${url}; export * from ${url}; export default given.default;`,
  };
}

/**
 * Bundles a module and puts it where it is loaded from; whoever asked for it takes it away with `removeBundle`. What
 * goes wrong becomes `fault(path, …)`.
 */
export async function placeBundle(
  path: string,
  fault: (file: string, cause: unknown) => Error,
): Promise<Bundle> {
  try {
    const bundle = await bundleModule(path);
    await writeBundle(bundle);
    return bundle;
  } catch (cause) {
    throw fault(path, cause);
  }
}

/** What whoever loads a bundle must know of it. */
export function placeOf({ path, file }: Bundle): Pick<Bundle, "path" | "file"> {
  return { path, file };
}

/** Puts the bundle where it is loaded from. */
async function writeBundle({ path, text }: Bundle): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text);
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
}

/** Takes it away again; what has been loaded stays loaded. */
export async function removeBundle({ path }: Bundle): Promise<void> {
  await rm(path, { force: true });
}

/**
 * Loads a module into this process. Every call evaluates it anew. Rejects with whatever esbuild or the module throws,
 * and with `load_timeout` where the module is not loaded within `timeoutMs`; one that loops without awaiting cannot be
 * stopped here.
 */
export async function loadModule(
  path: string,
  { timeoutMs = defaultLimits.loadTimeoutMs }: { timeoutMs?: number } = {},
): Promise<LoadedModule> {
  const bundle = await bundleModule(path);
  await writeBundle(bundle);
  try {
    return { exports: await importBundle(bundle, { timeoutMs }), files: bundle.files };
  } finally {
    await removeBundle(bundle);
  }
}

/** The folders that paths in a message of the module may lie under: its own, and the project's. */
export function foldersOf(file: string): string[] {
  const packages = nearestNodeModules(dirname(file));
  return packages === undefined ? [dirname(file)] : [dirname(file), dirname(packages)];
}

function nearestNodeModules(folder: string): string | undefined {
  const candidate = join(folder, "node_modules");
  if (existsSync(candidate)) return candidate;
  return dirname(folder) === folder ? undefined : nearestNodeModules(dirname(folder));
}

/** esbuild's stand-in for `require` works only where there is a `require`; a bundle without the stand-in needs none. */
function withRequire(text: string, file: string): string {
  if (!text.includes("var __require =")) return text;
  const from = JSON.stringify(pathToFileURL(file).href);
  return `import { createRequire as __siloCreateRequire } from "node:module"; var require = __siloCreateRequire(${from});${text}`;
}

/**
 * In a bundle `import.meta` is that of the bundle, and there is no `__dirname`; the author means the file that it is
 * written in. What is TypeScript stays it for esbuild, which then lets an exported type be missing at run time.
 */
const keepModuleUrl: Plugin = {
  name: "keep-module-url",
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (!/import\.meta|__dirname|__filename/.test(source)) return undefined;
      const loader = extname(path).replace(/^\.[cm]?/, "") as Loader;
      const { transform } = await import("esbuild");
      const { code } = await transform(source, {
        loader,
        sourcefile: path,
        sourcemap: "inline",
        target: "node20",
        define: {
          "import.meta.url": JSON.stringify(pathToFileURL(path).href),
          "import.meta.filename": JSON.stringify(path),
          "import.meta.dirname": JSON.stringify(dirname(path)),
          __filename: JSON.stringify(path),
          __dirname: JSON.stringify(dirname(path)),
        },
      });
      return { contents: code, loader: loader.startsWith("ts") ? "ts" : "js" };
    });
  },
};

/** `@silo/*` comes from the project where it is installed there, and otherwise from here (contract S2). */
function siloPackages(folder: string): Plugin {
  return {
    name: "silo-packages",
    setup({ onResolve }) {
      onResolve({ filter: /^@silo\/[^/]+/ }, ({ path }) => {
        const [scope, name] = path.split("/");
        if (isInstalled(`${scope}/${name}`, folder)) return undefined;
        const url = ownPackageUrl(path);
        return url === undefined ? undefined : { path: url, external: true };
      });
    },
  };
}

/** Where this package itself finds `specifier`. */
function ownPackageUrl(specifier: string): string | undefined {
  try {
    // Where this runs as CommonJS, import.meta cannot resolve.
    return (
      import.meta.resolve?.(specifier) ??
      pathToFileURL(createRequire(import.meta.url).resolve(specifier)).href
    );
  } catch {
    return undefined;
  }
}
