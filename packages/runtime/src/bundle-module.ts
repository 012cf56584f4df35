import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, transform, type Loader, type Plugin } from "esbuild";

/** A module of an author, loaded fresh. */
export interface LoadedModule {
  exports: Record<string, unknown>;
  /** Absolute paths of the author's files that it is made of; packages are not among them. */
  files: string[];
}

/**
 * Loads TypeScript or JavaScript of an author, whatever the module system of the project: bundled with esbuild,
 * packages left outside, then imported. Every call evaluates the module anew. Rejects with whatever esbuild or the
 * module throws.
 */
export async function bundleModule(file: string): Promise<LoadedModule> {
  const result = await build({
    entryPoints: [file],
    absWorkingDir: dirname(file),
    bundle: true,
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
  const files = Object.keys(result.metafile.inputs).map((input) => resolve(dirname(file), input));
  const text = result.outputFiles[0]?.text ?? "";
  return { exports: await importText(withRequire(text, file), file), files };
}

/** The bundle lies where Node finds the packages that the author's file would find. */
async function importText(text: string, file: string): Promise<Record<string, unknown>> {
  process.setSourceMapsEnabled(true);
  const folder = join(nearestNodeModules(dirname(file)) ?? tmpdir(), ".cache", "silo");
  const bundle = join(folder, `${randomUUID()}.mjs`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(bundle, text);
    return (await import(/* @vite-ignore */ pathToFileURL(bundle).href)) as Record<string, unknown>;
  } finally {
    await rm(bundle, { force: true });
  }
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

/** In a bundle `import.meta` is that of the bundle; the author means the file that it is written in. */
const keepModuleUrl: Plugin = {
  name: "keep-module-url",
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (!source.includes("import.meta")) return undefined;
      const { code } = await transform(source, {
        loader: extname(path).replace(/^\.[cm]?/, "") as Loader,
        sourcefile: path,
        sourcemap: "inline",
        target: "node20",
        define: {
          "import.meta.url": JSON.stringify(pathToFileURL(path).href),
          "import.meta.filename": JSON.stringify(path),
          "import.meta.dirname": JSON.stringify(dirname(path)),
        },
      });
      return { contents: code, loader: "js" };
    });
  },
};

/** `@silo/*` comes from the project where it is installed there, and otherwise from here (contract S2). */
function siloPackages(projectFolder: string): Plugin {
  const requireFromProject = createRequire(join(projectFolder, "index.js"));
  const requireFromHere = createRequire(import.meta.url);
  return {
    name: "silo-packages",
    setup({ onResolve }) {
      onResolve({ filter: /^@silo\// }, ({ path }) => {
        if (canResolve(requireFromProject, path) || !canResolve(requireFromHere, path)) return undefined;
        const url = import.meta.resolve?.(path) ?? pathToFileURL(requireFromHere.resolve(path)).href;
        return { path: url, external: true };
      });
    },
  };
}

function canResolve(require: NodeJS.Require, specifier: string): boolean {
  try {
    require.resolve(specifier);
    return true;
  } catch {
    return false;
  }
}
