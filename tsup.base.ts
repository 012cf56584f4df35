import { readFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";

interface Row {
  folder: string;
  mayImport: string[];
}

const layers = JSON.parse(readFileSync(new URL("./layers.json", import.meta.url), "utf8")) as {
  packages: Record<string, Row>;
};

type EsbuildPlugin = NonNullable<Options["esbuildPlugins"]>[number];

/** Refuses, while building, an import that the layer table does not allow; allowed ones stay external. */
function layerGuard(packageName: string): EsbuildPlugin {
  const row = layers.packages[packageName];
  if (!row) throw new Error(`"${packageName}" has no row in layers.json; add one, with its reason.`);
  return {
    name: "layers",
    setup(build) {
      build.onResolve({ filter: /^@silo\// }, (args) => {
        const target = args.path.split("/")[1] ?? "";
        if (row.mayImport.includes(target)) return { path: args.path, external: true };
        const allowed = row.mayImport.map((name) => `@silo/${name}`).join(", ") || "nothing";
        return {
          errors: [
            { text: `@silo/${packageName} may not import ${args.path}; layers.json allows it: ${allowed}.` },
          ],
        };
      });
    },
  };
}

/** The build of every library: ESM, CommonJS and declarations of `entry`, for Node 20. */
export function library(packageName: string, options: Options = {}): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry: ["src/index.ts"],
    format: ["esm", "cjs"],
    target: "node20",
    platform: "neutral",
    dts: true,
    clean: true,
    sourcemap: true,
    splitting: false,
    tsconfig: "tsconfig.build.json",
    silent: true,
    ...options,
    esbuildPlugins: [layerGuard(packageName), ...(options.esbuildPlugins ?? [])],
  });
}
