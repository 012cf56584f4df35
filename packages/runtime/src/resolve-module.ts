import type { Plugin } from "esbuild";

/**
 * The file that `import "…"` of a package's name means for a module in `folder`; undefined where there is none. It is
 * looked for as a bundle of that module would: with the conditions of `import`.
 */
export async function resolveModule(specifier: string, folder: string): Promise<string | undefined> {
  // Loaded here, because whoever gives an agent as a file does not need it.
  const { build } = await import("esbuild");
  let found: string | undefined;
  const look: Plugin = {
    name: "look",
    setup: (setup) => {
      setup.onStart(async () => {
        const { path, errors } = await setup.resolve(specifier, {
          kind: "import-statement",
          resolveDir: folder,
        });
        if (errors.length === 0) found = path;
        // What was not found is for the caller to tell.
        return { errors: [] };
      });
    },
  };
  await build({
    stdin: { contents: "", resolveDir: folder },
    absWorkingDir: folder,
    platform: "node",
    bundle: true,
    write: false,
    logLevel: "silent",
    plugins: [look],
  }).catch(() => undefined);
  return found;
}
