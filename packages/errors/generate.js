// Writes what is made from the catalogue: catalogue.json and the pages of docs/errors. A test fails where they are stale.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { format, resolveConfig } from "prettier";

const docs = new URL("../../docs/errors/", import.meta.url);

const bundled = await build({
  entryPoints: [new URL("src/explain/reference-pages.ts", import.meta.url).pathname],
  bundle: true,
  format: "esm",
  write: false,
  mainFields: ["module", "main"],
});
const code = Buffer.from(bundled.outputFiles[0].contents).toString("base64");
const { catalogueDocument, referencePages } = await import(`data:text/javascript;base64,${code}`);
const options = await resolveConfig(new URL("package.json", import.meta.url));

mkdirSync(docs, { recursive: true });
for (const name of readdirSync(docs)) rmSync(new URL(name, docs), { recursive: true });
for (const [name, page] of referencePages()) {
  writeFileSync(new URL(name, docs), await format(page, { ...options, parser: "markdown" }));
}
writeFileSync(
  new URL("catalogue.json", import.meta.url),
  await format(JSON.stringify(catalogueDocument()), { ...options, parser: "json" }),
);
