import { cpSync, readdirSync } from "node:fs";
import { library } from "../../tsup.base.js";

// The command is only ever run, so it has one format and no declarations. yargs and picocolors are bundled: starting
// is faster, and users install less. cli-progress is CommonJS that requires Node's modules, which a bundle cannot.
export default library("cli", {
  entry: ["src/main.ts"],
  format: ["esm"],
  platform: "node",
  dts: false,
  splitting: true,
  // `silo docs` prints the pages of its own version. Those of the errors are what `silo explain` says.
  onSuccess: () => {
    const pages = new URL("../../docs/", import.meta.url);
    for (const page of readdirSync(pages).filter((file) => file.endsWith(".md")))
      cpSync(new URL(page, pages), new URL(`dist/docs/${page}`, import.meta.url));
    return Promise.resolve();
  },
});
