import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

const packageFolder = new URL("../", import.meta.url);

interface Bundle {
  bytes: number;
  text: string;
  /** What is bundled, by path. */
  inputs: string[];
  /** What is left to be imported. */
  imports: string[];
}

/** `names` of an entry, bundled as an importing program would: minified and compressed. */
async function bundle(entry: string, names: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${names} from "./dist/${entry}.js";`, resolveDir: packageFolder.pathname },
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
  const { contents, text } = outputFiles[0]!;
  return {
    bytes: gzipSync(contents, { level: 9 }).length,
    text,
    inputs: Object.keys(metafile.inputs),
    imports: Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path)),
  };
}

const kilobyte = 1024;

describe("what an importing program pays, minified and gzipped", () => {
  it("is less than 6 KB for the whole root entry", async () => {
    const { bytes } = await bundle("index", "*");
    expect(bytes).toBeLessThan(6 * kilobyte);
    // Less than a third of it would mean that something is missing from the bundle.
    expect(bytes).toBeGreaterThan(2 * kilobyte);
  });

  it.each([
    [
      "coded errors, as a command line uses them",
      "index",
      "{ siloError, isSiloError, toSiloError, exitCodeOf, renderError, errorEnvelope, successEnvelope }",
      5 * kilobyte,
    ],
    [
      "tool errors, as a host uses them",
      "index",
      "{ toolError, isToolError, toToolErrorValue, InputInvalidError, ToolNotFoundError }",
      2.75 * kilobyte,
    ],
    ["nearest names", "nearest", "*", 1.5 * kilobyte],
  ])("%s", async (_what, entry, names, limit) => {
    const { bytes } = await bundle(entry, names);
    expect(bytes).toBeLessThan(limit);
  });
});

describe("what is shipped", () => {
  const entries = ["index", "nearest", "error-from-json", "explain"];

  it.each(entries)("%s imports nothing: no dependency and nothing of Node", async (entry) => {
    const { inputs, imports } = await bundle(entry, "*");
    expect(imports).toEqual([]);
    expect(inputs.filter((input) => !input.startsWith("dist/") && input !== "<stdin>")).toEqual([]);
  });

  it("imports its own files alone, in either module system", () => {
    const dist = new URL("dist/", packageFolder);
    const files = readdirSync(dist).filter((name) => /\.c?js$/.test(name));
    expect(files.length).toBeGreaterThanOrEqual(2 * entries.length);
    for (const file of files) {
      const text = readFileSync(new URL(file, dist), "utf8");
      const specifiers = Array.from(
        text.matchAll(/\b(?:from|import|require)\s*\(?\s*["']([^"']+)["']/g),
        (match) => match[1]!,
      );
      expect(
        specifiers.filter((specifier) => !specifier.startsWith("./")),
        file,
      ).toEqual([]);
    }
  });

  it("does not carry the explanations in its root entry", async () => {
    const explanation = "What usually causes it";
    expect((await bundle("explain", "*")).text).toContain(explanation);
    expect((await bundle("index", "*")).text).not.toContain(explanation);
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
