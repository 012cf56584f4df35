import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

const packageFolder = new URL("../", import.meta.url);

interface Bundle {
  bytes: number;
  /** What is bundled, by path. */
  inputs: string[];
  /** What is left to be imported. */
  imports: string[];
}

/** `names` of an entry, bundled as an importing program would: minified and compressed. */
async function bundle(entry: string, names: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${names} from "./${entry}";`, resolveDir: packageFolder.pathname },
    absWorkingDir: packageFolder.pathname,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    target: "node20",
    mainFields: ["module", "main"],
  });
  return {
    bytes: gzipSync(outputFiles[0]!.contents, { level: 9 }).length,
    inputs: Object.keys(metafile.inputs),
    imports: Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path)),
  };
}

const kilobyte = 1024;
const entry = "dist/index.js";

describe("what an importing program pays, minified and gzipped", () => {
  it.each([
    [
      "coded errors, as a command line uses them",
      "{ siloError, isSiloError, toSiloError, exitCodeOf, renderError, errorEnvelope, successEnvelope }",
      6 * kilobyte,
    ],
    [
      "a catalogue of its own",
      "{ defineCatalogue, exitCodes, exitCodeOf, renderError, errorEnvelope, successEnvelope }",
      6 * kilobyte,
    ],
    [
      "tool errors, as a host uses them",
      "{ toolError, isToolError, toToolErrorValue, InputInvalidError, ToolNotFoundError }",
      4.25 * kilobyte,
    ],
    ["nearest alone", "{ nearest }", 1.5 * kilobyte],
    ["the whole entry", "*", 8.25 * kilobyte],
  ])("%s", async (_what, names, limit) => {
    const { bytes } = await bundle(entry, names);
    expect(bytes).toBeLessThanOrEqual(limit);
  });
});

describe("what is shipped", () => {
  it.each(["dist/index.js", "dist/explain.js"])(
    "%s imports nothing: no dependency and nothing of Node",
    async (path) => {
      const { inputs, imports } = await bundle(path, "*");
      expect(imports).toEqual([]);
      expect(inputs.filter((input) => !input.startsWith("dist/") && input !== "<stdin>")).toEqual([]);
    },
  );

  it("does not carry the explanations in its root entry", async () => {
    const { outputFiles } = await build({
      entryPoints: [new URL(entry, packageFolder).pathname],
      bundle: true,
      write: false,
    });
    expect(outputFiles[0]!.text).not.toContain("What usually causes it");
  });

  it("says that it has no dependency and no side effects", () => {
    const manifest = JSON.parse(readFileSync(new URL("package.json", packageFolder), "utf8")) as Record<
      string,
      unknown
    >;
    expect(manifest["sideEffects"]).toBe(false);
    expect([manifest["dependencies"], manifest["peerDependencies"]]).toEqual([undefined, undefined]);
  });
});
